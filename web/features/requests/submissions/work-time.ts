import type { BlockHistory } from '../../../../schema/approvals/engine/block-endpoints.ts'

type Span = BlockHistory['blockStatuses'][number]

/** How long a step was in each work status, in the order of first occurrence. The current one counts until `now`. */
export const timeByStatus = (
  spans: readonly Span[],
  now: number,
): { blockStatus: Span['blockStatus']; ms: number; businessMs: number }[] => {
  const times = new Map<Span['blockStatus'], { ms: number; businessMs: number }>()
  for (const { blockStatus, createdAt, spentMs, businessMs } of spans) {
    const spent = spentMs ?? Math.max(0, now - Date.parse(createdAt))
    const before = times.get(blockStatus) ?? { ms: 0, businessMs: 0 }
    times.set(blockStatus, { ms: before.ms + spent, businessMs: before.businessMs + businessMs })
  }
  return [...times].map(([blockStatus, time]) => ({ blockStatus, ...time }))
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const unit = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** The two largest units: "2 days 3 hours", "5 minutes", "less than a minute". */
export const spentText = (ms: number): string => {
  const parts: [number, string][] = [
    [Math.floor(ms / DAY), 'day'],
    [Math.floor((ms % DAY) / HOUR), 'hour'],
    [Math.floor((ms % HOUR) / MINUTE), 'minute'],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  if (first === -1) return 'less than a minute'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, word]) => unit(count, word))
    .join(' ')
}

/** "of which 12 business hours", in whole hours. */
export const businessText = (ms: number): string => unit(Math.round(ms / HOUR), 'business hour')
