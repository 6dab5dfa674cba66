import { ArchiveDialog as Archiving } from '../../../../ui/archive-dialog.tsx'
import { useSetArchived } from './actions-api.ts'

interface ArchiveDialogProps {
  submissionId: string
  archived: boolean
  onClose: () => void
}

export const ArchiveDialog = ({ submissionId, archived, onClose }: ArchiveDialogProps) => {
  const { sendAsync, isPending } = useSetArchived(submissionId)
  return (
    <Archiving
      noun="request"
      archived={archived}
      isPending={isPending}
      onConfirm={(said) => void sendAsync({ archived: !archived, ...said }).then(onClose, () => {})}
      onClose={onClose}
    />
  )
}
