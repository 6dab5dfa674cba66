import * as endpoints from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import { bankDayAt, dueOf, leaveFault, leavesFor } from '../../../../schema/money/payments/schedule.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { type Alone, aloneStatement, aloneStatements, requireAlone } from './alone.ts'
import { requireStartable, stillPayable } from './bill-payment-act.ts'
import { changePayment, type PaymentChange } from './bill-payment-change.ts'
import { amountOf, billName, requirePayment } from './bill-payment-rows.ts'

/**
 * Payments that start by themselves on a banking day. Who schedules one is who starts it, so the same duties hold, when
 * it is scheduled and on that day.
 */

export const schedulePayment = command({
  id: 'payments.schedule-bill-payment',
  access: 'payments.start',
  freshFactor: true,
  input: inputOf(endpoints.scheduleBillPayment),
  run: async (context, { billPaymentId, paymentMethodId, payOn: chosen }): Promise<{ id: string; payOn: string }> => {
    const { actor, clock } = context
    const { row, facts, bank, events } = await requireStartable(context, {
      ...{ paymentId: billPaymentId, paymentMethodId },
      ...(chosen && { days: [chosen] }),
    })
    const today = bankDayAt(clock.now())
    const due = dueOf({ ...facts, dueDate: row.dueDate })
    const payOn = chosen ?? (due === null ? null : leavesFor(due, today))
    if (payOn === null) throw invalidField('payOn', 'This bill has no due date, so choose a day')
    const fault = leaveFault(payOn, today)
    if (fault) throw invalidField('payOn', fault)
    const alone = { days: [payOn], paymentIds: [row.id] }
    // Only now is it known how much leaves on that day.
    if (!chosen) requireAlone((await context.db.first<Alone>(aloneStatement(context, alone))) as Alone, row.amountMinor)
    const change: PaymentChange = {
      ...{ events, type: 'payment.scheduled', body: { payOn, paymentMethodId: bank.id }, by: actor.userId },
      message: `Scheduled ${formatMoney(amountOf(row))} for ${billName(row)} to be paid on ${dayText(payOn)}`,
      set: { payOn, payOnByUserId: actor.userId },
      statements: () => [stillPayable(context, row), ...aloneStatements(context, alone)],
    }
    return changePayment(context, row, change, { payOn })
  },
})

export const unschedulePayment = command({
  id: 'payments.unschedule-bill-payment',
  access: 'payments.use',
  input: inputOf(endpoints.unscheduleBillPayment),
  run: async (context, { billPaymentId }): Promise<{ id: string }> => {
    const row = await requirePayment(context, billPaymentId)
    if (row.payOn === null)
      throw new AppError('RULE_BROKEN', 'This payment isn’t scheduled.', { reason: 'NOT_SCHEDULED' })
    return changePayment(context, row, {
      ...{ events: [], type: 'payment.unscheduled', by: context.actor.userId },
      message: `Took the payment of ${billName(row)} on ${dayText(row.payOn)} off the schedule`,
      set: { payOn: null, payOnByUserId: null },
    })
  },
})
