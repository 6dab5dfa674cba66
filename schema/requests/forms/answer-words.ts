import type { Money } from '../../shared/money.ts'

/** Answers with several parts, in words. */

type Parts = Record<string, unknown>

export const isRecord = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isMoney = (value: Parts): value is Parts & Money => 'currency' in value && typeof value.value === 'number'

const count = (n: unknown, unit: string): string[] =>
  typeof n === 'number' && n > 0 ? [`${n.toLocaleString('en-US')} ${unit}${n === 1 ? '' : 's'}`] : []

/** "1 year, 6 months", or empty if all are zero. */
export const durationLines = (value: Parts): string[] => {
  const parts = [...count(value.years, 'year'), ...count(value.months, 'month'), ...count(value.days, 'day')]
  return parts.length > 0 ? [parts.join(', ')] : []
}

export const addressLines = (value: Parts): string[] => {
  const part = (key: string) => (typeof value[key] === 'string' ? (value[key] as string).trim() : '')
  const town = [[part('city'), part('state')].filter(Boolean).join(', '), part('postalCode')].filter(Boolean).join(' ')
  return [part('address1'), part('address2'), town, part('country'), part('memo')].filter(Boolean)
}
