import type { Currency, Money } from '../../../../schema/shared/money.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { periodAt } from '../../../../schema/vendors/services/rules.ts'
import {
  PAYMENT_FREQUENCIES,
  PAYMENT_FREQUENCY_WORDS,
  PAYMENT_TERM_WORDS,
  PAYMENT_TERMS,
} from '../../../../schema/vendors/services/values.ts'
import { todayIn } from '../../../lib/format.ts'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import type { Service, ServicePeriod } from './api.ts'

/** For people who can't. */
export const WHO_ADDS_SERVICES =
  'Only admins, super viewers, vendor admins, and department or business unit leads can add services. Ask one of them.'

export const FREQUENCY_OPTIONS: Option[] = PAYMENT_FREQUENCIES.map((value) => ({
  value,
  label: PAYMENT_FREQUENCY_WORDS[value],
}))
export const TERM_OPTIONS: Option[] = PAYMENT_TERMS.map((value) => ({ value, label: PAYMENT_TERM_WORDS[value] }))

/** Today's period, otherwise the next one, otherwise the last. */
export const useShownPeriod = (service: Service): ServicePeriod | null => {
  const timeZone = useTimeZone()
  return periodAt(service.servicePeriods, todayIn(timeZone))
}

/** A period's last day. */
export const PeriodEnd = ({ period: { endDate } }: { period: ServicePeriod }) =>
  endDate === null ? 'Month to month' : <CalendarDateText date={endDate} />

export const moneyOf = (value: number | null, currency: Currency): Money | null =>
  value === null ? null : { value, currency }

/** Amounts in several currencies, one per line. */
export const Amounts = ({ amounts }: { amounts: Money[] }) =>
  amounts.length === 0 ? (
    <span aria-hidden>–</span>
  ) : (
    amounts.map((money) => (
      <div key={money.currency}>
        <MoneyText money={money} />
      </div>
    ))
  )
