import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { useIsTablet } from '../../../ui/viewport.ts'
import { useFreshDocument } from './api.ts'
import classes from './documents.module.css'
import { downloadDocument } from './download.ts'

/** Heights of the preview in pixels (specification 2 §9), for narrow and wide screens. */
const HEIGHT = { narrow: 500, wide: 868 }

/** Shows office files in a frame, which fetches the file by the given address. */
const OFFICE_VIEWER = 'https://view.officeapps.live.com/op/embed.aspx'

interface PreviewProps {
  document: Pick<DocumentView, 'id' | 'displayName'>
  /** The page of a PDF, starting with 1. */
  page?: number | undefined
  /** Office files go to the external viewer only on request. */
  asks?: boolean
}

/** A PDF or an image in place, or an office file in the external viewer, by an address fetched when it opens. */
export const Preview = ({ document, page, asks = false }: PreviewProps) => {
  const { data, error, refetch } = useFreshDocument(document.id)
  const [agreed, setAgreed] = useState(!asks)
  const height = useIsTablet() ? HEIGHT.narrow : HEIGHT.wide
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={height} />
  const { signedPreviewUrl, signedViewerUrl, displayName, mimeType, id } = data
  if (signedPreviewUrl && mimeType.startsWith('image/')) {
    return (
      <div className={classes.image} style={{ height }}>
        <img src={signedPreviewUrl} alt={displayName} />
      </div>
    )
  }
  if (signedPreviewUrl) {
    const src = page ? `${signedPreviewUrl}#page=${page}` : signedPreviewUrl
    // A frame follows a change of page only when it is recreated.
    return <iframe key={src} className={classes.frame} style={{ height }} src={src} title={displayName} />
  }
  if (!signedViewerUrl) return <p>No preview for this file type.</p>
  if (!agreed) {
    return (
      <div className={classes.ask}>
        <p>
          Word, Excel and PowerPoint previews use Microsoft’s online viewer, which gets access to this file for ten
          minutes.
        </p>
        <div className={classes.askButtons}>
          <Button variant="default" onClick={() => setAgreed(true)}>
            Show preview
          </Button>
          <Button variant="subtle" onClick={() => downloadDocument(id)}>
            Download instead
          </Button>
        </div>
      </div>
    )
  }
  const src = `${OFFICE_VIEWER}?src=${encodeURIComponent(signedViewerUrl)}`
  return <iframe className={classes.frame} style={{ height }} src={src} title={displayName} />
}
