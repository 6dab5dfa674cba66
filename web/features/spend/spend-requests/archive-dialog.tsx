import { ArchiveDialog as Archiving } from '../../../ui/archive-dialog.tsx'
import { useSetArchived } from './api.ts'

interface ArchiveDialogProps {
  id: string
  archived: boolean
  onClose: () => void
}

export const ArchiveDialog = ({ id, archived, onClose }: ArchiveDialogProps) => {
  const { sendAsync, isPending } = useSetArchived(id)
  return (
    <Archiving
      noun="spend request"
      archived={archived}
      isPending={isPending}
      onConfirm={(said) => void sendAsync({ archived: !archived, ...said }).then(onClose, () => {})}
      onClose={onClose}
    />
  )
}
