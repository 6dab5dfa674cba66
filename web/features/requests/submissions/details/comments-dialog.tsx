import { Dialog } from '../../../../ui/dialog.tsx'
import { type Subject, ThreadList } from '../../../documents/threads/index.ts'
import { subjectOf } from './subject.ts'

interface CommentsDialogProps {
  submissionId: string
  part: NonNullable<Subject['part']>
  label: string
  onClose: () => void
}

/** The discussions about one answer or one step. */
export const CommentsDialog = ({ submissionId, part, label, onClose }: CommentsDialogProps) => (
  <Dialog opened onClose={onClose} title={`Comments on ${label}`}>
    <ThreadList subject={subjectOf(submissionId, part)} />
  </Dialog>
)
