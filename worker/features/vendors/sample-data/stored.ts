import type { SampleKind, SampleStatus } from '../../../../schema/platform/sample-data/kinds.ts'
import { idFrom } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** What of the company the sample data uses. */
export interface Choices {
  departmentIds: string[]
  spendCategoryIds: string[]
}

export interface Load {
  status: SampleStatus
  userId: string
  /** Who loaded it. */
  by: string
  startedAt: number
  choices: Choices
}

export interface SampleObject {
  id: string
  kind: SampleKind
  removedAt: number | null
}

const loadStatement = ({ db, actor }: StaffContext): D1PreparedStatement =>
  db.sql(
    `SELECT l.status, l.user_id AS userId, l.started_at AS startedAt, l.choices,
            coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, '') AS by
       FROM sample_loads l LEFT JOIN users u ON u.id = l.user_id WHERE l.company_id = ?`,
    actor.companyId,
  )

/** The last load, and its objects: those that are there, and those that were removed. Null if there was none. */
export const readLoad = async (context: StaffContext): Promise<{ load: Load; objects: SampleObject[] } | null> => {
  const { db, actor } = context
  const [loads, objects] = await db.batch([
    loadStatement(context),
    db.sql(
      `SELECT o.id, o.kind, o.removed_at AS removedAt FROM sample_loads l
        CROSS JOIN sample_objects o ON o.company_id = l.company_id AND o.created_at = l.started_at
        WHERE l.company_id = ?`,
      actor.companyId,
    ),
  ])
  const row = loads?.results[0] as (Omit<Load, 'choices'> & { choices: string }) | undefined
  if (!row) return null
  return {
    load: { ...row, choices: JSON.parse(row.choices) as Choices },
    objects: (objects?.results ?? []) as unknown as SampleObject[],
  }
}

/** The same part of the same load always has the same id. */
export const idOf = ({ actor }: Pick<StaffContext, 'actor'>, { startedAt }: Pick<Load, 'startedAt'>, part: string) =>
  idFrom(`sample-data\n${actor.companyId}\n${startedAt}\n${part}`)

/** For one command of many, with an id of its own, so that continuing does nothing twice. */
export const partOf = (
  context: StaffContext,
  load: Pick<Load, 'startedAt'>,
  part: string,
): StaffContext & { ledger?: undefined } => ({
  ...context,
  commandId: idOf(context, load, `command ${part}`),
  known: null,
  guess: null,
  ledger: undefined,
})

/** For a step in between, whose answer isn't the command's. */
export const stepOf = (context: StaffContext): StaffContext & { ledger?: undefined } => ({
  ...context,
  ledger: undefined,
})
