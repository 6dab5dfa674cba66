import type { MatrixLogic } from '../../../../schema/approvals/approver-matrix/endpoints.ts'
import { cellOf, MATRIX_LIMITS, type MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { columnsOf } from './columns.ts'
import type { Names } from './text/cell-text.ts'
import { isUnknown, textOfUnknown, unknownReason } from './unknown.ts'

/** What prevents saving, and where: a cell, a column's name, or the whole matrix. */
export interface MatrixProblem {
  rowId: string | null
  columnId: string | null
  where: string
  message: string
}

const MOST_LISTED = 100

export const unknownText = (entry: string): string =>
  unknownReason(entry) === 'AMBIGUOUS'
    ? `More than one match for “${textOfUnknown(entry)}”. Use the email address.`
    : `“${textOfUnknown(entry)}” doesn’t exist. Choose an existing name, or remove it.`

/** @param saved the previous matrix: people disabled while in it may stay */
export const matrixProblems = (grid: MatrixGrid, saved: MatrixGrid, names: Names): MatrixProblem[] => {
  const problems: MatrixProblem[] = []
  const columns = columnsOf(grid)
  const taken = new Set<string>()
  for (const { id, name } of grid.approverColumns) {
    const where = name.trim() || 'Unnamed column'
    const key = name.trim().toLowerCase()
    const message = key === '' ? 'Name this column' : taken.has(key) ? 'Another column has this name' : null
    if (message) problems.push({ rowId: null, columnId: id, where, message })
    taken.add(key)
  }
  const kept = new Set(saved.rows.flatMap((row) => Object.values(row.approvers).flat()))
  let total = 0
  grid.rows.forEach((row, index) => {
    for (const column of columns) {
      const entries = cellOf(row, column.id)
      total += entries.length
      const unknown = entries.find(isUnknown)
      const disabled = entries.find((id) => names.get(id)?.disabled && !kept.has(id))
      if (problems.length >= MOST_LISTED || (!unknown && !disabled)) continue
      problems.push({
        rowId: row.id,
        columnId: column.id,
        where: `Row ${index + 1}, ${column.label}`,
        message: unknown
          ? unknownText(unknown)
          : `${names.get(disabled ?? '')?.name} can’t sign in anymore and can’t approve`,
      })
    }
  })
  if (total > MATRIX_LIMITS.total) {
    const most = MATRIX_LIMITS.total.toLocaleString('en-US')
    const message = `A matrix holds at most ${most} values and people; this one has ${total.toLocaleString('en-US')}. Split it in two.`
    problems.push({ rowId: null, columnId: null, where: 'The matrix', message })
  }
  return problems
}

/** The server's messages, by path of the sent body, at their cells. */
export const serverProblems = (fields: Record<string, string>, sent: MatrixLogic): MatrixProblem[] =>
  Object.entries(fields).map(([path, message]) => {
    const [list, column, , cell] = path.split('.')
    const of = list === 'conditionColumns' || list === 'approverColumns' ? sent[list][Number(column)] : undefined
    const ordinal = of?.cells[Number(cell)]?.ordinal
    const rowId = ordinal === undefined ? null : (sent.rows?.[ordinal]?.id ?? null)
    const where = ordinal === undefined ? 'The matrix' : `Row ${ordinal + 1}`
    return { rowId, columnId: of?.id ?? null, where, message }
  })
