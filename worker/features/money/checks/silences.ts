import * as endpoints from '../../../../schema/money/checks/endpoints.ts'
import { checkSilences } from '../../../../schema/money/checks/tables.ts'
import { CHECK_RULE_WORDS, type CheckRule, MOST_SILENCE_DAYS } from '../../../../schema/money/checks/values.ts'
import { addDays, dayIn, dayText } from '../../../../schema/shared/calendar.ts'
import { livesHere } from '../../../core/cells.ts'
import { type Audit, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import { guardThat } from '../../../core/hands.ts'
import { command, inputOf, query, type SystemContext } from '../../../core/operation.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import { insertRow, select, typed } from '../../../core/record.ts'

/**
 * False alarms: a check of a vendor that doesn't count until a day, with a reason. It never covers what the person who
 * made it enters.
 */

interface Row {
  id: string
  rule: CheckRule
  erpVendorId: string
  vendorName: string | null
  vendorId: string | null
  reason: string
  until: string
  createdByUserId: string
  createdByName: string | null
  createdAt: number
}

const COLUMNS = `q.id, q.rule, q.erp_vendor_id AS erpVendorId, o.name AS vendorName, o.vendor_id AS vendorId, q.reason,
  q.until, q.created_by_user_id AS createdByUserId, trim(u.first_name || ' ' || u.last_name) AS createdByName,
  q.created_at AS createdAt`
const JOINS = `LEFT JOIN erp_objects o ON o.id = q.erp_vendor_id AND +o.company_id = q.company_id
  LEFT JOIN users u ON u.id = q.created_by_user_id`
/** So many are shown. */
const MOST = 100

export const readSilences = query({
  id: 'checks.silences',
  access: 'payments.use',
  readsFirst: true,
  input: inputOf(endpoints.listSilences),
  run: async ({ db, actor }): Promise<endpoints.CheckSilence[]> => {
    const rows = await db.all<Row>(
      db.sql(
        `SELECT ${COLUMNS} FROM check_silences q INDEXED BY check_silences_active ${JOINS}
          WHERE q.company_id = ? AND q.ended_at IS NULL ORDER BY q.created_at DESC, q.id DESC LIMIT ${MOST}`,
        actor.companyId,
      ),
    )
    return rows.map(({ erpVendorId, vendorName, vendorId: _, createdByUserId, createdByName, createdAt, ...row }) => ({
      ...row,
      erpVendor: { id: erpVendorId, name: vendorName ?? 'A removed vendor' },
      createdBy: { id: createdByUserId, name: createdByName ?? 'A former member' },
      createdAt: new Date(createdAt).toISOString(),
    }))
  },
})

const auditOf = (
  companyId: string,
  vendorId: string | null,
  entry: Pick<Audit, 'changeKey' | 'action' | 'message' | 'changeData'>,
): Audit => ({
  ...entry,
  ...(vendorId === null
    ? ({ targetType: 'COMPANY', targetId: companyId } as const)
    : ({ targetType: 'VENDOR', targetId: vendorId } as const)),
})

/** What its vendor has open is looked at again. */
const again = (erpVendorId: string) => ({
  topic: 'checks.run' as const,
  payload: { what: 'VENDOR' as const, id: erpVendorId },
})

/** One silence at a time: two people could cover what the other one enters. */
const ACTIVE = `FROM check_silences q INDEXED BY check_silences_active
  WHERE q.company_id = ?1 AND q.rule = ?2 AND q.erp_vendor_id = ?3 AND q.ended_at IS NULL`

const UNTIL = typed`SELECT ${select(checkSilences, 'q', ['until'])} ${ACTIVE}`

export const createSilence = command({
  id: 'checks.silence',
  access: 'checks.decide',
  input: inputOf(endpoints.createSilence),
  run: async (context, { rule, erpVendorId, reason, until }) => {
    const { db, actor, clock, newId } = context
    const { companyId, userId } = actor
    const vendor = await db.first<{ name: string; vendorId: string | null }>(
      db.sql(
        `SELECT name, vendor_id AS vendorId FROM erp_objects
          WHERE id = ? AND +company_id = ? AND kind = 'VENDOR' AND deleted_at IS NULL`,
        ...[erpVendorId, companyId],
      ),
    )
    if (!vendor) throw notFound('The vendor')
    const today = dayIn(actor.timezone, clock.now())
    if (until < today) throw invalidField('until', 'Choose today or a later day')
    if (until > addDays(today, MOST_SILENCE_DAYS)) throw invalidField('until', 'Choose a day within a year')
    const active = [companyId, rule, erpVendorId]
    const other = await db.first(db.sql(UNTIL, ...active))
    if (other)
      throw invalidField(
        'rule',
        `This check of ${vendor.name} is silenced until ${dayText(other.until)} already. Lift that silence first`,
      )
    const id = newId()
    return commit(context, {
      subject: 'The silence',
      statements: [
        guardThat(db, `NOT EXISTS (SELECT 1 ${ACTIVE})`, ...active),
        insertRow(db, checkSilences, {
          ...{ id, companyId, rule, erpVendorId, reason, until, createdAt: clock.now() },
          // A person who acts for someone else can't cover their own entries in that name.
          createdByUserId: actor.impersonator?.userId ?? userId,
        }),
      ],
      audit: [
        auditOf(companyId, vendor.vendorId, {
          ...{ changeKey: `check-silence:${id}:v1`, action: 'checks.silenced', changeData: { rule, reason, until } },
          message: `Silenced the check “${CHECK_RULE_WORDS[rule]}” of ${vendor.name} until ${dayText(until)}: ${reason}`,
        }),
      ],
      outbox: [again(erpVendorId)],
      result: { id },
    })
  },
})

export const liftSilence = command({
  id: 'checks.lift-silence',
  access: 'checks.decide',
  input: inputOf(endpoints.liftSilence),
  run: async (context, { silenceId }): Promise<null> => {
    const { db, actor, clock } = context
    const row = await db.first<Row>(
      db.sql(
        `SELECT ${COLUMNS} FROM check_silences q ${JOINS} WHERE q.id = ? AND q.company_id = ? AND q.ended_at IS NULL`,
        ...[silenceId, actor.companyId],
      ),
    )
    if (!row) throw notFound('The silence')
    return commit(context, {
      subject: 'The silence',
      statements: [
        db.sql(
          `UPDATE check_silences SET ended_at = ?3, ended_by_user_id = ?4 WHERE id = ?1 AND company_id = ?2
              AND ended_at IS NULL`,
          ...[row.id, actor.companyId, clock.now(), actor.userId],
        ),
        guardOneRow(db),
      ],
      audit: [
        auditOf(actor.companyId, row.vendorId, {
          ...{
            changeKey: `check-silence:${row.id}:v2`,
            action: 'checks.silence-lifted',
            changeData: { rule: row.rule },
          },
          message: `Lifted the silence of the check “${CHECK_RULE_WORDS[row.rule]}” of ${row.vendorName ?? 'a removed vendor'}`,
        }),
      ],
      outbox: [again(row.erpVendorId)],
      result: null,
    })
  },
})

const AT_ONCE = 100
const DAY_MS = 24 * 60 * 60 * 1000

/** Those whose day has passed everywhere. What they covered is looked at again. */
export const endSilences = async ({ db, clock }: SystemContext): Promise<void> => {
  const now = clock.now()
  // Twelve hours after the day has ended in UTC, it has in every zone.
  const yesterday = dayIn(null, now - DAY_MS / 2 - 1)
  const over = await db.all<{ id: string; companyId: string; erpVendorId: string }>(
    db.sql(
      `SELECT id, company_id AS companyId, erp_vendor_id AS erpVendorId FROM check_silences s INDEXED BY check_silences_until
        WHERE ended_at IS NULL AND until < ? AND ${livesHere('s.company_id')} LIMIT ${AT_ONCE}`,
      yesterday,
    ),
  )
  if (over.length === 0) return
  await db.batch([
    db.sql(
      'UPDATE check_silences SET ended_at = ?2 WHERE id IN (SELECT value FROM json_each(?1)) AND ended_at IS NULL',
      ...[JSON.stringify(over.map(({ id }) => id)), now],
    ),
    outboxStatement(
      db,
      over.map(({ id, companyId, erpVendorId }) => ({
        ...{ id: `${id}:ended`, companyId, createdAt: now, ...again(erpVendorId) },
      })),
    ),
  ])
}
