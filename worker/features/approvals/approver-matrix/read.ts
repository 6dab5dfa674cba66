import type { ApproverMatrixAnswer } from '../../../../schema/approvals/approver-matrix/endpoints.ts'
import type { MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { VALUE_TABLES } from './check.ts'

/**
 * Approver matrices: settings managers maintain them, and workflows take approvers from their columns. A matrix is one
 * row, so saving it is one write. The names behind its ids are read with it.
 */

export interface MatrixHead {
  id: string
  name: string
  version: number
}

export interface StoredMatrix extends MatrixHead {
  grid: MatrixGrid
}

const HEAD = 'm.id, m.name, m.version, m.updated_at AS updatedAt, m.row_count AS rowCount'
const COLUMNS = `${HEAD}, m.condition_columns AS conditionColumns, m.approver_columns AS approverColumns`

export interface MatrixRowText extends MatrixHead {
  updatedAt: number
  rowCount: number
  conditionColumns: string
  approverColumns: string
  rows?: string
}

const gridOf = (row: MatrixRowText): MatrixGrid => ({
  conditionColumns: JSON.parse(row.conditionColumns),
  approverColumns: JSON.parse(row.approverColumns),
  rows: JSON.parse(row.rows ?? '[]'),
})

/** Throws NOT_FOUND, also for another company's or a deleted matrix. */
export const requireMatrix = async ({ db, actor }: StaffContext, matrixId: string): Promise<StoredMatrix> => {
  const row = await db.first<MatrixRowText>(
    db.sql(
      `SELECT ${COLUMNS}, m.rows FROM approver_matrices m
        WHERE m.id = ?1 AND m.company_id = ?2 AND m.deleted_at IS NULL`,
      matrixId,
      actor.companyId,
    ),
  )
  if (!row) throw notFound('The approver matrix')
  return { id: row.id, name: row.name, version: row.version, grid: gridOf(row) }
}

/** Every matrix with a condition on the value, by name. */
export const matricesNaming = async ({ db, actor }: StaffContext, valueId: string): Promise<StoredMatrix[]> => {
  const found = await db.all<MatrixRowText>(
    db.sql(
      `SELECT ${COLUMNS}, m.rows FROM approver_matrices m
        WHERE m.company_id = ?1 AND m.deleted_at IS NULL AND instr(m.value_ids, '"' || ?2 || '"')
        ORDER BY lower(m.name)`,
      actor.companyId,
      valueId,
    ),
  )
  return found.map((row) => ({ id: row.id, name: row.name, version: row.version, grid: gridOf(row) }))
}

interface Value {
  id: string
  name: string | null
}
interface Person extends Value {
  email: string | null
  disabled: number | null
}

/** Each id is found by its own key. +company_id keeps SQLite from scanning the company's rows instead. */
const found = (table: string) => `(SELECT name FROM ${table} t WHERE t.id = ids.id AND +t.company_id = ?1)`
const VALUE_NAMES = `COALESCE(${Object.values(VALUE_TABLES).map(found).join(', ')})`

/** The matrices selected by `where`, with the names of everything in their cells, in one round trip. */
const readMatrices = async (
  { db, actor }: StaffContext,
  where: string,
  param: string | null,
): Promise<ApproverMatrixAnswer[]> => {
  const of = (column: 'value_ids' | 'user_ids') =>
    `WITH ids(id) AS MATERIALIZED (SELECT DISTINCT j.value FROM approver_matrices m, json_each(m.${column}) j
       WHERE m.company_id = ?1 AND m.deleted_at IS NULL AND ${where})`
  const params = param === null ? [actor.companyId] : [actor.companyId, param]
  const [matrices, values, people] = await db.batch([
    db.sql(
      `SELECT ${COLUMNS}, m.rows FROM approver_matrices m
        WHERE m.company_id = ?1 AND m.deleted_at IS NULL AND ${where} ORDER BY lower(m.name)`,
      ...params,
    ),
    db.sql(`${of('value_ids')} SELECT id, ${VALUE_NAMES} AS name FROM ids`, ...params),
    db.sql(
      `${of('user_ids')} SELECT ids.id, trim(u.first_name || ' ' || u.last_name) AS name, u.email,
              cm.disabled_at IS NOT NULL AS disabled
         FROM ids CROSS JOIN company_memberships cm ON cm.company_id = ?1 AND cm.user_id = ids.id
        CROSS JOIN users u ON u.id = cm.user_id`,
      ...params,
    ),
  ])
  const valueNames = new Map(((values?.results ?? []) as unknown as Value[]).map((row) => [row.id, row.name]))
  const members = new Map(((people?.results ?? []) as unknown as Person[]).map((row) => [row.id, row]))
  return ((matrices?.results ?? []) as unknown as MatrixRowText[]).map((row) => toAnswer(row, valueNames, members))
}

const toAnswer = (
  row: MatrixRowText,
  valueNames: ReadonlyMap<string, string | null>,
  members: ReadonlyMap<string, Person>,
): ApproverMatrixAnswer => {
  const { conditionColumns, approverColumns, rows } = gridOf(row)
  const value = (id: string) => {
    const name = valueNames.get(id)
    return { id, name: name ?? id, missing: !name }
  }
  const user = (id: string) => {
    const person = members.get(id)
    const name = person?.name || person?.email || id
    return { id, name, missing: !person, email: person?.email ?? '', disabled: person?.disabled === 1 }
  }
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    updatedAt: new Date(row.updatedAt).toISOString(),
    rowCount: row.rowCount,
    rows: rows.map(({ id }, ordinal) => ({ id, ordinal })),
    conditionColumns: conditionColumns.map(({ id, conditionType }, ordinal) => ({
      id,
      conditionType,
      ordinal,
      cells: rows.map(({ conditions }, at) => ({ ordinal: at, values: (conditions[id] ?? []).map(value) })),
    })),
    approverColumns: approverColumns.map(({ id, name }, ordinal) => ({
      id,
      ordinal,
      name,
      cells: rows.map(({ approvers }, at) => ({ ordinal: at, users: (approvers[id] ?? []).map(user) })),
    })),
  }
}

export const allMatrices = (context: StaffContext): Promise<ApproverMatrixAnswer[]> => readMatrices(context, '1', null)

/** Throws NOT_FOUND, also for another company's or a deleted matrix. */
export const oneMatrix = async (context: StaffContext, matrixId: string): Promise<ApproverMatrixAnswer> => {
  const [matrix] = await readMatrices(context, 'm.id = ?2', matrixId)
  if (!matrix) throw notFound('The approver matrix')
  return matrix
}

/** Every matrix by name with its columns, without rows and cells. */
export const matrixHeads = async ({ db, actor }: StaffContext): Promise<ApproverMatrixAnswer[]> => {
  const rows = await db.all<MatrixRowText>(
    db.sql(
      `SELECT ${COLUMNS} FROM approver_matrices m
        WHERE m.company_id = ? AND m.deleted_at IS NULL ORDER BY lower(m.name)`,
      actor.companyId,
    ),
  )
  return rows.map((row) => toAnswer(row, new Map(), new Map()))
}
