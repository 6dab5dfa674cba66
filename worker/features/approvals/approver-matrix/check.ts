import type { MatrixConditionType } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import { changesBetween } from '../../../../schema/approvals/approver-matrix/difference.ts'
import type { MatrixLogic } from '../../../../schema/approvals/approver-matrix/endpoints.ts'
import { CONDITION_LABELS, MATRIX_LIMITS, type MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'

type Problems = Record<string, string>

const repeated = (texts: string[]): number => texts.findIndex((text, i) => texts.indexOf(text) < i)

/** Checks the shape of a matrix, with messages by path in the body. Throws INVALID. */
export const checkShape = (logic: MatrixLogic): void => {
  const problems: Problems = {}
  const { conditionColumns, approverColumns, rows } = logic
  const columns = [
    ...conditionColumns.map((column, i) => ({ path: `conditionColumns.${i}`, column })),
    ...approverColumns.map((column, i) => ({ path: `approverColumns.${i}`, column })),
  ]
  const sameId = columns[repeated(columns.map(({ column }) => column.id))]
  if (sameId) problems[`${sameId.path}.id`] = 'Two columns have the same id'
  const sameType = repeated(conditionColumns.map((column) => column.conditionType))
  const type = conditionColumns[sameType]?.conditionType
  if (type) problems[`conditionColumns.${sameType}.conditionType`] = `${CONDITION_LABELS[type]} is already a column`
  const sameName = repeated(approverColumns.map((column) => column.name.toLowerCase()))
  const name = approverColumns[sameName]?.name
  if (name) problems[`approverColumns.${sameName}.name`] = `Another approver column is called ${name}`
  const sameRow = rows ? repeated(rows.map((row) => row.id)) : -1
  if (sameRow >= 0) problems[`rows.${sameRow}.id`] = `Row ${sameRow + 1} has the id of another row`
  let total = 0
  for (const { path, column } of columns) {
    const ordinals = column.cells.map((cell) => cell.ordinal)
    const twice = repeated(ordinals.map(String))
    if (twice >= 0) problems[`${path}.cells.${twice}.ordinal`] = `Row ${(ordinals[twice] ?? 0) + 1} has two such cells`
    const beyond = rows ? ordinals.findIndex((ordinal) => ordinal >= rows.length) : -1
    if (beyond >= 0) problems[`${path}.cells.${beyond}.ordinal`] = `There is no row ${(ordinals[beyond] ?? 0) + 1}`
    for (const cell of column.cells) total += 'users' in cell ? cell.users.length : cell.values.length
  }
  if (total > MATRIX_LIMITS.total) {
    const most = MATRIX_LIMITS.total.toLocaleString('en-US')
    problems.rows = `A matrix holds at most ${most} values and people in all its cells; this one has ${total.toLocaleString('en-US')}. Split it in two.`
  }
  refuse(problems)
}

const refuse = (problems: Problems): void => {
  const [first] = Object.values(problems)
  if (first) throw new AppError('INVALID', first, { fields: problems })
}

export const VALUE_TABLES: Record<MatrixConditionType, string> = {
  DEPARTMENT: 'departments',
  ENTITY: 'entities',
  BUSINESS_UNIT: 'business_units',
  CATEGORY: 'spend_categories',
}
const NOUNS: Record<MatrixConditionType, string> = {
  DEPARTMENT: 'department',
  ENTITY: 'entity',
  BUSINESS_UNIT: 'business unit',
  CATEGORY: 'category',
}

const idsIn = (grid: MatrixGrid, kind: 'conditions' | 'approvers', columnId?: string): string[] => [
  ...new Set(
    grid.rows.flatMap((row) =>
      columnId === undefined ? Object.values(row[kind]).flat() : (row[kind][columnId] ?? []),
    ),
  ),
]
export const valueIdsOf = (grid: MatrixGrid): string[] => idsIn(grid, 'conditions')
export const userIdsOf = (grid: MatrixGrid): string[] => idsIn(grid, 'approvers')

/** The objects behind the ids of a matrix. */
export interface MatrixNames {
  /** By condition type: names by id. */
  values: Record<MatrixConditionType, Map<string, string>>
  users: Map<string, { name: string; disabled: boolean }>
}

/** The names of everything in the matrices, within the company, in one round trip. */
export const namesIn = async ({ db, actor }: StaffContext, grids: MatrixGrid[]): Promise<MatrixNames> => {
  const types = Object.keys(VALUE_TABLES) as MatrixConditionType[]
  const ids = (type: MatrixConditionType) =>
    grids.flatMap((grid) =>
      grid.conditionColumns
        .filter((column) => column.conditionType === type)
        .flatMap((column) => idsIn(grid, 'conditions', column.id)),
    )
  const results = await db.batch([
    ...types.map((type) =>
      db.sql(
        `SELECT t.id, t.name FROM json_each(?2) j CROSS JOIN ${VALUE_TABLES[type]} t ON t.id = j.value
          WHERE +t.company_id = ?1`,
        actor.companyId,
        JSON.stringify([...new Set(ids(type))]),
      ),
    ),
    db.sql(
      `SELECT cm.user_id AS id, trim(u.first_name || ' ' || u.last_name) AS name, cm.disabled_at IS NOT NULL AS disabled
         FROM json_each(?2) j CROSS JOIN company_memberships cm ON cm.company_id = ?1 AND cm.user_id = j.value
         JOIN users u ON u.id = cm.user_id`,
      actor.companyId,
      JSON.stringify([...new Set(grids.flatMap(userIdsOf))]),
    ),
  ])
  const rowsOf = (i: number) =>
    (results[i]?.results ?? []) as unknown as { id: string; name: string; disabled: number }[]
  return {
    values: Object.fromEntries(
      types.map((type, i) => [type, new Map(rowsOf(i).map(({ id, name }) => [id, name]))]),
    ) as MatrixNames['values'],
    users: new Map(rowsOf(types.length).map(({ id, name, disabled }) => [id, { name, disabled: disabled === 1 }])),
  }
}

/**
 * Values and people must belong to the company, and people must be able to sign in. Someone disabled while already in
 * the matrix may stay. Throws INVALID with a message for each cell, by path, that names the cell.
 */
export const checkCells = (logic: MatrixLogic, before: MatrixGrid, names: MatrixNames): void => {
  const problems: Problems = {}
  const known = new Set(userIdsOf(before))
  logic.conditionColumns.forEach((column, i) => {
    const noun = NOUNS[column.conditionType]
    column.cells.forEach(({ ordinal, values }, j) => {
      if (values.some(({ id }) => !names.values[column.conditionType].has(id)))
        problems[`conditionColumns.${i}.cells.${j}.values`] =
          `Row ${ordinal + 1}, ${CONDITION_LABELS[column.conditionType]}: there is no such ${noun}`
    })
  })
  logic.approverColumns.forEach((column, i) => {
    column.cells.forEach(({ ordinal, users }, j) => {
      const path = `approverColumns.${i}.cells.${j}.users`
      const where = `Row ${ordinal + 1}, ${column.name}`
      const disabled = users
        .map(({ id }) => names.users.get(id))
        .find((user, at) => {
          const id = users[at]?.id
          return user?.disabled && id !== undefined && !known.has(id)
        })
      if (users.some(({ id }) => !names.users.has(id))) problems[path] = `${where}: this person isn’t in your company`
      else if (disabled) problems[path] = `${where}: ${disabled.name} can’t sign in anymore and can’t approve`
    })
  })
  refuse(problems)
}

type Readable = Record<string, unknown>

/** The changed rows before and after, in words for the history. */
export const describeChange = (before: MatrixGrid, after: MatrixGrid, names: MatrixNames) => {
  const changes = changesBetween(before, after)
  const rowIds = new Set(changes.flatMap((change) => ('rowId' in change ? [change.rowId] : [])))
  const moved = changes.some((change) => change.kind === 'ROWS_MOVED')
  const describe = (grid: MatrixGrid): Readable => ({
    columns: [
      ...grid.conditionColumns.map((column) => CONDITION_LABELS[column.conditionType]),
      ...grid.approverColumns.map((column) => column.name),
    ],
    rowCount: grid.rows.length,
    rows: grid.rows.flatMap((row, index): Readable[] => {
      if (!rowIds.has(row.id)) return []
      const conditions = grid.conditionColumns.map(({ id, conditionType }): [string, unknown] => [
        CONDITION_LABELS[conditionType],
        row.conditions[id]?.map((value) => names.values[conditionType].get(value) ?? value) ?? [],
      ])
      const approvers = grid.approverColumns.map(({ id, name }): [string, unknown] => [
        name,
        row.approvers[id]?.map((user) => names.users.get(user)?.name ?? user) ?? [],
      ])
      return [{ row: index + 1, conditions: Object.fromEntries(conditions), approvers: Object.fromEntries(approvers) }]
    }),
    ...(moved && { order: grid.rows.map((row) => row.id) }),
  })
  return { before: describe(before), after: describe(after), changed: changes.length > 0, words: wordsOf(changes) }
}

const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** "2 rows added, 5 cells changed". */
const wordsOf = (changes: ReturnType<typeof changesBetween>): string => {
  const count = (...kinds: string[]) => changes.filter((change) => kinds.includes(change.kind)).length
  const parts: [number, string, string][] = [
    [count('COLUMN_ADDED'), 'column', 'added'],
    [count('COLUMN_REMOVED'), 'column', 'removed'],
    [count('COLUMN_RENAMED'), 'column', 'renamed'],
    [count('ROW_ADDED'), 'row', 'added'],
    [count('ROW_REMOVED'), 'row', 'removed'],
    [count('CELL'), 'cell', 'changed'],
  ]
  const told = parts.filter(([n]) => n > 0).map(([n, noun, verb]) => `${plural(n, noun)} ${verb}`)
  if (count('ROWS_MOVED', 'COLUMNS_MOVED') > 0) told.push('order changed')
  return told.join(', ')
}
