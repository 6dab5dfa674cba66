import { IconPencil } from '@tabler/icons-react'
import { type MouseEvent, useRef, useState } from 'react'
import classes from './table.module.css'
import type { CellEdit } from './types.ts'

interface EditableCellProps<Row> {
  header: string
  row: Row
  edit: CellEdit<Row>
  onEdit?: ((isEdited: boolean) => void) | undefined
}

/** "owners", but "SOC 2" */
const inSentence = (header: string): string =>
  /^.[A-Z]/.test(header) ? header : header.charAt(0).toLowerCase() + header.slice(1)

/** The pencil in a cell, and what it opens: with a click, Enter or F2. */
export const EditableCell = <Row,>({ header, row, edit, onEdit }: EditableCellProps<Row>) => {
  const pencil = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = edit.nameOf(row)
  const open = (event: MouseEvent): void => {
    setAnchor(event.currentTarget.closest('td'))
    onEdit?.(true)
  }
  const close = (returnsFocus: boolean): void => {
    setAnchor(null)
    onEdit?.(false)
    if (returnsFocus) pencil.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <button
        ref={pencil}
        type="button"
        className={classes.pencil}
        data-edit
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={`Edit ${inSentence(header)} of ${name}`}
        onClick={open}
        onKeyDown={(event) => event.key === 'F2' && event.currentTarget.click()}
      >
        <IconPencil size={14} aria-hidden />
      </button>
      {anchor && edit.editor({ row, label: `${header} of ${name}`, anchor, close })}
    </>
  )
}
