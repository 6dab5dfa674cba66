const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const distance = (milliseconds: number): string => {
  if (milliseconds < HOUR_MS) return `${Math.max(1, Math.round(milliseconds / MINUTE_MS))} min`
  if (milliseconds < DAY_MS) return `${Math.floor(milliseconds / HOUR_MS)} h`
  const days = Math.floor(milliseconds / DAY_MS)
  return days === 1 ? '1 day' : `${days} days`
}

/** "due in 3 h", "overdue by 1 day". */
export const dueWords = (dueAt: number, now: number): string =>
  dueAt > now ? `due in ${distance(dueAt - now)}` : `overdue by ${distance(now - dueAt)}`
