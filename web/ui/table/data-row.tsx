import { Checkbox } from '@mantine/core'
import { type CSSProperties, type MouseEvent, useId } from 'react'
import { isPinned } from './arrangement.ts'
import { EditableCell } from './editable-cell.tsx'
import classes from './table.module.css'
import type { Column } from './types.ts'

interface DataRowProps<Row> {
  row: Row
  /** Position in the list. j, k and the virtualizer find the row by it. */
  index: number
  columns: Column<Row>[]
  flexId: string | undefined
  opens: boolean
  /** Whether cells can be edited in the row. */
  edits: boolean
  measure: ((element: Element | null) => void) | undefined
  rowIndex: number | undefined
  onClick: (event: MouseEvent, row: Row) => void
  /** Told when a cell is opened for editing, and when it is closed. */
  onEdit?: ((isEdited: boolean) => void) | undefined
  selection: { selected: boolean; toggle: (event: unknown) => void } | undefined
}

const cardPlace = (id: string, position: number): Column<unknown>['card'] => {
  if (position === 0) return 'title'
  return id === 'actions' ? 'corner' : 'pair'
}

export const DataRow = <Row,>(props: DataRowProps<Row>) => {
  const { row, index, columns, flexId, opens, edits, measure, rowIndex, onClick, onEdit, selection } = props
  const id = useId()
  return (
    <tr
      ref={measure}
      data-index={index}
      data-opens={opens || undefined}
      data-selected={selection?.selected || undefined}
      tabIndex={opens ? 0 : undefined}
      aria-rowindex={rowIndex}
      onClick={(event) => onClick(event, row)}
    >
      {selection && (
        <td className={classes.check} data-no-open>
          <Checkbox
            size="xs"
            id={`${id}-select`}
            aria-label="Select row"
            aria-labelledby={`${id}-select ${id}-name`}
            checked={selection.selected}
            onChange={selection.toggle}
          />
        </td>
      )}
      {columns.map((column, position) => (
        <td
          key={column.id}
          {...(position === 0 && { id: `${id}-name`, role: 'rowheader' })}
          data-align={column.align}
          data-flex={column.id === flexId || undefined}
          data-pinned={isPinned(column) || undefined}
          {...(column.clip &&
            column.id !== flexId &&
            column.width && { 'data-clip': true, style: { '--ol-clip': column.width } as CSSProperties })}
          data-card={column.card ?? cardPlace(column.id, position)}
          data-label={column.header}
        >
          {column.cell(row)}
          {edits && column.edit?.can(row) && (
            <EditableCell header={column.header} row={row} edit={column.edit} onEdit={onEdit} />
          )}
        </td>
      ))}
    </tr>
  )
}
