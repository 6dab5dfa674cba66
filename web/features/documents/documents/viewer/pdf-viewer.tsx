import { ActionIcon, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconExternalLink, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { DocumentView } from '../../../../../schema/documents/documents/endpoints.ts'
import { ErrorState } from '../../../../ui/states.tsx'
import { Marks, type MarksProps } from './marks.tsx'
import type { PdfFile } from './pdf-file.ts'
import classes from './viewer.module.css'

interface PdfViewerProps extends Omit<MarksProps, 'page' | 'file'> {
  document: Pick<DocumentView, 'id' | 'displayName'>
  url: string
}

/** Widths of the page, where 1 is that of the window. */
const ZOOMS = [1, 1.25, 1.5, 2, 3]
/** Until a window that is being resized stays. */
const SETTLED_MS = 120

/** Follows an element's width. */
const useWidth = () => {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const node = box.current
    if (!node || typeof ResizeObserver === 'undefined') return
    let wait: ReturnType<typeof setTimeout> | undefined
    const measure = () => setWidth(node.clientWidth)
    measure()
    const observer = new ResizeObserver(() => {
      clearTimeout(wait)
      wait = setTimeout(measure, SETTLED_MS)
    })
    observer.observe(node)
    return () => {
      clearTimeout(wait)
      observer.disconnect()
    }
  }, [])
  return { box, width }
}

/** A PDF page by page, as wide as its place or wider, with places on it that can be chosen. */
export const PdfViewer = ({ document: { displayName }, url, marks, active, onMark }: PdfViewerProps) => {
  const { box, width } = useWidth()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [file, setFile] = useState<PdfFile | null>(null)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(1)
  const [ratio, setRatio] = useState<number | null>(null)
  const [error, setError] = useState<Error | null>(null)
  // A later address leads to the same file, which stays open.
  const [source, setSource] = useState({ url })
  useEffect(() => {
    const left = new AbortController()
    let opened: PdfFile | undefined
    setError(null)
    import('./pdf-file.ts')
      .then(({ openPdf }) => openPdf(source.url, left.signal))
      .then((found) => {
        opened = found
        if (left.signal.aborted) found.close()
        else setFile(found)
      })
      .catch((cause: unknown) => {
        if (!left.signal.aborted) setError(cause instanceof Error ? cause : new Error(String(cause)))
      })
    return () => {
      left.abort()
      opened?.close()
      setFile(null)
    }
  }, [source])
  useEffect(() => {
    if (!file || !canvas.current || width === 0) return
    const left = new AbortController()
    file
      .draw(page, canvas.current, width * zoom, left.signal)
      .then((found) => !left.signal.aborted && setRatio(found))
      .catch((cause: unknown) => {
        if (!left.signal.aborted) setError(cause instanceof Error ? cause : new Error(String(cause)))
      })
    return () => left.abort()
  }, [file, page, width, zoom])
  const chosen = marks.find(({ id }) => id === active)
  const chosenPage = chosen?.page
  useEffect(() => {
    if (chosenPage !== undefined) setPage(chosenPage)
  }, [chosenPage])
  const pages = file?.pages ?? 1
  // On a tab that isn’t shown nothing is drawn.
  const isWaiting = ratio === null && width > 0
  const step = (by: number) => setZoom(ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom)
  const marked = chosen && chosen.page === page ? `, marked: ${chosen.text}` : ''
  return (
    <div className={classes.viewer}>
      <div className={classes.tools} role="toolbar" aria-label="Document">
        {pages > 1 && (
          <>
            <ActionIcon aria-label="Previous page" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              <IconChevronLeft size={16} />
            </ActionIcon>
            <span role="status">
              {page} of {pages}
            </span>
            <ActionIcon aria-label="Next page" disabled={page >= pages} onClick={() => setPage(page + 1)}>
              <IconChevronRight size={16} />
            </ActionIcon>
          </>
        )}
        <ActionIcon aria-label="Zoom out" disabled={zoom === ZOOMS[0]} onClick={() => step(-1)}>
          <IconZoomOut size={16} />
        </ActionIcon>
        <span>{Math.round(zoom * 100)}%</span>
        <ActionIcon aria-label="Zoom in" disabled={zoom === ZOOMS.at(-1)} onClick={() => step(1)}>
          <IconZoomIn size={16} />
        </ActionIcon>
        <ActionIcon component="a" href={url} target="_blank" rel="noreferrer" aria-label={`Open ${displayName}`}>
          <IconExternalLink size={16} />
        </ActionIcon>
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => setSource({ url })} compact />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <section className={classes.window} ref={box} tabIndex={0} aria-label={displayName}>
          <div
            className={classes.sheet}
            aria-busy={isWaiting}
            style={{ width: `${zoom * 100}%`, aspectRatio: `1 / ${ratio ?? Math.SQRT2}` }}
          >
            {isWaiting && <Skeleton className={classes.wait ?? ''} />}
            <canvas ref={canvas} role="img" aria-label={`Page ${page} of ${displayName}${marked}`} />
            {file && ratio !== null && <Marks file={file} page={page} marks={marks} active={active} onMark={onMark} />}
          </div>
        </section>
      )}
    </div>
  )
}
