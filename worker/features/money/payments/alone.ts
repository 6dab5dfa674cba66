import { RUN_LIMIT_MINOR } from '../../../../schema/money/payments/run-endpoints.ts'
import { bankDayAt } from '../../../../schema/money/payments/schedule.ts'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import { startOfDay } from '../../../../schema/shared/calendar.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { AppError } from '../../../core/errors.ts'
import { guardThat, handsBy, handsStatement } from '../../../core/hands.ts'
import type { StaffContext } from '../../../core/operation.ts'

/**
 * What one person starts alone on a day at the banks, whatever the door: singly, in runs, scheduled. From the company's
 * limit on, a second person confirms. What a second person has confirmed doesn't count.
 */

/** Where the banks are. */
const ZONE = 'America/New_York'

const LIMIT = `coalesce((SELECT l.run_limit_minor FROM payment_limits l WHERE l.company_id = ?1), ${RUN_LIMIT_MINOR})`

/** SQL, in minor units: of days ?4, the one with most. ?1 company, ?2 person, ?3 since, ?5 payments that don't count. */
const STARTED_ALONE = `(SELECT max((SELECT coalesce(sum(p.amount_minor), 0) FROM bill_payments p
    WHERE +p.company_id = ?1 AND p.id NOT IN (SELECT value FROM json_each(?5))
      AND (p.pay_on IS NOT NULL OR p.status IN ('PROCESSING', 'PAID'))
      AND p.id IN (
        SELECT h.matter_id FROM hands h INDEXED BY hands_started
         WHERE h.company_id = ?1 AND h.user_id = ?2 AND h.act = 'STARTED' AND h.at >= ?3
        UNION
        SELECT q.id FROM bill_payments q INDEXED BY bill_payments_scheduler
         WHERE q.company_id = ?1 AND q.pay_on_by_user_id = ?2 AND q.pay_on = d.value
           AND EXISTS (SELECT 1 FROM hands h WHERE h.company_id = ?1 AND h.matter_id = q.id AND h.user_id = ?2
                          AND h.act = 'STARTED'))))
  FROM json_each(?4) d)`

const given = ({ actor, clock }: StaffContext, days: readonly string[], exceptIds: readonly string[]) => {
  const now = clock.now()
  const today = bankDayAt(now)
  const since = Date.parse(startOfDay(today, ZONE) ?? today)
  return [
    actor.companyId,
    actor.userId,
    since,
    JSON.stringify([...new Set([today, ...days])]),
    JSON.stringify(exceptIds),
  ]
}

export interface Alone {
  /** In minor units, without the payments that are started now. */
  startedAlone: number
  runLimit: number
  freeBelow: number
}

/** @param days on which what is started leaves, today included */
export const aloneStatement = (
  context: StaffContext,
  { days = [], paymentIds }: { days?: readonly string[]; paymentIds: readonly string[] },
): D1PreparedStatement =>
  context.db.sql(
    `SELECT ${STARTED_ALONE} AS startedAlone, ${LIMIT} AS runLimit,
            coalesce((SELECT l.free_below_minor FROM payment_limits l WHERE l.company_id = ?1), 0) AS freeBelow`,
    ...given(context, days, paymentIds),
  )

export const needsSecond = ({ startedAlone, runLimit }: Alone, amountMinor: number): boolean =>
  startedAlone + amountMinor >= runLimit

const usd = (value: number): string => formatMoney({ value, currency: PAYMENTS_CURRENCY })

/** Why one person can't start so much alone, in words. Null if they can. */
export const aloneFault = (alone: Alone, amountMinor: number): string | null =>
  needsSecond(alone, amountMinor)
    ? `With this you would start ${usd(alone.startedAlone + amountMinor)} in a day. From ${usd(alone.runLimit)} on, a second person confirms.`
    : null

export const requireAlone = (alone: Alone, amountMinor: number): void => {
  const fault = aloneFault(alone, amountMinor)
  if (fault) throw new AppError('RULE_BROKEN', `${fault} Ask for one.`, { reason: 'SECOND_PERSON' })
}

/** In the batch that starts or schedules them: who did so alone. Aborts it if, with what was started meanwhile, it's too much. */
export const aloneStatements = (
  context: StaffContext,
  { days = [], paymentIds }: { days?: readonly string[]; paymentIds: readonly string[] },
): D1PreparedStatement[] => [
  handsStatement(
    context.db,
    context.actor.companyId,
    paymentIds.flatMap((id) => handsBy(context.actor, 'PAYMENT', id, 'STARTED')),
    context.clock.now(),
  ),
  guardThat(context.db, `${STARTED_ALONE} < ${LIMIT}`, ...given(context, days, [])),
]
