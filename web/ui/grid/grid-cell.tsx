import type { ReactNode } from 'react'
import { ChoiceEditor } from './choice-editor.tsx'
import type { GridColumn, GridRow } from './columns.ts'
import { readRow, unreadRow } from './columns.ts'
import { textOfCell, typedInto } from './edits.ts'
import classes from './grid.module.css'
import { type Next, TextEditor } from './text-editor.tsx'

interface GridCellProps<Row extends GridRow> {
  column: GridColumn<Row>
  row: Row
  /** From 1. */
  number: number
  error: ReactNode
  /** What it was opened with, or null while it is only shown. */
  editing: string | null
  onDone: (row: Row, next: Next) => void
  onCancel: (next: Next) => void
}

/** What is in a cell, or its editor. */
export const GridCell = <Row extends GridRow>(props: GridCellProps<Row>) => {
  const { column, row, number, error, editing, onDone, onCancel } = props
  const text = textOfCell(column, row)
  const note = column.note?.(row)
  const label = `${column.header} of line ${number}`
  const isTyped = editing !== null && editing !== ''
  return (
    <>
      <span className={classes.value} data-unread={row.unread?.[column.id] !== undefined || undefined}>
        {text}
      </span>
      {note && <span className={classes.cellNote}>{note}</span>}
      {error && <span className={classes.error}>{error}</span>}
      {editing !== null &&
        (column.kind === 'choice' ? (
          <ChoiceEditor
            label={label}
            start={editing}
            isTyped={isTyped}
            placeholder={text || 'Search'}
            useFound={column.useFound}
            onDone={(option, next) => {
              column.remember(option)
              onDone(column.set(readRow(row, column.id), option.value), next)
            }}
            onText={(typed, next) => onDone(unreadRow(column.set(row, null), column.id, typed.trim()), next)}
            onCancel={onCancel}
          />
        ) : (
          <TextEditor
            label={label}
            start={isTyped ? editing : text}
            isTyped={isTyped}
            isAmount={column.kind === 'amount'}
            onDone={(typed, next) => (typed === text ? onCancel(next) : onDone(typedInto(column, row, typed), next))}
            onCancel={() => onCancel('stay')}
          />
        ))}
    </>
  )
}
