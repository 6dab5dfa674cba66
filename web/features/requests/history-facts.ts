import { formatNumber, humanize } from '../../lib/format.ts'

/** Facts of an audit row in words; the changed answers are shown apart (differences.ts). */
export interface HistoryFact {
  label: string
  text: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Said by the message already, or only of use to programs. */
const SKIPPED = new Set(['changes', 'blockId', 'label', 'removed', 'run', 'version'])

const words = (key: string): string => humanize(key.replaceAll(/([a-z])([A-Z])/g, '$1_$2'))

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string') return /^[A-Z]+(_[A-Z]+)*$/.test(value) ? humanize(value) : value
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
