import type { BillPaymentStatus } from '../../../../schema/money/payments/bill-payment-states.ts'
import * as endpoints from '../../../../schema/money/payments/run-endpoints.ts'
import { paymentRuns } from '../../../../schema/money/payments/run-tables.ts'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import { type Audit, commit } from '../../../core/commit.ts'
import { guardOneRow, guardRows } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { insertRow } from '../../../core/record.ts'
import { readAccountRow, requireActive } from './account.ts'
import { requireVerified } from './bank-accounts.ts'
import { START_FACTS, type StartFacts, startFault } from './bill-payment-act.ts'
import { amountOf, billName, PAYMENT_COLUMNS, PAYMENT_VENDOR, type PaymentRow } from './bill-payment-rows.ts'
import { limitsOf, limitsStatement } from './limits.ts'

/**
 * Payments that are started together. Invariants: a run at the company's limit or above is started by two people; each
 * payment keeps its own duties, attempt and key; all of a run are started in one batch, or none is.
 */

type Startable = PaymentRow & StartFacts

const usd = (value: number) => ({ value, currency: PAYMENTS_CURRENCY })

const readStartable = async (context: StaffContext, ids: readonly string[]): Promise<Startable[]> => {
  const { db, actor, clock } = context
  return db.all<Startable>(
    db.sql(
      `SELECT ${PAYMENT_COLUMNS}, ${START_FACTS('?3')} FROM json_each(?2) j
        CROSS JOIN bill_payments p ON p.id = j.value AND p.company_id = ?1 ${PAYMENT_VENDOR}`,
      ...[actor.companyId, JSON.stringify([...new Set(ids)]), clock.now()],
    ),
  )
}

/** Why it can't be started by this person, in words. */
const faultOf = (row: Startable, starterUserId: string): string | null => {
  if (row.status !== 'APPROVED' && !(row.status === 'PENDING' && row.detailsId !== null))
    return row.status === 'PENDING' ? 'Confirmed bank details are missing.' : 'It isn’t ready to be paid.'
  return startFault(row, row, starterUserId)
}

interface Total {
  dueDate: string | null
  currency: Currency
  value: number
  count: number
}

