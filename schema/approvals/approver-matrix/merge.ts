import { columnIdsOf, isReordered, sameCell, sameRow } from './difference.ts'
import { cellOf, type MatrixGrid, type MatrixRow } from './model.ts'

/**
 * Merges two people's changes of the same matrix. What only one of them changed is taken over. If both changed the same
 * thing differently, someone has to choose.
 */
export type MergeConflict =
  | { kind: 'CELL'; key: string; rowId: string; columnId: string; mine: readonly string[]; theirs: readonly string[] }
  | { kind: 'NAME'; key: string; columnId: string; mine: string; theirs: string }
  /** One removed what the other changed. */
  | { kind: 'ROW_REMOVED' | 'COLUMN_REMOVED'; key: string; id: string; removedBy: 'mine' | 'theirs' }

export type MergeChoice = 'mine' | 'theirs'

export interface Merge {
  merged: MatrixGrid
  conflicts: MergeConflict[]
}

const find = <T extends { id: string }>(entries: readonly T[], id: string): T | undefined =>
  entries.find((entry) => entry.id === id)

/** The order of the person who moved something (mine if both did). What the other added goes after its neighbor. */
const mergeOrder = (base: string[], mine: string[], theirs: string[], kept: ReadonlySet<string>): string[] => {
  const [lead, other] = isReordered(base, mine) ? [mine, theirs] : [theirs, mine]
  const order = lead.filter((id) => kept.has(id))
  const placed = new Set(order)
  other.forEach((id, index) => {
    if (!kept.has(id) || placed.has(id)) return
    const neighbour = other.slice(0, index).findLast((before) => placed.has(before))
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, id)
    placed.add(id)
  })
  return order
}

/**
 * @param base the state that both started from
 * @param choices by the keys of conflicts; mine by default
 */
export const mergeGrids = (
  base: MatrixGrid,
  mine: MatrixGrid,
  theirs: MatrixGrid,
  choices: Readonly<Record<string, MergeChoice>> = {},
): Merge => {
  const conflicts: MergeConflict[] = []
  const settle = <T>(conflict: MergeConflict, ofMine: T, ofTheirs: T): T => {
    conflicts.push(conflict)
    return choices[conflict.key] === 'theirs' ? ofTheirs : ofMine
  }
  const columns = columnIdsOf(base)
  const rowById = (grid: MatrixGrid) => new Map(grid.rows.map((row) => [row.id, row]))
  const [baseRows, mineRows, theirRows] = [rowById(base), rowById(mine), rowById(theirs)]

  /** Whether the other person changed something that one removed, which is a conflict for them to settle. */
  const remains = (
    kind: 'ROW_REMOVED' | 'COLUMN_REMOVED',
    id: string,
    has: { base: boolean; mine: boolean; theirs: boolean },
    changed: (by: MatrixGrid) => boolean,
  ): boolean => {
    if (has.mine && has.theirs) return true
    if (!has.base) return true
    if (!has.mine && !has.theirs) return false
    const removedBy = has.mine ? 'theirs' : 'mine'
    if (!changed(has.mine ? mine : theirs)) return false
    return settle({ kind, key: `${kind} ${id}`, id, removedBy }, has.mine, has.theirs)
  }

  const mergeColumns = <T extends { id: string }>(of: (grid: MatrixGrid) => T[], join: (id: string) => T): T[] => {
    const ids = (grid: MatrixGrid) => of(grid).map((column) => column.id)
    const all = [...new Set([...ids(base), ...ids(mine), ...ids(theirs)])]
    const kept = all.filter((id) =>
      remains(
        'COLUMN_REMOVED',
        id,
        { base: ids(base).includes(id), mine: ids(mine).includes(id), theirs: ids(theirs).includes(id) },
        (by) =>
          JSON.stringify(find(of(by), id)) !== JSON.stringify(find(of(base), id)) ||
          by.rows.some((row) => {
            const before = baseRows.get(row.id)
            return before !== undefined && !sameCell(cellOf(before, id), cellOf(row, id))
          }),
      ),
    )
    return mergeOrder(ids(base), ids(mine), ids(theirs), new Set(kept)).map(join)
  }

  const nameOf = (columnId: string): { id: string; name: string } => {
    const name = (grid: MatrixGrid) => find(grid.approverColumns, columnId)?.name
    const [was, own, other] = [name(base), name(mine), name(theirs)]
    if (own === undefined || other === undefined) return { id: columnId, name: own ?? other ?? '' }
    if (own === other || other === was) return { id: columnId, name: own }
    if (own === was) return { id: columnId, name: other }
    return {
      id: columnId,
      name: settle({ kind: 'NAME', key: `NAME ${columnId}`, columnId, mine: own, theirs: other }, own, other),
    }
  }
  const conditionColumns = mergeColumns(
    (grid) => grid.conditionColumns,
    (id) =>
      (find(mine.conditionColumns, id) ?? find(theirs.conditionColumns, id)) as MatrixGrid['conditionColumns'][number],
  )
  const approverColumns = mergeColumns((grid) => grid.approverColumns, nameOf)

  const ids = [...new Set([...baseRows.keys(), ...mineRows.keys(), ...theirRows.keys()])]
  const keptRows = ids.filter((id) =>
    remains('ROW_REMOVED', id, { base: baseRows.has(id), mine: mineRows.has(id), theirs: theirRows.has(id) }, (by) => {
      const [before, after] = [baseRows.get(id), rowById(by).get(id)]
      return Boolean(before && after && !sameRow(columns, before, after))
    }),
  )
  const cellOfBoth = (rowId: string, columnId: string): readonly string[] => {
    const read = (rows: Map<string, MatrixRow>): readonly string[] | undefined => {
      const row = rows.get(rowId)
      return row && cellOf(row, columnId)
    }
    const [was, own, other] = [read(baseRows) ?? [], read(mineRows), read(theirRows)]
    if (own === undefined || other === undefined) return own ?? other ?? []
    if (sameCell(own, other) || sameCell(other, was)) return own
    if (sameCell(own, was)) return other
    return settle(
      { kind: 'CELL', key: `CELL ${rowId} ${columnId}`, rowId, columnId, mine: own, theirs: other },
      own,
      other,
    )
  }
  const cells = (rowId: string, of: readonly { id: string }[]): Record<string, string[]> =>
    Object.fromEntries(
      of.map(({ id }): [string, string[]] => [id, [...cellOfBoth(rowId, id)]]).filter(([, cell]) => cell.length > 0),
    )
  const rows = mergeOrder([...baseRows.keys()], [...mineRows.keys()], [...theirRows.keys()], new Set(keptRows)).map(
    (id): MatrixRow => ({ id, conditions: cells(id, conditionColumns), approvers: cells(id, approverColumns) }),
  )
  return { merged: { conditionColumns, approverColumns, rows }, conflicts }
}
