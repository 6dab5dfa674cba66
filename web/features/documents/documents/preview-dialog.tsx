import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Preview } from './preview.tsx'

interface PreviewDialogProps {
  document: Pick<DocumentView, 'id' | 'displayName'>
  onClose: () => void
}

export const PreviewDialog = ({ document, onClose }: PreviewDialogProps) => (
  <Dialog opened onClose={onClose} title={document.displayName} size="72rem">
    <Preview document={document} />
  </Dialog>
)
