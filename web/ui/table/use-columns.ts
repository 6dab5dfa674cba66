import {
  type ColumnDef,
  columnVisibilityFeature,
  type Row as RowOf,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useCallback, useMemo, useState } from 'react'
import { recall, remember } from '../../lib/remembered.ts'
import type { Column } from './types.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })

/** A row with its position and whether it is selected. */
export type ModelRow<Row extends object> = RowOf<typeof features, Row>

export type Visibility = Record<string, boolean>

const storageKey = (name: string): string => `columns.${name}`

const remembered = (name: string | undefined): Visibility => {
  const saved = name ? recall(storageKey(name)) : null
  return typeof saved === 'object' && saved !== null ? (saved as Visibility) : {}
}

const initialVisibility = <Row>(name: string | undefined, columns: Column<Row>[]): Visibility => {
  const known = remembered(name)
  return Object.fromEntries(columns.map((column) => [column.id, known[column.id] ?? !column.hiddenByDefault]))
}

interface UseColumnsOptions<Row> {
  /** The name for remembering the chosen columns in this browser. */
  name: string | undefined
  columns: Column<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
  selectable: boolean
  pageKey: string | undefined
}

/** The table's model: visible columns, remembered by name, and the selected rows. */
export const useColumns = <Row extends object>({
  name,
  columns,
  rows,
  rowId,
  selectable,
  pageKey,
}: UseColumnsOptions<Row>) => {
  const [chosen, setVisibility] = useState<Visibility>({})
  // Columns can be added after the table. Each starts as remembered.
  const visibility = useMemo<Visibility>(
    () => ({ ...initialVisibility(name, columns), ...chosen }),
    [name, columns, chosen],
  )
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [selectedOn, setSelectedOn] = useState(pageKey)
  if (selectedOn !== pageKey) {
    setSelectedOn(pageKey)
    setSelection({})
  }
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () =>
      columns.map((column, index) => ({
        id: column.id,
        header: column.header,
        enableHiding: index > 0 && !column.always,
        cell: ({ row }) => column.cell(row.original),
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    enableRowSelection: selectable,
    state: { columnVisibility: visibility, rowSelection: selection },
    onRowSelectionChange: setSelection,
    onColumnVisibilityChange: setVisibility,
  })
  const toggleColumn = useCallback(
    (id: string) =>
      setVisibility((current) => {
        const next = { ...current, [id]: visibility[id] === false }
        if (name) remember(storageKey(name), { ...remembered(name), ...visibility, ...next })
        return next
      }),
    [name, visibility],
  )
  const clearSelection = useCallback(() => setSelection({}), [])
  const visibleColumns = columns.filter(
    (column, index) => index === 0 || column.always || visibility[column.id] !== false,
  )
  return { table, visibility, visibleColumns, toggleColumn, clearSelection }
}
