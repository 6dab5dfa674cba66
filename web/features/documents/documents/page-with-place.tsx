import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { readDocument } from './api.ts'
import classes from './documents.module.css'
import type { Place } from './places.ts'

/** The width of the drawing. Pixels. */
const SHARPNESS = 1130

interface PageWithPlaceProps {
  document: Pick<DocumentView, 'id' | 'displayName'>
  place: Place
  onClose: () => void
}

/** A page of a PDF, drawn here, with the place of an extracted term marked. */
export const PageWithPlace = ({ document, place, onClose }: PageWithPlaceProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'drawn' | Error>('loading')
  const [attempt, setAttempt] = useState(0)
  const { id } = document
  const { page } = place
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt draws it again
  useEffect(() => {
    const left = new AbortController()
    setState('loading')
    const draw = async () => {
      const [{ openPdf }, { signedPreviewUrl }] = await Promise.all([
        import('./viewer/pdf-file.ts'),
        readDocument(id, left.signal),
      ])
      if (!signedPreviewUrl || !canvas.current) throw new Error('This document has no preview.')
      const file = await openPdf(signedPreviewUrl, left.signal)
      try {
        await file.draw(page, canvas.current, SHARPNESS, left.signal)
      } finally {
        file.close()
      }
      if (!left.signal.aborted) setState('drawn')
    }
    draw().catch((error: unknown) => {
      if (!left.signal.aborted) setState(error instanceof Error ? error : new Error(String(error)))
    })
    return () => left.abort()
  }, [id, page, attempt])
  useEffect(() => {
    if (state === 'drawn' && place) mark.current?.scrollIntoView({ block: 'center' })
  }, [state, place])
  return (
    <div className={classes.placed}>
      <div className={classes.placedHead}>
        <h2 className={classes.heading}>Page {page}</h2>
        <Button variant="default" size="compact-sm" onClick={onClose}>
          Show whole document
        </Button>
      </div>
      {state instanceof Error ? (
        <ErrorState error={state} onRetry={() => setAttempt(attempt + 1)} compact />
      ) : (
        <div className={classes.sheet} aria-busy={state === 'loading'}>
          {state === 'loading' && <Skeleton className={classes.sheetWait ?? ''} />}
          <canvas
            ref={canvas}
            role="img"
            aria-label={`Page ${page} of ${document.displayName}, marked: ${place.mention}`}
          />
          {state === 'drawn' &&
            place.boxes.map((box, i) => (
              <div
                key={JSON.stringify(box)}
                ref={i === 0 ? mark : undefined}
                className={classes.place}
                style={{
                  left: `${box.left * 100}%`,
                  top: `${box.top * 100}%`,
                  width: `${box.width * 100}%`,
                  height: `${box.height * 100}%`,
                }}
              />
            ))}
        </div>
      )}
    </div>
  )
}
