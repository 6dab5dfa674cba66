import type { MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { todayIn } from '../../../lib/format.ts'
import type { Names } from './text/cell-text.ts'
import { formatDelimited } from './text/delimited.ts'
import { exportLines } from './text/table.ts'

const fileName = (name: string): string =>
  `outlay-${
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'approver-matrix'
  }-${todayIn()}.csv`

/** The matrix as shown. The byte order mark tells spreadsheets that it is UTF-8. */
export const downloadCsv = (name: string, grid: MatrixGrid, names: Names): void => {
  const text = `\uFEFF${formatDelimited(exportLines(grid, names), ',')}\r\n`
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(name)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