/** By currency and due date, first those that are due first. */
const totalsOf = (rows: readonly Pick<PaymentRow, 'dueDate' | 'currency' | 'amountMinor'>[]) => {
  const totals = new Map<string, Total>()
  for (const { dueDate, currency, amountMinor } of rows) {
    const key = `${dueDate} ${currency}`
    const total = totals.get(key) ?? { dueDate, currency, value: 0, count: 0 }
    totals.set(key, { ...total, value: total.value + amountMinor, count: total.count + 1 })
  }
  return [...totals.values()]
    .toSorted((a, b) => (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999'))
    .map(({ dueDate, currency, value, count }) => ({ dueDate, amount: { value, currency }, count }))
}

const sumOf = (rows: readonly PaymentRow[]): number => rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

export const previewRun = query({
  id: 'payments.preview-run',
  access: 'payments.use',
  input: inputOf(endpoints.previewRun),
  run: async (context, { billPaymentIds }): Promise<endpoints.RunPreview> => {
    const rows = await readStartable(context, billPaymentIds)
    if (rows.length < new Set(billPaymentIds).size) throw notFound('One of the payments')
    const faults = rows.flatMap((row) => {
      const fault = faultOf(row, context.actor.userId)
      return fault ? [{ billPaymentId: row.id, name: billName(row), fault }] : []
    })
    const able = rows.filter(({ id }) => !faults.some(({ billPaymentId }) => billPaymentId === id))
    const { runLimit } = limitsOf(await context.db.all(limitsStatement(context)))
    const value = sumOf(able)
    return {
      ...{ totals: totalsOf(able), amount: usd(value), count: able.length, faults },
      needsSecondPerson: value >= runLimit,
    }
  },
})

const startedAudit = (rows: readonly PaymentRow[]): Audit[] =>
  rows.map((row) => ({
    changeKey: `bill-payment:${row.id}:v${row.version + 1}`,
    action: 'bill.payment-started',
    targetType: 'BILL',
    targetId: row.billId,
    message: `Started paying ${formatMoney(amountOf(row))} for ${billName(row)}, together with others`,
    changeData: null,
  }))

/** Starts all of them, or aborts the batch if one was changed or its vendor held meanwhile. */
const startStatements = (
  { db, actor, clock }: StaffContext,
  rows: readonly Startable[],
  paymentMethodId: string,
  starterUserId: string,
): D1PreparedStatement[] => {
  const now = clock.now()
  const versions = JSON.stringify(rows.map(({ id, version }) => [id, version]))
  return [
    db.sql(
      `INSERT INTO bill_payment_events (company_id, payment_id, version, event_type, event_body, created_by_user_id, created_at)
       SELECT p.company_id, p.id, p.version + 1, 'payment.started', json_object('attempt', p.attempt + 1), ?3, ?4
         FROM json_each(?2) j CROSS JOIN bill_payments p ON p.id = j.value ->> 0 AND p.company_id = ?1`,
      ...[actor.companyId, versions, starterUserId, now],
    ),
    db.sql(
      `UPDATE bill_payments SET status = 'PROCESSING', attempt = attempt + 1, payment_method_id = ?3, provider_id = NULL,
              fail_code = NULL, arrives_at = NULL, started_by_user_id = ?4, started_at = ?5, checked_at = ?5,
              updated_at = ?5, version = version + 1
        WHERE company_id = ?1 AND status IN ('PENDING', 'APPROVED') AND details_id IS NOT NULL
          AND (id, version) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))
          AND EXISTS (SELECT 1 FROM (SELECT p.run, ${START_FACTS('?5')} FROM bill_payments p WHERE p.id = bill_payments.id) f
                       WHERE f.billStatus = 'APPROVED' AND f.billRun = f.run AND f.isHeld = 0
                         AND f.detailsState IN ('CONFIRMED', 'REPLACED'))`,
      ...[actor.companyId, versions, paymentMethodId, starterUserId, now],
    ),
    guardRows(db, rows.length),
  ]
}

const sendEach = (rows: readonly PaymentRow[]) =>
  rows.map(({ id }) => ({ topic: 'payments.follow' as const, payload: { what: 'BILL_PAYMENT' as const, id } }))

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
  access: 'payments.use',
  input: inputOf(endpoints.createRun),
  run: async (context, { billPaymentIds, paymentMethodId }) => {
    const { db, actor, clock, newId } = context
    const rows = await readStartable(context, billPaymentIds)
    if (rows.length < new Set(billPaymentIds).size) throw notFound('One of the payments')
    requireActive(await readAccountRow(context, actor.companyId))
    const bank = await requireVerified(context, paymentMethodId)
    const faulty = rows.find((row) => faultOf(row, actor.userId))
    if (faulty)
      throw invalidField(
        'billPaymentIds',
        `The payment of ${billName(faulty)} can’t be started. ${faultOf(faulty, actor.userId)}`,
      )
    const { runLimit } = limitsOf(await db.all(limitsStatement(context)))
    const [id, now, total] = [newId(), clock.now(), sumOf(rows)]
    const status = total >= runLimit ? ('WAITING' as const) : ('STARTED' as const)
    const isStarted = status === 'STARTED'
    return commit(context, {
      subject: 'The payments',
      statements: [
        insertRow(db, paymentRuns, {
          ...{ id, companyId: actor.companyId, status, paymentMethodId: bank.id, totalMinor: total },
          ...{ paymentIds: JSON.stringify(rows.map((row) => row.id)), paymentCount: rows.length },
          ...{ createdByUserId: actor.userId, createdAt: now },
        }),
        ...(isStarted ? startStatements(context, rows, bank.id, actor.userId) : []),
      ],
      audit: [
        runAudit(
          ...([context, id, 1, isStarted ? 'started' : 'asked'] as const),
          isStarted ? `Started ${named(rows)}` : `Asked for a second person to confirm ${named(rows)}`,
        ),
        ...(isStarted ? startedAudit(rows) : []),
      ],
      ...(isStarted && { outbox: sendEach(rows) }),
      result: { id, status },
    })
  },
})

