import type { MatrixGrid, MatrixRow } from './model.ts'

/** Who named the people in a matrix's rows, and when: by row, then by person. Under `REMOVALS`, who took people out. */
export type NamedBy = Record<string, Record<string, [userId: string, at: number]>>

/** No row has this id. */
export const REMOVALS = ''

const peopleIn = ({ approvers }: MatrixRow): Set<string> => new Set(Object.values(approvers).flat())

/** The conditions that hold in a row. A column that is gone asks nothing any more. */
const asksFor = (row: MatrixRow, { conditionColumns }: MatrixGrid): string =>
  JSON.stringify(
    conditionColumns.flatMap(({ id, conditionType }) =>
      row.conditions[id]?.length ? [[conditionType, [...row.conditions[id]].sort()]] : [],
    ),
  )

const placesOf = ({ approvers }: MatrixRow): Set<string> =>
  new Set(Object.entries(approvers).flatMap(([column, ids]) => ids.map((id) => `${column} ${id}`)))

/**
 * Who is newly named by a change, by row: those who weren't in the row or the column, and everyone in a row that applies to
 * something else now.
 */
export const newlyNamed = (before: MatrixGrid, after: MatrixGrid): Map<string, string[]> => {
  const known = new Map(before.rows.map((row) => [row.id, row]))
  return new Map(
    after.rows.flatMap((row) => {
      const was = known.get(row.id)
      const isSame = was !== undefined && asksFor(was, before) === asksFor(row, after)
      const places = isSame ? placesOf(was) : new Set<string>()
      const fresh = [...peopleIn(row)].filter((id) =>
        Object.entries(row.approvers).some(([column, ids]) => ids.includes(id) && !places.has(`${column} ${id}`)),
      )
      return fresh.length > 0 ? [[row.id, fresh] as const] : []
    }),
  )
}

/** Whether a row asks fewer people after a change, or other requests. */
export const takesOut = (before: MatrixGrid, after: MatrixGrid): boolean => {
  const left = new Map(after.rows.map((row) => [row.id, row]))
  return before.rows.some((was) => {
    const row = left.get(was.id)
    if (peopleIn(was).size === 0) return false
    if (!row || asksFor(was, before) !== asksFor(row, after)) return true
    const places = placesOf(row)
    return [...placesOf(was)].some((place) => !places.has(place))
  })
}
