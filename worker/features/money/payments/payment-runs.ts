import type { RunWhen } from '../../../../schema/money/payments/run-endpoints.ts'
import * as endpoints from '../../../../schema/money/payments/run-endpoints.ts'
import { paymentRuns } from '../../../../schema/money/payments/run-tables.ts'
import { bankDayAt, dueOf, leavesFor } from '../../../../schema/money/payments/schedule.ts'
import { STAY_REASONS } from '../../../../schema/money/payments/stay-reasons.ts'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import { mayTake } from '../../../../schema/platform/hands/rule.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { type Audit, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { handsBy, handsStatement, identitiesOf, personAlone } from '../../../core/hands.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { insertRow } from '../../../core/record.ts'
import { readAccountRow, requireActive } from './account.ts'
import { type Alone, aloneStatement, aloneStatements, needsSecond } from './alone.ts'
import { requireVerified } from './bank-accounts.ts'
import { DUE_FACTS, type DueFacts, START_FACTS } from './bill-payment-act.ts'
import { billName, PAYMENT_COLUMNS, PAYMENT_VENDOR, type PaymentRow } from './bill-payment-rows.ts'
import { refreshHolds } from './holds.ts'
import { type Counted, totalsOf } from './runs/totals.ts'
import { guardWaiting, readWaiting } from './runs/waiting.ts'
import {
  faultOf,
  type Startable,
  scheduleStatements,
  sendEach,
  startStatements,
  togetherAudit,
} from './start-together.ts'

/**
 * Payments that are started together. Invariants: a run at the company's limit or above is started by two people; each
 * payment keeps its own duties, attempt and key; all of a run are started in one batch, or none is.
 */

type Row = Startable & DueFacts
const usd = (value: number) => ({ value, currency: PAYMENTS_CURRENCY })
const readStartable = async (context: StaffContext, ids: readonly string[]): Promise<Row[]> => {
  const { db, actor, clock } = context
  return db.all<Row>(
    db.sql(
      `SELECT ${PAYMENT_COLUMNS}, ${START_FACTS('?3')}, ${DUE_FACTS} FROM json_each(?2) j
        CROSS JOIN bill_payments p ON p.id = j.value AND p.company_id = ?1 ${PAYMENT_VENDOR}`,
      ...[actor.companyId, JSON.stringify([...new Set(ids)]), clock.now()],
    ),
  )
}

/** When each leaves: on its day, which may be today, or at once. */
const daysOf = ({ clock }: StaffContext, rows: readonly Row[], payWhen: RunWhen): Map<string, string> => {
  const today = bankDayAt(clock.now())
  return new Map(
    rows.map((row) => {
      const due = payWhen === 'NOW' ? null : dueOf(row)
      return [row.id, due === null ? today : leavesFor(due, today)]
    }),
  )
}

const readAlone = async (
  context: StaffContext,
  rows: readonly PaymentRow[],
  days: ReadonlyMap<string, string>,
): Promise<Alone> => {
  const paymentIds = rows.map(({ id }) => id)
  return (await context.db.first<Alone>(aloneStatement(context, { days: [...days.values()], paymentIds }))) as Alone
}

const sumOf = (rows: readonly PaymentRow[]): number => rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

export const previewRun = query({
  id: 'payments.preview-run',
  access: 'payments.use',
  input: inputOf(endpoints.previewRun),
  run: async (context, { billPaymentIds, payWhen }): Promise<endpoints.RunPreview> => {
    const rows = await readStartable(context, billPaymentIds)
    if (rows.length < new Set(billPaymentIds).size) throw notFound('One of the payments')
    const waiting = await readWaiting(context)
    const faults = rows.flatMap((row) => {
      const fault = faultOf(row, identitiesOf(context.actor)) ?? (waiting.has(row.id) ? STAY_REASONS.IN_RUN : null)
      return fault ? [{ billPaymentId: row.id, name: billName(row), fault }] : []
    })
    const able = rows.filter(({ id }) => !faults.some(({ billPaymentId }) => billPaymentId === id))
    const value = sumOf(able)
    const days = daysOf(context, able, payWhen)
    const alone = await readAlone(context, able, days)
    const counted = able.map((row) => ({ ...row, leavesOn: payWhen === 'NOW' ? null : (days.get(row.id) ?? null) }))
    return {
      ...{ totals: totalsOf(counted), amount: usd(value), count: able.length, faults },
      needsSecondPerson: needsSecond(alone, value),
    }
  },
})

