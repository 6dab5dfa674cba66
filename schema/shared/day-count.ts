const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Days from one calendar date to another, negative when the second is earlier. Apart from the rest of the calendar
 * because pages that only say "in 12 days" should not load its arithmetic.
 */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS
