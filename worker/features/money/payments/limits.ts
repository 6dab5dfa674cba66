import * as endpoints from '../../../../schema/money/payments/run-endpoints.ts'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { guardedRun } from '../../platform/guarded/index.ts'

/** The limits that a company pays within. */

export interface Limits {
  runLimit: number
  freeBelow: number
}

export const limitsStatement = ({ db, actor }: StaffContext): D1PreparedStatement =>
  db.sql(
    'SELECT run_limit_minor AS runLimit, free_below_minor AS freeBelow FROM payment_limits WHERE company_id = ?',
    actor.companyId,
  )

export const limitsOf = (rows: readonly unknown[] | undefined): Limits =>
  (rows?.[0] as Limits | undefined) ?? { runLimit: endpoints.RUN_LIMIT_MINOR, freeBelow: 0 }

const current = async (context: StaffContext): Promise<Limits> =>
  limitsOf(await context.db.all(limitsStatement(context)))

export const readLimits = query({
  id: 'payments.get-limits',
  access: 'payments.use',
  input: inputOf(endpoints.getLimits),
  run: current,
})

const usd = (value: number): string => formatMoney({ value, currency: PAYMENTS_CURRENCY })

const wordsOf = ({ runLimit, freeBelow }: Limits): string =>
  `A second person from ${usd(runLimit)} on, and payments below ${usd(freeBelow)} free for anyone who pays`

const set = (context: StaffContext, { runLimit, freeBelow }: Limits, askedBy?: string): Promise<Limits> => {
  const { db, actor, clock, newId } = context
  const { companyId } = actor
  return commit(context, {
    subject: 'The limits',
    statements: [
      db.sql(
        `INSERT INTO payment_limits (company_id, run_limit_minor, free_below_minor, updated_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (company_id) DO UPDATE SET run_limit_minor = ?2, free_below_minor = ?3, updated_at = ?4
              WHERE ?5 OR (run_limit_minor >= ?2 AND free_below_minor >= ?3)`,
        ...[companyId, runLimit, freeBelow, clock.now(), askedBy === undefined ? 0 : 1],
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `payment-limits:${newId()}`,
        action: 'payments.limits-changed',
        targetType: 'COMPANY',
        targetId: companyId,
        message: `Payment runs of ${usd(runLimit)} or more need a second person, and payments below ${usd(freeBelow)} may be started by anyone who pays`,
        changeData: { runLimit, freeBelow },
      },
    ],
    result: { runLimit, freeBelow },
  })
}

export const setLimits = command({
  id: 'payments.set-limits',
  access: 'payments.guard',
  input: inputOf(endpoints.setLimits),
  run: guardedRun({
    id: 'payments.set-limits',
    loosens: async (context, after: Limits) => {
      const before = await current(context)
      return after.runLimit > before.runLimit || after.freeBelow > before.freeBelow ? wordsOf(after) : null
    },
    run: set,
    current,
  }),
})
