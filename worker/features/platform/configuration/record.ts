import type { Mapping } from '../../../../schema/platform/configuration/endpoints.ts'
import type { ImportState, StepKind, StepState } from '../../../../schema/platform/configuration/values.ts'
import type { Database } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'

/** Imports of configuration as they are stored. */

export interface StoredImport {
  id: string
  fileName: string
  state: ImportState
  mappings: Mapping[]
  before: string
  stepCount: number
  doneCount: number
  /** How many of its steps only asked for a change that waits for a second person. */
  waitingCount: number
  problem: string | null
  version: number
  createdByUserId: string
  createdBy: string
  createdAt: number
  finishedAt: number | null
  /** Whether its file is still there. */
  isKept: number
}

export interface StoredStep {
  number: number
  section: string
  name: string
  kind: StepKind
  state: StepState
  item: unknown
  objectId: string | null
  before: unknown
  after: string | null
  /** 1 if it only asked for changes that wait for a second person. */
  waits: number
}

export const IMPORT_COLUMNS = `i.id, i.file_name AS fileName, i.state, i.step_count AS stepCount, i.done_count AS doneCount, i.waiting_count AS waitingCount,
  i.problem, i.version, i.created_by_user_id AS createdByUserId, i.created_at AS createdAt, i.finished_at AS finishedAt,
  i.file <> '' AS isKept,
  coalesce((SELECT coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) FROM users u
             WHERE u.id = i.created_by_user_id), '') AS createdBy`

export const findImport = async (db: Database, companyId: string, id: string): Promise<StoredImport | null> => {
  const row = await db.first<Record<string, unknown>>(
    db.sql(
      `SELECT ${IMPORT_COLUMNS}, i.mappings, i.before FROM configuration_imports i WHERE i.company_id = ? AND i.id = ?`,
      companyId,
      id,
    ),
  )
  return row && ({ ...row, mappings: JSON.parse(String(row.mappings)) } as unknown as StoredImport)
}

/** Throws NOT_FOUND, also for another company's. */
export const requireImport = async (db: Database, companyId: string, id: string): Promise<StoredImport> => {
  const found = await findImport(db, companyId, id)
  if (!found) throw notFound('The import')
  return found
}

const STEP_COLUMNS = 'number, section, name, kind, state, item, object_id AS objectId, before, after, waits'

const toStep = (row: Record<string, unknown>): StoredStep =>
  ({
    ...row,
    item: JSON.parse(String(row.item)),
    before: row.before === null ? null : JSON.parse(String(row.before)),
  }) as StoredStep

export const readSteps = async (db: Database, companyId: string, importId: string): Promise<StoredStep[]> =>
  (
    await db.all<Record<string, unknown>>(
      db.sql(
        `SELECT ${STEP_COLUMNS} FROM configuration_import_steps
          WHERE company_id = ? AND import_id = ? ORDER BY number`,
        companyId,
        importId,
      ),
    )
  ).map(toStep)

/** The next step to run, or to undo from the last one back. */
export const nextStep = async (
  db: Database,
  companyId: string,
  { id, state }: Pick<StoredImport, 'id' | 'state'>,
): Promise<StoredStep | null> => {
  const isRun = state === 'RUNNING'
  const row = await db.first<Record<string, unknown>>(
    db.sql(
      `SELECT ${STEP_COLUMNS} FROM configuration_import_steps
        WHERE company_id = ? AND import_id = ? AND state IN ('STARTED', '${isRun ? 'WAITING' : 'DONE'}')
        ORDER BY number ${isRun ? '' : 'DESC'} LIMIT 1`,
      companyId,
      id,
    ),
  )
  return row && toStep(row)
}
