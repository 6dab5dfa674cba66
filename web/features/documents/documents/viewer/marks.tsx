import { useEffect, useRef, useState } from 'react'
import type { Place } from '../places.ts'
import type { PdfFile } from './pdf-file.ts'
import classes from './viewer.module.css'

/** A value that was read, where it is written. */
export interface Mark {
  id: string
  /** "Total" */
  label: string
  /** As written in the document. */
  text: string
  page: number
  /** Empty if only the text is known, which is looked for. */
  boxes: Place['boxes']
}

export interface MarksProps {
  file: Pick<PdfFile, 'find'>
  page: number
  marks: readonly Mark[]
  /** The one that is looked at. */
  active: string | null
  onMark: (id: string) => void
}

/** What is found on a page that is drawn, over it. */
export const Marks = ({ file, page, marks, active, onMark }: MarksProps) => {
  const shown = marks.filter((mark) => mark.page === page)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (active !== null) current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [active])
  return shown.map((mark) => (
    <MarkBoxes
      key={mark.id}
      file={file}
      mark={mark}
      isActive={mark.id === active}
      current={mark.id === active ? current : null}
      onMark={onMark}
    />
  ))
}

interface MarkBoxesProps extends Pick<MarksProps, 'file' | 'onMark'> {
  mark: Mark
  isActive: boolean
  current: React.Ref<HTMLButtonElement>
}

const MarkBoxes = ({ file, mark, isActive, current, onMark }: MarkBoxesProps) => {
  const [found, setFound] = useState<Place['boxes']>([])
  const { boxes, page, text } = mark
  const isKnown = boxes.length > 0
  useEffect(() => {
    if (isKnown) return
    let isLeft = false
    file.find(page, text).then(
      (all) => !isLeft && setFound(all),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [file, isKnown, page, text])
  return (isKnown ? boxes : found).map((box, at) => (
    <button
      key={JSON.stringify(box)}
      ref={at === 0 ? current : undefined}
      type="button"
      tabIndex={at === 0 ? 0 : -1}
      aria-hidden={at > 0 || undefined}
      aria-label={`${mark.label}: ${text}`}
      title={mark.label}
      className={classes.mark}
      data-active={isActive || undefined}
      onClick={() => onMark(mark.id)}
      style={{
        left: `calc(${box.left * 100}% - 2px)`,
        top: `calc(${box.top * 100}% - 2px)`,
        width: `calc(${box.width * 100}% + 4px)`,
        height: `calc(${box.height * 100}% + 4px)`,
      }}
    />
  ))
}
