import { addMonths } from '../../shared/calendar.ts'
import { isCalendarDate } from '../../shared/values.ts'
import { MOST_AMORTIZED_YEARS } from './values.ts'

export type Amortized = {
  amortizationStartDate: string | null
  amortizationEndDate: string | null
  erpAmortizationTemplateId?: string | null
}

/** What is wrong with the months that an expense is spread over. */
export const amortizationFaults = (
  { amortizationStartDate: start, amortizationEndDate: end, erpAmortizationTemplateId }: Amortized,
  at: readonly (string | number)[] = [],
): { path: (string | number)[]; message: string }[] => {
  const fault = (field: keyof Amortized, message: string) => [{ path: [...at, field], message }]
  if (erpAmortizationTemplateId && !start && !end)
    return fault('amortizationStartDate', 'Enter the first and the last day for the amortization template')
  if (start && !end) return fault('amortizationEndDate', 'Enter the last day too')
  if (!start && end) return fault('amortizationStartDate', 'Enter the first day too')
  if (!start || !end || !isCalendarDate(start) || !isCalendarDate(end)) return []
  if (end < start) return fault('amortizationEndDate', 'The end is before the start')
  return end >= addMonths(start, 12 * MOST_AMORTIZED_YEARS)
    ? fault('amortizationEndDate', `At most ${MOST_AMORTIZED_YEARS} years`)
    : []
}
