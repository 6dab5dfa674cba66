import type { MatrixGrid, MatrixRow } from './model.ts'

/**
 * Findings about a matrix, row by row. None of them prevents saving. They are shown beside the row.
 * - REDUNDANT: other rows already name everyone in it, for every request that it matches. All redundant rows can be
 * removed together without changing any request's approvers, and no other row can.
 * - SAME_CONDITIONS: another row above has the same conditions and other people. Both count.
 * - NO_APPROVER: it names no one.
 * - DISABLED, UNKNOWN: it names people who can no longer sign in, or something that no longer exists.
 */
export type Finding =
  | { kind: 'REDUNDANT'; rowId: string /** The rows that make it so, by index. */; by: number[] }
  | { kind: 'SAME_CONDITIONS'; rowId: string; by: number[] }
  | { kind: 'NO_APPROVER'; rowId: string }
  | { kind: 'DISABLED' | 'UNKNOWN'; rowId: string; columnId: string; ids: string[] }

/** What is known about an id in a cell. */
export type CellState = 'OK' | 'DISABLED' | 'UNKNOWN'

/** For one row: the sets of its condition cells by column, null for a cell that matches anything. */
type Box = (ReadonlySet<string> | null)[]

const boxOf = (grid: MatrixGrid, row: MatrixRow): Box =>
  grid.conditionColumns.map((column) => {
    const cell = row.conditions[column.id]
    return cell?.length ? new Set(cell) : null
  })

const conditionKey = (grid: MatrixGrid, row: MatrixRow): string =>
  JSON.stringify(grid.conditionColumns.map((column) => [...new Set(row.conditions[column.id])].sort()))

const peopleOf = (grid: MatrixGrid, row: MatrixRow): { columnId: string; userId: string }[] =>
  grid.approverColumns.flatMap(({ id }) => (row.approvers[id] ?? []).map((userId) => ({ columnId: id, userId })))

/**
 * The most steps for one question about one row. Beyond that the row counts as needed, so there are no false alarms.
 */
const MAX_STEPS = 5000

interface Covering {
  box: Box
  index: number
}

/**
 * Whether each request that matches a box also matches one of the others. More values in a request only make more rows
 * match, so it is enough to check requests with one value for each filled cell, and none where the cell is empty.
 * Returns the rows that were needed to cover it, or null.
 */
const coveredBy = (box: Box, others: readonly Covering[]): Set<number> | null => {
  const used = new Set<number>()
  let steps = 0
  const covered = (part: Box, from: number): boolean => {
    if (part.some((values) => values?.size === 0)) return true
    for (let i = from; i < others.length; i++) {
      steps += 1
      if (steps > MAX_STEPS) return false
      const other = others[i] as Covering
      // A request without such a value matches only an empty cell.
      const meets = part.every((values, k) => {
        const cell = other.box[k]
        return !cell || (values !== null && [...values].some((value) => cell.has(value)))
      })
      if (!meets) continue
      used.add(other.index)
      // What is left of the box, column by column, after removing the other's part.
      const rest = [...part]
      for (let k = 0; k < part.length; k++) {
        const cell = other.box[k]
        const values = rest[k]
        if (!cell || !values) continue
        const outside = new Set([...values].filter((value) => !cell.has(value)))
        if (outside.size > 0 && !covered(rest.with(k, outside), i + 1)) return false
        rest[k] = new Set([...values].filter((value) => cell.has(value)))
      }
      return true
    }
    return false
  }
  return covered(box, 0) ? used : null
}

/** From the last row to the first, so that the first of two equal rows stays. */
const redundantRows = (grid: MatrixGrid): Map<string, number[]> => {
  const boxes = grid.rows.map((row, index): Covering => ({ box: boxOf(grid, row), index }))
  const naming = new Map<string, Set<number>>()
  const key = (person: { columnId: string; userId: string }) => `${person.columnId} ${person.userId}`
  const people = grid.rows.map((row) => peopleOf(grid, row))
  people.forEach((named, index) => {
    for (const person of named) naming.set(key(person), (naming.get(key(person)) ?? new Set()).add(index))
  })
  const found = new Map<string, number[]>()
  for (let index = grid.rows.length - 1; index >= 0; index--) {
    const row = grid.rows[index]
    const own = boxes[index]
    const named = people[index]
    if (!row || !own || !named?.length) continue
    const by = new Set<number>()
    const isRedundant = named.every((person) => {
      const others = [...(naming.get(key(person)) ?? [])].filter((other) => other !== index)
      const needed = coveredBy(
        own.box,
        others.map((other) => boxes[other] as Covering),
      )
      for (const other of needed ?? []) by.add(other)
      return needed !== null
    })
    if (!isRedundant) continue
    found.set(
      row.id,
      [...by].sort((a, b) => a - b),
    )
    for (const person of named) naming.get(key(person))?.delete(index)
  }
  return found
}

/**
 * A row that names no one is never redundant, because it is already reported as NO_APPROVER.
 * @param stateOf states of the ids in condition and approver cells; unknown ids count as OK
 */
export const findingsOf = (grid: MatrixGrid, stateOf: (id: string) => CellState): Finding[] => {
  const redundant = redundantRows(grid)
  const firstWith = new Map<string, number>()
  return grid.rows.flatMap((row, index) => {
    const findings: Finding[] = []
    const conditions = conditionKey(grid, row)
    const same = firstWith.get(conditions)
    if (same === undefined) firstWith.set(conditions, index)
    const by = redundant.get(row.id)
    if (by) findings.push({ kind: 'REDUNDANT', rowId: row.id, by })
    else if (same !== undefined) findings.push({ kind: 'SAME_CONDITIONS', rowId: row.id, by: [same] })
    if (grid.approverColumns.length > 0 && peopleOf(grid, row).length === 0)
      findings.push({ kind: 'NO_APPROVER', rowId: row.id })
    for (const { id: columnId } of [...grid.conditionColumns, ...grid.approverColumns]) {
      const ids = row.conditions[columnId] ?? row.approvers[columnId] ?? []
      for (const kind of ['DISABLED', 'UNKNOWN'] as const) {
        const odd = ids.filter((id) => stateOf(id) === kind)
        if (odd.length > 0) findings.push({ kind, rowId: row.id, columnId, ids: odd })
      }
    }
    return findings
  })
}
