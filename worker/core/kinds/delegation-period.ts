/**
 * When a delegation holds: from the beginning of its first day to the end of its last one, in the time zone of the
 * person who delegates. Both instants are stored with it. Those from before that was so hold by days in UTC.
 */

/** SQL of when delegation `g` begins, in milliseconds. 0 for one without a first day. */
export const beginsAt = (g: string): string => `coalesce(${g}.starts_at, unixepoch(${g}.starts_on) * 1000, 0)`

/** SQL of when it ends, in milliseconds. Null for one without a last day. */
export const endsAt = (g: string): string => `coalesce(${g}.ends_at, unixepoch(${g}.ends_on, '+1 day') * 1000)`

/**
 * SQL condition that it holds.
 * @param now the placeholder of the time in milliseconds
 */
export const delegationHolds = (g: string, now: string): string =>
  `(${beginsAt(g)} <= ${now} AND (${g}.ends_on IS NULL OR ${endsAt(g)} > ${now}))`
