import { Skeleton } from '@mantine/core'
import type { DocumentView } from '../../../schema/documents/endpoints.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useIsTablet } from '../../ui/viewport.ts'
import { useFreshDocument } from './api.ts'
import classes from './documents.module.css'

/** Heights of the preview in pixels (specification 2 §9): narrow screens and wide ones. */
const HEIGHT = { narrow: 500, wide: 868 }

interface PreviewDialogProps {
  document: Pick<DocumentView, 'id' | 'displayName'>
  onClose: () => void
}

/** A PDF or an image in place, by an address fetched when it opens. */
export const PreviewDialog = ({ document, onClose }: PreviewDialogProps) => {
  const { data, error, refetch } = useFreshDocument(document.id)
  const height = useIsTablet() ? HEIGHT.narrow : HEIGHT.wide
  return (
    <Dialog opened onClose={onClose} title={document.displayName} size="72rem">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : !data ? (
        <Skeleton height={height} />
      ) : data.signedPreviewUrl === null ? (
        <p>There is no preview of this kind of file.</p>
      ) : data.mimeType.startsWith('image/') ? (
        <div className={classes.image} style={{ height }}>
          <img src={data.signedPreviewUrl} alt={data.displayName} />
        </div>
      ) : (
        <iframe className={classes.frame} style={{ height }} src={data.signedPreviewUrl} title={data.displayName} />
      )}
    </Dialog>
  )
}