/** Starts what leaves today, and schedules the others. */
const beginning = (
  context: StaffContext,
  rows: readonly Row[],
  { payWhen, paymentMethodId, starterUserId }: { payWhen: RunWhen; paymentMethodId: string; starterUserId: string },
) => {
  const days = daysOf(context, rows, payWhen)
  const today = bankDayAt(context.clock.now())
  const isNow = ({ id }: Row): boolean => (days.get(id) ?? today) <= today
  const [now, later] = [rows.filter(isNow), rows.filter((row) => !isNow(row))]
  const together = { companyId: context.actor.companyId, paymentMethodId, starterUserId }
  return {
    statements: [
      ...startStatements(context, { ...together, rows: now }),
      ...scheduleStatements(context, { ...together, rows: later }, days),
    ],
    audit: [
      ...togetherAudit(now, 'Started paying', 'started', 'together with others'),
      ...togetherAudit(later, 'Scheduled', 'scheduled', 'together with others'),
    ],
    outbox: sendEach(now),
  }
}

const runAudit = (context: StaffContext, id: string, version: number, action: string, message: string): Audit => ({
  changeKey: `payment-run:${id}:v${version}`,
  action: `payments.run-${action}`,
  targetType: 'COMPANY',
  targetId: context.actor.companyId,
  message,
  changeData: null,
})

const named = (rows: readonly PaymentRow[]): string =>
  `${rows.length} ${rows.length === 1 ? 'payment' : 'payments'} of ${formatMoney(usd(sumOf(rows)))}`

export const createRun = command({
  id: 'payments.create-run',
  access: 'payments.start',
  freshFactor: true,
  input: inputOf(endpoints.createRun),
  run: async (context, { billPaymentIds, paymentMethodId, payWhen }) => {
    const { db, actor, clock, newId } = context
    await refreshHolds(context, actor.companyId, billPaymentIds)
    const rows = await readStartable(context, billPaymentIds)
    if (rows.length < new Set(billPaymentIds).size) throw notFound('One of the payments')
    requireActive(await readAccountRow(context, actor.companyId))
    const bank = await requireVerified(context, paymentMethodId)
    const starter = identitiesOf(actor)
    const waiting = await readWaiting(context)
    const faultIn = (row: Row) => faultOf(row, starter) ?? (waiting.has(row.id) ? STAY_REASONS.IN_RUN : null)
    const faulty = rows.find(faultIn)
    if (faulty)
      throw invalidField('billPaymentIds', `The payment of ${billName(faulty)} can’t be started. ${faultIn(faulty)}`)
    const days = daysOf(context, rows, payWhen)
    const alone = await readAlone(context, rows, days)
    const [id, now, total] = [newId(), clock.now(), sumOf(rows)]
    const status = needsSecond(alone, total) ? ('WAITING' as const) : ('STARTED' as const)
    const begun =
      status === 'STARTED'
        ? beginning(context, rows, { payWhen, paymentMethodId: bank.id, starterUserId: actor.userId })
        : null
    const asked = handsBy(actor, 'PAYMENT_RUN', id, 'ASKED')
    return commit(context, {
      subject: 'The payments',
      statements: [
        guardWaiting(context, rows),
        insertRow(db, paymentRuns, {
          ...{ id, companyId: actor.companyId, status, paymentMethodId: bank.id, totalMinor: total, payWhen },
          ...{ paymentIds: JSON.stringify(rows.map((row) => row.id)), paymentCount: rows.length },
          ...{ createdByUserId: actor.userId, createdAt: now },
        }),
        ...(begun?.statements ?? []),
        ...(begun
          ? aloneStatements(context, { days: [...days.values()], paymentIds: rows.map((row) => row.id) })
          : [handsStatement(db, actor.companyId, asked, now)]),
      ],
      audit: [
        runAudit(
          ...([context, id, 1, begun ? 'started' : 'asked'] as const),
          begun ? `Started ${named(rows)}` : `Asked for a second person to confirm ${named(rows)}`,
        ),
        ...(begun?.audit ?? []),
      ],
      outbox: begun?.outbox ?? [{ topic: 'payments.alarm', payload: { what: 'RUN', id } }],
      result: { id, status },
    })
  },
})

