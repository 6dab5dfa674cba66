import { NO_END } from '../../../../schema/shared/calendar.ts'
import type { ServicePeriod } from '../../../../schema/vendors/services/period.ts'
import { openSpendByMonth, openUntil, spendByMonth } from '../../../../schema/vendors/services/rules.ts'
import type { ServiceCard } from '../../../../schema/vendors/services/tables.ts'

/** What a service's row keeps of its periods, for lists and sums. Pure. */

type Cost = Pick<ServicePeriod, 'startDate' | 'endDate' | 'totalServicePeriodCost' | 'amortizedCost' | 'currency'>

/** Each month's share of the periods' cost. Without an end, as far ahead as is kept. */
export const monthsOf = (servicePeriods: readonly Cost[], today: string): ServiceCard['months'] => {
  const months = new Map<string, ServiceCard['months'][number]>()
  for (const period of servicePeriods) {
    const { startDate, endDate } = period
    const shares =
      endDate === null
        ? openSpendByMonth(startDate, period.amortizedCost, today)
        : spendByMonth({ startDate, endDate }, period.totalServicePeriodCost ?? 0)
    for (const { month, amount } of shares) {
      const key = `${period.currency} ${month}`
      const known = months.get(key)?.amount ?? 0
      months.set(key, { month, currency: period.currency, amount: known + amount })
    }
  }
  return [...months.values()]
}

/** What `services.last_end_date` has. */
export const lastEndOf = (last: ServicePeriod | undefined): string => (last ? (last.endDate ?? NO_END) : '')

/** What `services.open_until` has. */
export const openUntilOf = (last: ServicePeriod | undefined, today: string): string =>
  last?.endDate === null ? openUntil(last.startDate, today) : ''
