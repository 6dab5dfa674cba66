import { Dialog } from '../../../../ui/dialog.tsx'
import { type Subject, ThreadList } from '../../../documents/threads/index.ts'
import { useSubjectApi } from '../subject-api.ts'

interface CommentsDialogProps {
  submissionId: string
  part: NonNullable<Subject['part']>
  label: string
  onClose: () => void
}

/** The discussions about one answer or one step. */
export const CommentsDialog = ({ submissionId, part, label, onClose }: CommentsDialogProps) => {
  const { discussionOf } = useSubjectApi()
  return (
    <Dialog opened onClose={onClose} title={`Comments on ${label}`}>
      <ThreadList subject={discussionOf(submissionId, part)} />
    </Dialog>
  )
}
