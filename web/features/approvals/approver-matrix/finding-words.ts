import type { Finding } from '../../../../schema/approvals/approver-matrix/findings.ts'
import type { MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { columnsOf } from './columns.ts'
import type { Names } from './text/cell-text.ts'

const SHOWN = 3

/** "Row 2", "Rows 2 and 5", "Rows 2, 5 and 3 others". */
export const rowsText = (indexes: readonly number[]): string => {
  const numbers = indexes.map((index) => String(index + 1))
  if (numbers.length === 1) return `Row ${numbers[0]}`
  const shown = numbers.slice(0, Math.min(numbers.length, SHOWN) - 1)
  const rest = numbers.length - shown.length
  const last = rest === 1 ? numbers.at(-1) : `${rest} others`
  return `Rows ${shown.join(', ')} and ${last}`
}

/** What is unusual about a row, in a sentence that says what it means. */
export const findingText = (finding: Finding, grid: MatrixGrid, names: Names): string => {
  if (finding.kind === 'NO_APPROVER') return 'Has no effect: it names no approvers'
  if (finding.kind === 'REDUNDANT')
    return `No change: ${rowsText(finding.by).toLowerCase()} already ${finding.by.length === 1 ? 'asks' : 'ask'} everyone here`
  if (finding.kind === 'SAME_CONDITIONS')
    return `Same conditions as ${rowsText(finding.by).toLowerCase()}; the approvers of both are required`
  const column = columnsOf(grid).find(({ id }) => id === finding.columnId)?.label ?? ''
  const who = finding.ids.map((id) => names.get(id)?.name ?? id).join(', ')
  if (finding.kind === 'DISABLED') return `${column}: ${who} can no longer sign in and won’t be asked`
  return `${column}: something here no longer exists and never matches`
}