export interface RunRow {
  id: string
  status: (typeof endpoints.RUN_STATUSES)[number]
  paymentMethodId: string
  paymentIds: string
  paymentCount: number
  totalMinor: number
  payWhen: RunWhen
  skipped: string
  createdByUserId: string
  createdByName: string | null
  decidedByUserId: string | null
  decidedByName: string | null
  createdAt: number
  decidedAt: number | null
  version: number
}

const nameOf = (column: string): string =>
  `(SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = ${column})`
const RUN = `r.id, r.status, r.payment_method_id AS paymentMethodId, r.payment_ids AS paymentIds,
  r.payment_count AS paymentCount, r.total_minor AS totalMinor, r.pay_when AS payWhen, r.skipped, r.created_by_user_id AS createdByUserId,
  r.decided_by_user_id AS decidedByUserId, r.created_at AS createdAt, r.decided_at AS decidedAt, r.version,
  ${nameOf('r.created_by_user_id')} AS createdByName, ${nameOf('r.decided_by_user_id')} AS decidedByName`

const runStatement = ({ db, actor }: StaffContext, id: string): D1PreparedStatement =>
  db.sql(`SELECT ${RUN} FROM payment_runs r WHERE r.id = ? AND r.company_id = ?`, id, actor.companyId)

const requireRun = async (context: StaffContext, id: string): Promise<RunRow> => {
  const row = await context.db.first<RunRow>(runStatement(context, id))
  if (!row) throw notFound('The payment run')
  return row
}

const decisionFault = ({ status, createdByUserId }: RunRow, actor: StaffActor): string | null => {
  if (status !== 'WAITING') return 'These payments are no longer waiting for a second person.'
  const asked = { matter: 'PAYMENT_RUN', act: 'ASKED', userId: createdByUserId } as const
  return mayTake('CONFIRM_RUN', [asked], identitiesOf(actor))
}

/** What can't be started any more by then is left out, and the run says why. */
export const decideRun = command({
  id: 'payments.decide-run',
  access: 'payments.start',
  freshFactor: true,
  input: inputOf(endpoints.decideRun),
  run: async (context, { paymentRunId, shouldConfirm }) => {
    const { db, actor, clock } = context
    const run = await requireRun(context, paymentRunId)
    const fault = decisionFault(run, actor)
    if (fault) throw new AppError('RULE_BROKEN', fault, { reason: 'DUTIES' })
    const ids = JSON.parse(run.paymentIds) as string[]
    if (shouldConfirm) await refreshHolds(context, actor.companyId, ids)
    const rows = shouldConfirm ? await readStartable(context, ids) : []
    const skipped = Object.fromEntries(
      rows.flatMap((row): [string, { name: string; fault: string }][] => {
        const why = faultOf(row, personAlone(run.createdByUserId))
        return why ? [[row.id, { name: billName(row), fault: why }]] : []
      }),
    )
    const able = rows.filter(({ id }) => !Object.hasOwn(skipped, id))
    const bank = shouldConfirm ? await requireVerified(context, run.paymentMethodId) : null
    const status = shouldConfirm ? ('STARTED' as const) : ('REJECTED' as const)
    const begun =
      bank &&
      beginning(context, able, {
        ...{ payWhen: run.payWhen, paymentMethodId: bank.id, starterUserId: run.createdByUserId },
      })
    return commit(context, {
      subject: 'The payments',
      statements: [
        db.sql(
          `UPDATE payment_runs SET status = ?4, decided_by_user_id = ?5, decided_at = ?6, skipped = ?7, version = version + 1,
                  payment_count = ?8, total_minor = ?9
            WHERE id = ?1 AND company_id = ?2 AND version = ?3`,
          ...[run.id, actor.companyId, run.version, status, actor.userId, clock.now(), JSON.stringify(skipped)],
          // What was left out isn't of the run.
          ...(shouldConfirm ? [able.length, sumOf(able)] : [run.paymentCount, run.totalMinor]),
        ),
        guardOneRow(db),
        handsStatement(
          ...([db, actor.companyId] as const),
          handsBy(actor, 'PAYMENT_RUN', run.id, shouldConfirm ? 'CONFIRMED' : 'REJECTED'),
          clock.now(),
        ),
        ...(begun?.statements ?? []),
      ],
      audit: [
        runAudit(
          ...([context, run.id, run.version + 1, shouldConfirm ? 'confirmed' : 'rejected'] as const),
          shouldConfirm
            ? `Confirmed and started ${named(able)}`
            : `Rejected ${run.paymentCount} payments of ${formatMoney(usd(run.totalMinor))}`,
        ),
        ...(begun?.audit ?? []),
      ],
      outbox: begun?.outbox ?? [],
      result: { id: run.id, status },
    })
  },
})

