import type { MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'

/**
 * Unknown text in a cell. It is stored among the cell's ids, so that undo and merge treat it the same. Ids contain
 * neither mark. It is never saved.
 */
export type UnknownReason = 'NOT_FOUND' | 'AMBIGUOUS'

const MARKS: Record<UnknownReason, string> = { NOT_FOUND: '?', AMBIGUOUS: '!' }

export const unknownEntry = (text: string, reason: UnknownReason = 'NOT_FOUND'): string => `${MARKS[reason]}${text}`

export const isUnknown = (entry: string): boolean => entry.startsWith('?') || entry.startsWith('!')

export const unknownReason = (entry: string): UnknownReason => (entry.startsWith('!') ? 'AMBIGUOUS' : 'NOT_FOUND')

/** The text as it was typed or pasted. */
export const textOfUnknown = (entry: string): string => entry.slice(1)

/** The matrix without unknown entries, for checks and trials. */
export const knownOnly = (grid: MatrixGrid): MatrixGrid => {
  const clean = (cells: Record<string, string[]>): Record<string, string[]> =>
    Object.values(cells).some((cell) => cell.some(isUnknown))
      ? Object.fromEntries(Object.entries(cells).map(([id, cell]) => [id, cell.filter((entry) => !isUnknown(entry))]))
      : cells
  return {
    ...grid,
    rows: grid.rows.map((row) => ({ ...row, conditions: clean(row.conditions), approvers: clean(row.approvers) })),
  }
}
