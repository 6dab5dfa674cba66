/** What of all that waits comes first, for the inbox's most urgent items and for Home. */

interface Urgent {
  /** When it started waiting, ISO. Null if that isn't known. */
  since: string | null
  /** Until when it should be done, ISO. Null without a deadline, or while it is paused. */
  dueAt: string | null
  /** Something failed, and goes on only once someone acts. */
  isStuck?: boolean
}

/** A deadline this near comes before what has none. */
const SOON_MS = 2 * 24 * 60 * 60_000

const at = (since: string | null): number => (since === null ? 0 : Date.parse(since))

const placeOf = ({ since, dueAt, isStuck }: Urgent, now: number): [rank: number, at: number] => {
  const due = dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt)
  if (due <= now) return [0, due]
  if (isStuck) return [1, at(since)]
  return due <= now + SOON_MS ? [2, due] : [3, at(since)]
}

/**
 * Overdue first, then what failed, then what is due within two days, then what waits longest.
 * @param now in milliseconds
 */
export const byUrgency = <Item extends Urgent>(items: readonly Item[], now: number): Item[] =>
  items
    .map((item) => ({ item, place: placeOf(item, now) }))
    .sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
    .map(({ item }) => item)

/** The first of the deadlines of what someone is to do, ISO. */
export const firstDue = (actions: readonly { dueAt?: string | null | undefined }[]): string | null =>
  actions.reduce<string | null>(
    (first, { dueAt }) => (dueAt && (first === null || Date.parse(dueAt) < Date.parse(first)) ? dueAt : first),
    null,
  )