export const toShownRun = (run: RunRow, actor: StaffActor) => ({
  ...{ id: run.id, status: run.status, amount: usd(run.totalMinor), count: run.paymentCount },
  payWhen: run.payWhen,
  createdBy: { id: run.createdByUserId, name: run.createdByName ?? 'A former member' },
  createdAt: new Date(run.createdAt).toISOString(),
  decidedBy:
    run.decidedByUserId === null ? null : { id: run.decidedByUserId, name: run.decidedByName ?? 'A former member' },
  decidedAt: run.decidedAt === null ? null : new Date(run.decidedAt).toISOString(),
  decisionFault: decisionFault(run, actor),
})

type InRun = Omit<Counted, 'leavesOn'> & Pick<PaymentRow, 'id' | 'status' | 'payOn' | 'startedAt'>

/** Those that left did so on the banks' day, as the preview says it. */
const leftOn = ({ payOn, startedAt }: InRun) => payOn ?? (startedAt === null ? null : bankDayAt(startedAt))

export const readRun = query({
  id: 'payments.get-run',
  access: 'payments.use',
  input: inputOf(endpoints.getRun),
  run: async (context, { paymentRunId }): Promise<endpoints.PaymentRun> => {
    const { db, actor } = context
    const [runs, counted] = await db.batch([
      runStatement(context, paymentRunId),
      db.sql(
        `SELECT p.id, p.status, p.due_date AS dueDate, p.currency, p.amount_minor AS amountMinor, p.pay_on AS payOn, p.started_at AS startedAt
           FROM payment_runs r CROSS JOIN json_each(r.payment_ids) j
          CROSS JOIN bill_payments p ON p.id = j.value AND +p.company_id = r.company_id
          WHERE r.id = ? AND r.company_id = ?`,
        ...[paymentRunId, actor.companyId],
      ),
    ])
    const run = runs?.results[0] as unknown as RunRow | undefined
    if (!run) throw notFound('The payment run')
    const skipped = JSON.parse(run.skipped) as Record<string, { name: string; fault: string }>
    const rows = ((counted?.results ?? []) as unknown as InRun[]).filter(({ id }) => !Object.hasOwn(skipped, id))
    return {
      ...toShownRun(run, actor),
      totals: totalsOf(rows.map((row) => ({ ...row, leavesOn: run.payWhen === 'DUE' ? leftOn(row) : null }))),
      scheduledCount: rows.filter(({ payOn }) => payOn !== null).length,
      progress: [...Map.groupBy(rows, ({ status }) => status)].map(([status, those]) => ({
        ...{ status, count: those.length, amount: usd(those.reduce((sum, { amountMinor }) => sum + amountMinor, 0)) },
      })),
      skipped: Object.entries(skipped).map(([billPaymentId, why]) => ({ billPaymentId, ...why })),
    }
  },
})

/** Oldest first. */
export const waitingRunsStatement = ({ db, actor }: StaffContext): D1PreparedStatement =>
  db.sql(
    `SELECT ${RUN} FROM payment_runs r INDEXED BY payment_runs_waiting
      WHERE r.company_id = ? AND r.status = 'WAITING' ORDER BY r.created_at, r.id LIMIT 20`,
    actor.companyId,
  )

export const readRuns = query({
  id: 'payments.list-runs',
  access: 'payments.use',
  input: inputOf(endpoints.listRuns),
  run: async ({ db, actor }) => {
    const rows = await db.all<RunRow>(
      db.sql(
        `SELECT ${RUN} FROM payment_runs r INDEXED BY payment_runs_company WHERE r.company_id = ?
          ORDER BY r.created_at DESC, r.id DESC LIMIT 20`,
        actor.companyId,
      ),
    )
    return rows.map((row) => toShownRun(row, actor))
  },
})
