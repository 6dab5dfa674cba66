import { formatRate } from '../../../../schema/shared/exchange.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { SpendPicture } from './api.ts'

/** "EUR, GBP and JPY". */
const listed = (codes: readonly Currency[]): string =>
  codes.length < 2 ? codes.join('') : `${codes.slice(0, -1).join(', ')} and ${codes.at(-1)}`

/** What a reader of the sums has to know about other currencies. Null if there are none. */
export const ratesNote = ({ currency, rates, withoutRate }: SpendPicture): string | null => {
  const known = rates.map(({ base, rate }) => `1 ${base} = ${formatRate(rate)} ${currency}`).join(', ')
  const sentences = [
    known && `Other currencies at today’s rates: ${known}.`,
    withoutRate.length > 0 && `Amounts in ${listed(withoutRate)} aren’t included, because there is no exchange rate.`,
  ].filter((sentence) => sentence)
  return sentences.length > 0 ? sentences.join(' ') : null
}

export const serviceCount = (count: number): string => `${count} ${count === 1 ? 'service' : 'services'}`

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const counted = (count: number, unit: string): string => {
  const text = count.toLocaleString('en-US', { maximumFractionDigits: 1 })
  return `${text} ${unit}${text === '1' ? '' : 's'}`
}

/** "25 minutes", "20 hours", "3.5 days": about how long decisions take. */
export const tookText = (ms: number): string => {
  if (ms < HOUR_MS) return counted(Math.max(1, Math.round(ms / MINUTE_MS)), 'minute')
  return ms < 2 * DAY_MS ? counted(Math.round(ms / HOUR_MS), 'hour') : counted(ms / DAY_MS, 'day')
}
