import type { ApproverMatrixAnswer, MatrixLogic } from './endpoints.ts'
import type { MatrixGrid, MatrixRow } from './model.ts'

/**
 * Converts between a matrix as it is edited and stored, by row, and as it is sent, by column (contract of `/logic`).
 */

const byOrdinal = (a: { ordinal: number }, b: { ordinal: number }): number => a.ordinal - b.ordinal

/** @param rowIds by position; the answer and the body contain them */
const gridOf = (logic: Pick<MatrixLogic, 'conditionColumns' | 'approverColumns'>, rowIds: string[]): MatrixGrid => {
  const rows = rowIds.map((id): MatrixRow => ({ id, conditions: {}, approvers: {} }))
  const conditionColumns = [...logic.conditionColumns].sort(byOrdinal)
  const approverColumns = [...logic.approverColumns].sort(byOrdinal)
  const unique = (named: { id: string }[]): string[] => [...new Set(named.map(({ id }) => id))]
  for (const column of conditionColumns)
    for (const { ordinal, values } of column.cells)
      if (values.length > 0 && rows[ordinal]) rows[ordinal].conditions[column.id] = unique(values)
  for (const column of approverColumns)
    for (const { ordinal, users } of column.cells)
      if (users.length > 0 && rows[ordinal]) rows[ordinal].approvers[column.id] = unique(users)
  return {
    conditionColumns: conditionColumns.map(({ id, conditionType }) => ({ id, conditionType })),
    approverColumns: approverColumns.map(({ id, name }) => ({ id, name })),
    rows,
  }
}

export const gridOfAnswer = (answer: ApproverMatrixAnswer): MatrixGrid =>
  gridOf(
    answer,
    [...answer.rows].sort(byOrdinal).map((row) => row.id),
  )

/**
 * @param known the rows of the stored matrix: a body without rows keeps their ids by position
 * @param newId for further rows
 */
export const gridOfLogic = (logic: MatrixLogic, known: readonly { id: string }[], newId: () => string): MatrixGrid => {
  if (logic.rows) {
    return gridOf(
      logic,
      logic.rows.map((row) => row.id),
    )
  }
  const cells = [...logic.conditionColumns, ...logic.approverColumns].flatMap<{ ordinal: number }>(({ cells }) => cells)
  const count = cells.reduce((most, { ordinal }) => Math.max(most, ordinal + 1), 0)
  return gridOf(
    logic,
    Array.from({ length: count }, (_, i) => known[i]?.id ?? newId()),
  )
}

/** The body of a save, without empty cells. */
export const logicOfGrid = (grid: MatrixGrid, version: number): MatrixLogic => {
  const cells = (of: (row: MatrixRow) => string[] | undefined) =>
    grid.rows.flatMap((row, ordinal) => {
      const ids = of(row) ?? []
      return ids.length > 0 ? [{ ordinal, named: ids.map((id) => ({ id })) }] : []
    })
  return {
    version,
    rows: grid.rows.map(({ id }) => ({ id })),
    conditionColumns: grid.conditionColumns.map(({ id, conditionType }, ordinal) => ({
      id,
      conditionType,
      ordinal,
      cells: cells((row) => row.conditions[id]).map(({ ordinal: at, named }) => ({ ordinal: at, values: named })),
    })),
    approverColumns: grid.approverColumns.map(({ id, name }, ordinal) => ({
      id,
      ordinal,
      name,
      cells: cells((row) => row.approvers[id]).map(({ ordinal: at, named }) => ({ ordinal: at, users: named })),
    })),
  }
}
