import { type MappingRow, TARGETS } from '../../../../schema/planning/actuals/mapping-values.ts'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'

/** Changes of mappings that aren't saved yet. Pure, so that every key and click is tested without a screen. */

export interface Target {
  /** Null for a new one with this name. */
  id: string | null
  name: string
}

type Named = { id: string; name: string } | null

/** What a person changes of a row. Missing fields are as they are saved. */
export interface Edit {
  target?: Target | null
  department?: Named
  businessUnit?: Named
  isTracked?: boolean
  isDismissed?: boolean
  isPayroll?: boolean
  trackingLevel?: MappingRow['trackingLevel']
  type?: MappingRow['type']
}

export type Edits = ReadonlyMap<string, Edit>
export const NO_EDITS: Edits = new Map()

/** The row as it will be. */
export type EditedRow = Omit<MappingRow, 'target'> & { target: Target | null }

export const editedRow = (row: MappingRow, edits: Edits): EditedRow => ({ ...row, ...edits.get(row.id) })

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What is as saved is no edit. */
export const withEdit = (edits: Edits, row: MappingRow, more: Edit): Edits => {
  const edit: Edit = { ...edits.get(row.id), ...more }
  // A vendor is mapped or dismissed, never both.
  if (more.target) edit.isDismissed = false
  if (more.isDismissed) edit.target = null
  const saved: Record<string, unknown> = row
  const left = Object.entries(edit).filter(([field, value]) => !same(value, saved[field]))
  const next = new Map(edits)
  if (left.length > 0) next.set(row.id, Object.fromEntries(left) as Edit)
  else next.delete(row.id)
  return next
}

export const proposed = (row: MappingRow): Target => row.proposal ?? row.target ?? { id: null, name: row.name.trim() }

/** Ticking maps it to what its name means, and unticking leaves it open. */
export const ticked = (edits: Edits, row: MappingRow): Edits =>
  withEdit(edits, row, { target: editedRow(row, edits).target ? null : proposed(row) })

/** Those that are open get what their names mean. If all of them are mapped, they are left open. */
export const allTicked = (edits: Edits, rows: readonly MappingRow[]): Edits => {
  const open = rows.filter((row) => editedRow(row, edits).target === null)
  return (open.length > 0 ? open : rows).reduce(ticked, edits)
}

/** Open rows get what their names mean. What a person has chosen stays. */
export const allMatched = (edits: Edits, rows: readonly MappingRow[]): Edits =>
  rows.reduce(
    (all, row) =>
      row.isUnmapped && all.get(row.id) === undefined ? withEdit(all, row, { target: proposed(row) }) : all,
    edits,
  )

/** The same change of several rows. */
export const allWith = (edits: Edits, rows: readonly MappingRow[], edit: Edit | ((row: MappingRow) => Edit)): Edits =>
  rows.reduce((all, row) => withEdit(all, row, typeof edit === 'function' ? edit(row) : edit), edits)

/** What is sent, in the order of the rows, so that messages find theirs. */
export const changesOf = (
  kind: MappedKind,
  rows: readonly MappingRow[],
  edits: Edits,
): ({ id: string; version: number } & Record<string, unknown>)[] =>
  rows.flatMap((row) => {
    const edit = edits.get(row.id)
    if (!edit) return []
    const { target, department, businessUnit, ...plain } = edit
    const { id, newName } = TARGETS[kind]
    const mapped =
      target === null
        ? { [id]: null }
        : target?.id === null
          ? { [newName]: target.name }
          : target && { [id]: target.id }
    return [
      {
        ...{ id: row.id, version: row.version, ...plain, ...mapped },
        ...(department !== undefined && { departmentId: department?.id ?? null }),
        ...(businessUnit !== undefined && { businessUnitId: businessUnit?.id ?? null }),
      },
    ]
  })

/** Messages by row, from the server's names such as `changes.3.vendorId`. */
export const faultsByRow = (fields: Record<string, string>, ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) => {
      const id = ids[Number(/^changes\.(\d+)\./.exec(name)?.[1] ?? Number.NaN)]
      return id ? [[id, message]] : []
    }),
  )
