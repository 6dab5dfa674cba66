import * as endpoints from '../../../../schema/platform/guarded/endpoints.ts'
import { guardedChanges } from '../../../../schema/platform/guarded/tables.ts'
import { mayTake } from '../../../../schema/platform/hands/rule.ts'
import { loadMember, type StaffActor } from '../../../core/actor.ts'
import { livesHere } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow, type Text } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { handsBy, handsStatement, identitiesOf } from '../../../core/hands.ts'
import { errorText } from '../../../core/log.ts'
import { command, inputOf, query, type StaffContext, type SystemContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { makeChange, placeOfChange } from './changes.ts'

/** What waits, who confirms or cancels it, and what holds once its time has come. */

const COLUMNS = select(guardedChanges, 'c', [
  'id',
  'companyId',
  'operation',
  'input',
  'words',
  'askedByUserId',
  'askedByName',
  'askedAt',
  'effectiveAt',
  'state',
])
const ONE = typed`SELECT ${COLUMNS} FROM guarded_changes c WHERE c.id = ? AND c.company_id = ?`
const ALL_WAITING = typed`SELECT ${COLUMNS} FROM guarded_changes c INDEXED BY guarded_changes_waiting
  WHERE c.company_id = ? AND c.state = 'WAITING' ORDER BY c.asked_at`
const AT_ONCE = 20
const DUE = typed`SELECT ${COLUMNS} FROM guarded_changes c INDEXED BY guarded_changes_due
  WHERE c.state = 'WAITING' AND c.effective_at <= ? AND ${livesHere('c.company_id')} LIMIT ${AT_ONCE}`
type Row = typeof ONE extends Text<infer R> ? R : never

const faultOf = ({ askedByUserId }: Row, actor: StaffActor): string | null =>
  mayTake('CONFIRM_SETTING', [{ matter: 'SETTING', act: 'ASKED', userId: askedByUserId }], identitiesOf(actor))

export const listChanges = query({
  id: 'guarded-changes.list',
  access: 'settings.manage',
  readsFirst: true,
  input: inputOf(endpoints.listGuardedChanges),
  run: async ({ db, actor }): Promise<endpoints.GuardedChange[]> =>
    (await db.all(db.sql(ALL_WAITING, actor.companyId))).map((row) => ({
      id: row.id,
      words: row.words,
      askedBy: { id: row.askedByUserId, name: row.askedByName },
      askedAt: new Date(row.askedAt).toISOString(),
      effectiveAt: row.effectiveAt === null ? null : new Date(row.effectiveAt).toISOString(),
      confirmFault: faultOf(row, actor),
    })),
})

const ending = (
  { db, clock }: Pick<StaffContext, 'db' | 'clock'>,
  { id, companyId }: Row,
  state: 'CONFIRMED' | 'EFFECTIVE' | 'CANCELLED',
  by: string | null,
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE guarded_changes SET state = ?3, decided_by_user_id = ?4, decided_at = ?5
      WHERE id = ?1 AND company_id = ?2 AND state = 'WAITING'`,
    id,
    companyId,
    state,
    by,
    clock.now(),
  ),
  guardOneRow(db),
]

const auditOf = ({ id, companyId, words }: Row, verb: string, message: string) => ({
  changeKey: `guarded-change:${id}:v2`,
  action: `company.setting-${verb}`,
  targetType: 'COMPANY' as const,
  targetId: companyId,
  message: `${message}: ${words}`,
  changeData: null,
})

/** Anyone who may confirm changes may cancel them, the person who asked included. */
export const decideChange = command({
  id: 'guarded-changes.decide',
  access: 'settings.manage',
  freshFactor: true,
  input: inputOf(endpoints.decideGuardedChange),
  run: async (context, { guardedChangeId, shouldConfirm }) => {
    const { db, actor, clock } = context
    const row = await db.first(db.sql(ONE, guardedChangeId, actor.companyId))
    if (!row) throw notFound('The change')
    if (row.state !== 'WAITING')
      throw new AppError('RULE_BROKEN', 'This change is no longer waiting for confirmation.', { reason: 'NOT_WAITING' })
    const fault = shouldConfirm ? faultOf(row, actor) : null
    if (fault) throw new AppError('RULE_BROKEN', fault, { reason: 'DUTIES' })
    // Made before it is marked: what breaks off in between is confirmed again, and sets the same.
    if (shouldConfirm) await makeChange(context, row)
    return commit(context, {
      subject: 'The change',
      statements: [
        ...ending(context, row, shouldConfirm ? 'CONFIRMED' : 'CANCELLED', actor.userId),
        handsStatement(
          db,
          actor.companyId,
          handsBy(actor, 'SETTING', row.id, shouldConfirm ? 'CONFIRMED' : 'REJECTED'),
          clock.now(),
        ),
      ],
      audit: [
        shouldConfirm
          ? auditOf(row, 'confirmed', `Confirmed what ${row.askedByName} asked for`)
          : auditOf(row, 'cancelled', 'Canceled a change that was waiting'),
      ],
      result: { id: row.id },
    })
  },
})

/** Makes it, if the person who asked is still there. Returns why not, in words. */
const tryChange = async (context: SystemContext, row: Row): Promise<string | null> => {
  const { env, db, clock } = context
  const actor = await loadMember(env, db, row.companyId, row.askedByUserId, clock.now())
  if (!actor?.policy.flags.hasAdminAccess) return 'the person who asked for it is no longer an admin'
  const { system: _, ...rest } = context
  try {
    await makeChange({ ...rest, actor }, row)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `it can’t be made anymore (${error.message})`
  }
}

const takeEffect = async (context: SystemContext, row: Row): Promise<void> => {
  const fault = await tryChange(context, row)
  await commit(context, {
    subject: 'The change',
    as: { companyId: row.companyId, userId: null },
    statements: ending(context, row, fault === null ? 'EFFECTIVE' : 'CANCELLED', null),
    audit: [
      fault === null
        ? auditOf(row, 'effective', `Took effect after a day, as no one else could confirm it`)
        : auditOf(row, 'cancelled', `Canceled, because ${fault}`),
    ],
    ...(fault === null && { outbox: [{ topic: 'payments.alarm', payload: { what: 'SETTING', id: row.id } }] }),
    result: null,
  })
}

/** Those whose time has come. */
export const applyDue = async (context: SystemContext): Promise<void> => {
  const { db, clock, log } = context
  const due = await db.all(db.sql(DUE, clock.now()))
  for (const row of due)
    await takeEffect(context, row).catch((error) =>
      log.error('guarded-change.not-made', { id: row.id, error: errorText(error) }),
    )
}

/** For the email to all admins. Null if it was decided, or replaced by another one. */
export const toldChange = async ({ db }: Pick<SystemContext, 'db'>, companyId: string, id: string) => {
  const row = await db.first(db.sql(ONE, id, companyId))
  return row?.state === 'WAITING' || row?.state === 'EFFECTIVE' ? { ...row, place: placeOfChange(row.operation) } : null
}
