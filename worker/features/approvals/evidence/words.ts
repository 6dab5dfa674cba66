import { dayText } from '../../../../schema/shared/calendar.ts'
import { type Currency, currency, formatMoney, money } from '../../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../../schema/shared/values.ts'

/** Contents as people read them, whatever they are of. */

type Fact = [label: string, value: string]

/** "erpVendorId" is the vendor. */
const labelOf = (key: string): string => {
  const words = key
    .replace(/^(erp|is)(?=[A-Z])/, '')
    .replace(/Ids?$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface Words {
  names: ReadonlyMap<string, string>
  currency: Currency | null
}

const currencyOf = (content: Record<string, unknown>): Currency | null => {
  const found = currency.safeParse(content.currency)
  return found.success ? found.data : null
}

const isAmount = (key: string): boolean => /amount|total|cost|minor$/i.test(key)

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** One value. Parts of a structure are named. */
export const valueText = (value: unknown, words: Words, key = ''): string => {
  if (isEmpty(value)) return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number')
    return words.currency && isAmount(key) && Number.isSafeInteger(value)
      ? formatMoney({ value, currency: words.currency })
      : value.toLocaleString('en-US')
  if (typeof value === 'string') return isCalendarDate(value) ? dayText(value) : (words.names.get(value) ?? value)
  if (Array.isArray(value)) return value.map((part) => valueText(part, words, key)).join(', ')
  const amount = money.strict().safeParse(value)
  if (amount.success) return formatMoney(amount.data)
  return facts(value as Record<string, unknown>, words)
    .map(([label, text]) => `${label}: ${text}`)
    .join('; ')
}

const facts = (content: Record<string, unknown>, words: Words): Fact[] =>
  Object.entries(content).flatMap(([key, value]): Fact[] =>
    // Ids of its own parts say nothing.
    isEmpty(value) || key === 'id' ? [] : [[words.names.get(key) ?? labelOf(key), valueText(value, words, key)]],
  )

/** Labels and values of a content. The parts of a list are numbered. */
export const contentFacts = (content: Record<string, unknown>, names: ReadonlyMap<string, string>): Fact[] => {
  const words = { names, currency: currencyOf(content) }
  return Object.entries(content).flatMap(([key, value]): Fact[] => {
    if (isEmpty(value) || key === 'id') return []
    if (Array.isArray(value) && value.every((part) => typeof part === 'object' && part !== null))
      return value.map((part, i) => [`${labelOf(key).replace(/s$/, '')} ${i + 1}`, valueText(part, words, key)])
    // The answers of a form are its facts.
    if (key === 'answers') return facts(value as Record<string, unknown>, words)
    return [[names.get(key) ?? labelOf(key), valueText(value, words, key)]]
  })
}

export const changeText = (
  { before, after }: { before: unknown; after: unknown },
  content: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): string => {
  const words = { names, currency: currencyOf(content) }
  return `${valueText(before, words)} → ${valueText(after, words)}`
}

/** "PAID_OUTSIDE", "payment.started" and the like, in words. */
export const inWords = (code: string): string => {
  const text = code.toLowerCase().replaceAll(/[_.-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
