import type { SeveralResults } from '../../../schema/shared/list.ts'
import type { AuditEntry } from '../audit.ts'
import { type Change, commit } from '../commit.ts'
import { guardRows } from '../database.ts'
import { forbidden, notFound } from '../errors.ts'
import type { StaffContext } from '../operation.ts'

/** Changes several objects: each one the person can change is changed, and the others get the reason. */

export interface Several {
  id: string
  name: string
  version: number
}

/** The change of one object, without its version. */
export interface Step {
  statements: D1PreparedStatement[]
  action: string
  message: string
  changeData: unknown
}

interface Changing<Row extends Several> {
  /** Its table, with the columns `id`, `company_id` and `version`. */
  table: string
  targetType: AuditEntry['targetType']
  /** "vendor" */
  noun: string
  nouns: string
  /** "Only its owners and vendor admins can change it" */
  refusal: string
  /** Those of the given ids that exist. */
  read: (ids: string) => D1PreparedStatement
  mayChange: (row: Row) => boolean
  /** What to read and check first, once something is to change. */
  prepare?: () => Promise<void>
  /** Null if nothing changes. */
  stepOf: (row: Row) => Step | null
  /** What follows from all changes. */
  after?: (changed: Row[]) => Pick<Change<unknown>, 'outbox'> & { statements?: D1PreparedStatement[] }
}

/** Throws NOT_FOUND if none of them exists, FORBIDDEN if the person can change none. */
export const changeSeveral = async <Row extends Several>(
  context: StaffContext,
  given: readonly string[],
  { table, targetType, noun, nouns, refusal, read, mayChange, prepare, stepOf, after }: Changing<Row>,
): Promise<SeveralResults> => {
  const { db, actor } = context
  const ids = [...new Set(given)]
  const rows = await db.all<Row>(read(JSON.stringify(ids)))
  const allowed = rows.filter(mayChange)
  if (rows.length === 0) throw notFound(`The ${nouns}`)
  if (allowed.length === 0) throw forbidden()
  await prepare?.()
  const changes = allowed.flatMap((row) => {
    const step = stepOf(row)
    return step ? [{ row, step }] : []
  })
  const found = new Set(rows.map(({ id }) => id))
  const permitted = new Set(allowed.map(({ id }) => id))
  const { statements = [], outbox = [] } = after?.(changes.map(({ row }) => row)) ?? {}
  return commit(context, {
    subject: `One of the ${nouns}`,
    statements:
      changes.length === 0
        ? []
        : [
            db.sql(
              `UPDATE ${table} SET version = version + 1
                WHERE company_id = ?1 AND (id, version) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))`,
              actor.companyId,
              JSON.stringify(changes.map(({ row: { id, version } }) => [id, version])),
            ),
            guardRows(db, changes.length),
            ...changes.flatMap(({ step }) => step.statements),
            ...statements,
          ],
    audit: changes.map(({ row, step: { statements: _, ...entry } }) => ({
      ...entry,
      changeKey: `${noun}:${row.id}:v${row.version + 1}`,
      targetType,
      targetId: row.id,
    })),
    outbox,
    result: {
      results: ids.map((id) => {
        if (permitted.has(id)) return { id, ok: true, message: null }
        return { id, ok: false, message: found.has(id) ? refusal : `The ${noun} was not found` }
      }),
    },
  })
}
