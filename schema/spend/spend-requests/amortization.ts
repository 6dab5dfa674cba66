import { monthOf, monthsOfPeriod, shiftMonth } from '../../shared/calendar.ts'

/** What a spend request costs in each month of its service period. */

export interface ServicePeriod {
  serviceStartDate: string
  /** Null for a purchase without a period. */
  serviceEndDate: string | null
}

export interface MonthlyCost {
  /** The calendar month in which the month of service begins, yyyy-mm. */
  month: string
  amount: number
}

/** Months of service, counted from the first day. Begun ones count, so that Jan 15 to Feb 20 has two. */
export const monthsOfService = ({ serviceStartDate, serviceEndDate }: ServicePeriod): number =>
  serviceEndDate === null || serviceEndDate <= serviceStartDate
    ? 1
    : Math.ceil(monthsOfPeriod(serviceStartDate, serviceEndDate))

/** The same share each month of service in whole minor units. The last month takes the remainder. */
export const amortized = (total: number, period: ServicePeriod): MonthlyCost[] => {
  const count = monthsOfService(period)
  const share = Math.floor(total / count)
  return Array.from({ length: count }, (_, index) => ({
    month: shiftMonth(monthOf(period.serviceStartDate), index),
    amount: index === count - 1 ? total - share * (count - 1) : share,
  }))
}
