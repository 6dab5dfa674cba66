import {
  type ColumnDef,
  type Row as RowOf,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useCallback, useMemo, useState } from 'react'
import { columnsIn, columnsText } from '../../../schema/shared/list-columns.ts'
import { type Arranged, arranged, choiceOf, shownOf } from './arrangement.ts'
import { keepColumns, useKeptColumns } from './kept-columns.ts'
import type { Column } from './types.ts'

const features = tableFeatures({ rowSelectionFeature })

/** A row with its position and whether it is selected. */
export type ModelRow<Row extends object> = RowOf<typeof features, Row>

/** The columns in the address of the page, which count before those that the person keeps. */
export interface ColumnsInAddress {
  text: string | undefined
  set: (text: string | undefined) => void
}

interface UseColumnsOptions<Row> {
  /** The name under which the chosen columns are kept. */
  name: string | undefined
  address: ColumnsInAddress | undefined
  columns: Column<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
  selectable: boolean
  pageKey: string | undefined
}

/** The table's model: its columns as they were arranged, and the selected rows. */
export const useColumns = <Row extends object>({
  name,
  address,
  columns,
  rows,
  rowId,
  selectable,
  pageKey,
}: UseColumnsOptions<Row>) => {
  const kept = useKeptColumns(name)
  const text = address?.text ?? kept
  const arrangement = useMemo(() => arranged(columns, text === null ? null : columnsIn(text)), [columns, text])
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [selectedOn, setSelectedOn] = useState(pageKey)
  if (selectedOn !== pageKey) {
    setSelectedOn(pageKey)
    setSelection({})
  }
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () => columns.map(({ id, header, cell }) => ({ id, header, cell: ({ row }) => cell(row.original) })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    enableRowSelection: selectable,
    state: { rowSelection: selection },
    onRowSelectionChange: setSelection,
  })
  const setAddress = address?.set
  const arrange = useCallback(
    (next: readonly Arranged<Row>[] | null) => {
      const chosen = next && columnsText(choiceOf(next))
      if (name) keepColumns(name, chosen)
      setAddress?.(chosen ?? undefined)
    },
    [name, setAddress],
  )
  const clearSelection = useCallback(() => setSelection({}), [])
  const visibleColumns = useMemo(() => shownOf(arrangement), [arrangement])
  return { table, arrangement, arrange, isArranged: text !== null, visibleColumns, clearSelection }
}
