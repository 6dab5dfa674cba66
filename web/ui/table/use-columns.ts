import {
  type ColumnDef,
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useCallback, useMemo, useState } from 'react'
import { recall, remember } from '../../lib/remembered.ts'
import type { Column } from './types.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })

export type Visibility = Record<string, boolean>

const storageKey = (name: string): string => `columns.${name}`

const initialVisibility = <Row>(name: string | undefined, columns: Column<Row>[]): Visibility => {
  const saved = name ? recall(storageKey(name)) : null
  const known = typeof saved === 'object' && saved !== null ? (saved as Visibility) : {}
  return Object.fromEntries(columns.map((column) => [column.id, known[column.id] ?? !column.hiddenByDefault]))
}

interface UseColumnsOptions<Row> {
  /** Under which the chosen columns are remembered in this browser. */
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
  const [visibility, setVisibility] = useState<Visibility>(() => initialVisibility(name, columns))
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
        const next = { ...current, [id]: current[id] === false }
        if (name) remember(storageKey(name), next)
        return next
      }),
    [name],
  )
  const clearSelection = useCallback(() => setSelection({}), [])
  const visibleColumns = columns.filter(
    (column, index) => index === 0 || column.always || visibility[column.id] !== false,
  )
  return { table, visibility, visibleColumns, toggleColumn, clearSelection }
}
