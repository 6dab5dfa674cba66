import { CURRENCIES } from '../../../../schema/shared/money.ts'
import { humanize, isCalendarDate } from '../../../../schema/shared/values.ts'
import { formatCalendarDate, formatNumber } from '../../../lib/format.ts'
import type { Difference } from '../../../ui/difference-list.tsx'

/** A fact of an audit row in words. A request's changed answers are shown separately. */
export interface HistoryFact {
  label: string
  text: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Already in the message, or only useful to programs. */
const SKIPPED = new Set(['changes', 'blockId', 'commentId', 'label', 'removed', 'run', 'threadId', 'version'])

/** Names of fields that don't read as words. */
const FIELD_WORDS = new Map([
  ['isSocTwoCompliant', 'SOC 2 compliant'],
  ['taxPayerIdentificationNumbers', 'Tax IDs'],
])
/** They stay as they are written. */
const ABBREVIATIONS = new Set<string>(['ACH', 'CSV', 'DPA', 'MSA', 'NDA', 'SOW', ...CURRENCIES])

/** "Delegate user" for delegateUser. */
const words = (key: string): string => FIELD_WORDS.get(key) ?? humanize(key.replaceAll(/([a-z])([A-Z])/g, '$1_$2'))

const worded = (text: string): string => {
  if (isCalendarDate(text)) return formatCalendarDate(text)
  return /^[A-Z]+(_[A-Z]+)*$/.test(text) && !ABBREVIATIONS.has(text) ? humanize(text) : text
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string') return worded(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('; ')
  if (!isRecord(value)) return ''
  if (typeof value.name === 'string') return value.name
  if (typeof value.label === 'string') {
    const reason = typeof value.reason === 'string' && value.reason ? ` (${value.reason})` : ''
    return value.label + reason
  }
  return Object.entries(value)
    .map(([key, inner]) => [words(key), textOf(inner)] as const)
    .filter(([, text]) => text)
    .map(([key, text]) => `${key}: ${text}`)
    .join(', ')
}

export const historyFacts = (data: unknown): HistoryFact[] => {
  if (!isRecord(data)) return []
  return Object.entries(data)
    .filter(([key, value]) => !SKIPPED.has(key) && value !== false)
    .map(([key, value]) => ({ label: words(key), text: textOf(value) }))
    .filter(({ text }) => text !== '')
}

/** Ids mean nothing to people. If they matter, the message or a name beside them says so. */
const isReadable = (key: string): boolean => !/Ids?$/.test(key)

const sidesOf = (before: unknown, after: unknown): [before: string, after: string] => {
  if (!Array.isArray(before) || !Array.isArray(after)) return [textOf(before), textOf(after)]
  const [gone, came] = [before.map(textOf), after.map(textOf)]
  // Only the differences of two lists. Lists that differ only in order are shown completely.
  const only = (list: string[], other: string[]) => list.filter((text) => !other.includes(text)).join('; ')
  const sides: [string, string] = [only(gone, came), only(came, gone)]
  return sides.join('') === '' ? [gone.join('; '), came.join('; ')] : sides
}

/** What `before` and `after` of a change say, for each field that differs. */
export const changedFields = (data: unknown): Difference[] => {
  if (!isRecord(data) || !('before' in data || 'after' in data)) return []
  const [before, after] = [data.before ?? {}, data.after ?? {}]
  if (!isRecord(before) || !isRecord(after)) {
    const [was, is] = sidesOf(data.before, data.after)
    return was === is ? [] : [{ label: 'Order', before: was || 'None', after: is || 'None' }]
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(isReadable).flatMap((key) => {
    const [was, is] = sidesOf(before[key], after[key])
    return was === is ? [] : [{ label: words(key), before: was || 'None', after: is || 'None' }]
  })
}

/** The facts besides `before` and `after`. */
export const otherFacts = (data: unknown): HistoryFact[] => {
  if (!isRecord(data)) return []
  const { before: _, after: __, ...rest } = data
  return historyFacts(Object.fromEntries(Object.entries(rest).filter(([key]) => isReadable(key))))
}
