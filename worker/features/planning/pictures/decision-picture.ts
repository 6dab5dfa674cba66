import { DECISION_MONTHS, type DecisionPicture } from '../../../../schema/planning/pictures/endpoints.ts'
import { dayIn, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'

/** Medians by month of how long decisions took, from kept counts or from single requests. Pure. */

type Months = Pick<DecisionPicture, 'months' | 'decided' | 'medianMs'>

/** How many decisions took how many minutes, or a little more. */
type Counts = Map<number, number>

const MINUTE_MS = 60_000
const SLOT_MS = 15 * MINUTE_MS

/** The widths of what is counted together, in minutes, as the triggers of `decision_months` do. */
const WIDTHS: [below: number, width: number][] = [
  [60, 5],
  [2880, 60],
  [14_400, 240],
  [86_400, 1440],
  [Number.POSITIVE_INFINITY, 10_080],
]
const widthOf = (minutes: number): number => WIDTHS.find(([below]) => minutes < below)?.[1] ?? 0

/** In the middle of what is counted together, so that it is wrong by half its width at most. */
const medianOf = (counts: Counts): number | null => {
  const all = [...counts].sort(([a], [b]) => a - b)
  const total = all.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [minutes, count] of all) {
    seen += count
    if (seen * 2 >= total) return (minutes + widthOf(minutes) / 2) * MINUTE_MS
  }
  return null
}

/** The months of the picture, the last of which is the current one. */
export const monthsUntil = (last: string): string[] =>
  Array.from({ length: DECISION_MONTHS }, (_, count) => shiftMonth(last, count + 1 - DECISION_MONTHS))

const add = (counts: Counts, minutes: number, count: number): void => {
  counts.set(minutes, (counts.get(minutes) ?? 0) + count)
}

/**
 * @param rows of decision_months, from the month before the first (UTC) until the one after the last
 * @param last month, yyyy-mm in the time zone
 */
export const countedDecisions = (
  rows: readonly { month: string; counts: string }[],
  last: string,
  zone: string | null,
): Months => {
  const shown = new Map<string, Counts>(monthsUntil(last).map((month) => [month, new Map()]))
  const all: Counts = new Map()
  for (const row of rows) {
    for (const [key, count] of Object.entries(JSON.parse(row.counts) as Record<string, number>)) {
      const [minutes = '', slot] = key.split(' ')
      const counts = shown.get(slot ? monthOf(dayIn(zone, Number(slot) * SLOT_MS)) : row.month)
      if (!counts) continue
      add(counts, Number(minutes), count)
      add(all, Number(minutes), count)
    }
  }
  const total = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    months: [...shown].map(([month, counts]) => ({ month, decided: total(counts), medianMs: medianOf(counts) })),
    ...{ decided: total(all), medianMs: medianOf(all) },
  }
}

/** The lower one of two in the middle, as above. */
const middle = (times: readonly number[]): number | null =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length / 2) - 1] ?? null

/** @param decisions the newest ones of a person */
export const singleDecisions = (
  decisions: readonly { decidedAt: number; tookMs: number }[],
  last: string,
  zone: string | null,
): Months => {
  const shown = monthsUntil(last)
  const byMonth = Map.groupBy(decisions, ({ decidedAt }) => monthOf(dayIn(zone, decidedAt)))
  const timesOf = (month: string) => (byMonth.get(month) ?? []).map(({ tookMs }) => tookMs)
  const all = shown.flatMap(timesOf)
  return {
    months: shown.map((month) => ({ month, decided: timesOf(month).length, medianMs: middle(timesOf(month)) })),
    ...{ decided: all.length, medianMs: middle(all) },
  }
}