interface RunRow {
  id: string
  status: (typeof endpoints.RUN_STATUSES)[number]
  paymentMethodId: string
  paymentIds: string
  paymentCount: number
  totalMinor: number
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
  r.payment_count AS paymentCount, r.total_minor AS totalMinor, r.skipped, r.created_by_user_id AS createdByUserId,
  r.decided_by_user_id AS decidedByUserId, r.created_at AS createdAt, r.decided_at AS decidedAt, r.version,
  ${nameOf('r.created_by_user_id')} AS createdByName, ${nameOf('r.decided_by_user_id')} AS decidedByName`

const runStatement = ({ db, actor }: StaffContext, id: string): D1PreparedStatement =>
  db.sql(`SELECT ${RUN} FROM payment_runs r WHERE r.id = ? AND r.company_id = ?`, id, actor.companyId)

const requireRun = async (context: StaffContext, id: string): Promise<RunRow> => {
  const row = await context.db.first<RunRow>(runStatement(context, id))
  if (!row) throw notFound('The payment run')
  return row
}

const decisionFault = ({ status, createdByUserId }: RunRow, userId: string): string | null => {
  if (status !== 'WAITING') return 'These payments no longer wait for a second person.'
  return createdByUserId === userId ? 'You asked for these payments, so someone else has to confirm them.' : null
}

/** What can't be started any more by then is left out, and the run says why. */
export const decideRun = command({
  id: 'payments.decide-run',
  access: 'payments.use',
  input: inputOf(endpoints.decideRun),
  run: async (context, { paymentRunId, shouldConfirm }) => {
    const { db, actor, clock } = context
    const run = await requireRun(context, paymentRunId)
    const fault = decisionFault(run, actor.userId)
    if (fault) throw new AppError('RULE_BROKEN', fault, { reason: 'DUTIES' })
    const ids = JSON.parse(run.paymentIds) as string[]
    const rows = shouldConfirm ? await readStartable(context, ids) : []
    const skipped = Object.fromEntries(
      rows.flatMap((row): [string, { name: string; fault: string }][] => {
        const why = faultOf(row, run.createdByUserId)
        return why ? [[row.id, { name: billName(row), fault: why }]] : []
      }),
    )
    const able = rows.filter(({ id }) => !(id in skipped))
    const bank = shouldConfirm ? await requireVerified(context, run.paymentMethodId) : null
    const status = shouldConfirm ? ('STARTED' as const) : ('REJECTED' as const)
    return commit(context, {
      subject: 'The payments',
      statements: [
        db.sql(
          `UPDATE payment_runs SET status = ?4, decided_by_user_id = ?5, decided_at = ?6, skipped = ?7, version = version + 1
            WHERE id = ?1 AND company_id = ?2 AND version = ?3`,
          ...[run.id, actor.companyId, run.version, status, actor.userId, clock.now(), JSON.stringify(skipped)],
        ),
        guardOneRow(db),
        ...(bank && able.length > 0 ? startStatements(context, able, bank.id, run.createdByUserId) : []),
      ],
      audit: [
        runAudit(
          ...([context, run.id, run.version + 1, shouldConfirm ? 'confirmed' : 'rejected'] as const),
          shouldConfirm
            ? `Confirmed and started ${named(able)}`
            : `Rejected ${run.paymentCount} payments of ${formatMoney(usd(run.totalMinor))}`,
        ),
        ...startedAudit(able),
      ],
      outbox: sendEach(able),
      result: { id: run.id, status },
    })
  },
})

const toShown = (run: RunRow, userId: string) => ({
  ...{ id: run.id, status: run.status, amount: usd(run.totalMinor), count: run.paymentCount },
  createdBy: { id: run.createdByUserId, name: run.createdByName ?? 'A former member' },
  createdAt: new Date(run.createdAt).toISOString(),
  decidedBy:
    run.decidedByUserId === null ? null : { id: run.decidedByUserId, name: run.decidedByName ?? 'A former member' },
  decidedAt: run.decidedAt === null ? null : new Date(run.decidedAt).toISOString(),
  decisionFault: decisionFault(run, userId),
})

interface Counted {
  status: BillPaymentStatus
  dueDate: string | null
  currency: Currency
  amountMinor: number
}

export const readRun = query({
  id: 'payments.get-run',
  access: 'payments.use',
  input: inputOf(endpoints.getRun),
  run: async (context, { paymentRunId }): Promise<endpoints.PaymentRun> => {
    const { db, actor } = context
    const [runs, counted] = await db.batch([
      runStatement(context, paymentRunId),
      db.sql(
        `SELECT p.status, p.due_date AS dueDate, p.currency, p.amount_minor AS amountMinor
           FROM payment_runs r CROSS JOIN json_each(r.payment_ids) j
          CROSS JOIN bill_payments p ON p.id = j.value AND +p.company_id = r.company_id
          WHERE r.id = ? AND r.company_id = ?`,
        ...[paymentRunId, actor.companyId],
      ),
    ])
    const run = runs?.results[0] as unknown as RunRow | undefined
    if (!run) throw notFound('The payment run')
    const rows = (counted?.results ?? []) as unknown as Counted[]
    const skipped = JSON.parse(run.skipped) as Record<string, { name: string; fault: string }>
    return {
      ...toShown(run, actor.userId),
      totals: totalsOf(rows),
      progress: [...Map.groupBy(rows, ({ status }) => status)].map(([status, those]) => ({
        ...{ status, count: those.length, amount: usd(those.reduce((sum, { amountMinor }) => sum + amountMinor, 0)) },
      })),
      skipped: Object.entries(skipped).map(([billPaymentId, why]) => ({ billPaymentId, ...why })),
    }
  },
})

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
    return rows.map((row) => toShown(row, actor.userId))
  },
})
