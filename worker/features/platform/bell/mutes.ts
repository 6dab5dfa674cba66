import * as endpoints from '../../../../schema/platform/bell/endpoints.ts'
import type { MutableKind } from '../../../../schema/platform/bell/kinds.ts'
import { nounOf } from '../../../../schema/shared/kinds.ts'
import { commit } from '../../../core/commit.ts'
import type { Database } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import { kindOf } from '../../../core/kinds/registry.ts'
import { readableRow, readerParams } from '../../../core/kinds/rows.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { isSampleSql } from './samples.ts'

/** What people want to hear nothing more of. */

interface Target {
  companyId: string
  targetType: string
  targetId: string
}

/** In place of a person: no one hears of it, whatever their role, because it is sample data. */
export const EVERYONE = '*'

/** Who has muted these, for `toMutes`. */
export const mutesStatement = (db: Pick<Database, 'sql'>, targets: readonly Target[]): D1PreparedStatement =>
  db.sql(
    `WITH t (company_id, target_type, target_id) AS MATERIALIZED (
       SELECT DISTINCT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?))
     SELECT m.company_id AS companyId, m.target_id AS targetId, m.user_id AS userId
       FROM t CROSS JOIN notification_mutes m
         ON m.company_id = t.company_id AND m.target_type = t.target_type AND m.target_id = t.target_id
     UNION ALL SELECT t.company_id, t.target_id, '${EVERYONE}'
       FROM t WHERE ${isSampleSql('t.company_id', 't.target_id')}`,
    JSON.stringify(targets.map(({ companyId, targetType, targetId }) => [companyId, targetType, targetId])),
  )

/** SQL condition that a member has muted it. The arguments are SQL. */
export const isMutedSql = (company: string, user: string, type: string, id: string): string =>
  `EXISTS (SELECT 1 FROM notification_mutes mu WHERE mu.company_id = ${company} AND mu.target_type = ${type}
     AND mu.target_id = ${id} AND mu.user_id = ${user})`

const MUTED = `SELECT 1 FROM notification_mutes
  WHERE company_id = ?1 AND target_type = ?2 AND target_id = ?3 AND user_id = ?4`

interface Input {
  targetType: MutableKind
  targetId: string
}

const keyOf = ({ actor }: StaffContext, { targetType, targetId }: Input) => [
  actor.companyId,
  targetType,
  targetId,
  actor.userId,
]

/** Throws NOT_FOUND for what the person can't read. */
const readMuted = async (context: StaffContext, input: Input): Promise<boolean> => {
  const { db, actor } = context
  const rows = kindOf(input.targetType)?.rows
  if (!rows) throw notFound(`The ${nounOf(input.targetType)}`)
  const [found, muted] = await db.readBatch([
    db.sql(
      `SELECT 1 FROM ${rows.from} WHERE ${rows.id} = ?6 AND ${readableRow(rows)}`,
      ...readerParams(actor),
      input.targetId,
    ),
    db.sql(MUTED, ...keyOf(context, input)),
  ])
  if (!found?.results.length) throw notFound(`The ${nounOf(input.targetType)}`)
  return Boolean(muted?.results.length)
}

export const readMute = query({
  id: 'bell.read-mute',
  access: 'staff.use',
  input: inputOf(endpoints.readMute),
  readsFirst: true,
  run: async (context, input) => ({ isMuted: await readMuted(context, input) }),
})

export const muteTarget = command({
  id: 'bell.mute',
  access: 'staff.use',
  input: inputOf(endpoints.mute),
  run: async (context, input) => {
    await readMuted(context, input)
    const { db, clock } = context
    return commit(context, {
      subject: 'The notifications',
      statements: [
        db.sql(
          `INSERT INTO notification_mutes (company_id, target_type, target_id, user_id, created_at)
           VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING`,
          ...keyOf(context, input),
          clock.now(),
        ),
      ],
      audit: [],
      result: null,
    })
  },
})

export const unmuteTarget = command({
  id: 'bell.unmute',
  access: 'staff.use',
  input: inputOf(endpoints.unmute),
  run: async (context, input) => {
    await readMuted(context, input)
    return commit(context, {
      subject: 'The notifications',
      statements: [
        context.db.sql(
          'DELETE FROM notification_mutes WHERE company_id = ?1 AND target_type = ?2 AND target_id = ?3 AND user_id = ?4',
          ...keyOf(context, input),
        ),
      ],
      audit: [],
      result: null,
    })
  },
})
