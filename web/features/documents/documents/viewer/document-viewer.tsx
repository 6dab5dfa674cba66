import { Skeleton } from '@mantine/core'
import type { DocumentView } from '../../../../../schema/documents/documents/endpoints.ts'
import { ErrorState } from '../../../../ui/states.tsx'
import { useFreshDocument } from '../api.ts'
import { Preview } from '../preview.tsx'
import type { Mark } from './marks.tsx'
import { PdfViewer } from './pdf-viewer.tsx'
import classes from './viewer.module.css'

interface DocumentViewerProps {
  document: Pick<DocumentView, 'id' | 'displayName'>
  marks?: readonly Mark[]
  active?: string | null
  onMark?: (id: string) => void
}

const NONE: readonly Mark[] = []

/** A document as large as its place: a PDF with marks, anything else as it is previewed everywhere. */
export const DocumentViewer = ({ document, marks = NONE, active = null, onMark = () => {} }: DocumentViewerProps) => {
  const { data, error, refetch } = useFreshDocument(document.id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton className={classes.waiting ?? ''} />
  const { signedPreviewUrl, mimeType } = data
  if (signedPreviewUrl && mimeType === 'application/pdf')
    return (
      <PdfViewer
        key={document.id}
        document={document}
        url={signedPreviewUrl}
        marks={marks}
        active={active}
        onMark={onMark}
      />
    )
  return (
    <div className={classes.other}>
      <Preview document={document} asks />
    </div>
  )
}
