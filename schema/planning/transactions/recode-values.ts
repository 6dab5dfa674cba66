/** Changing what transactions belong to. */

/** RUNNING and UNDOING while a job goes through the lines. */
export const RECODE_STATES = ['RUNNING', 'DONE', 'UNDOING', 'UNDONE'] as const
export type RecodeState = (typeof RECODE_STATES)[number]

/**
 * What happens to a line's vendor or category: nothing; it is set; it follows the mapping again; or it is no longer this
 * one, so that the mapping's counts, or none if that is this one.
 */
export const RECODE_HOWS = ['KEEP', 'SET', 'MAPPING', 'OFF'] as const
export type RecodeHow = (typeof RECODE_HOWS)[number]

/** What can be set on a line, and given back to the mapping. */
export const RECODED = ['vendor', 'category'] as const
export type Recoded = (typeof RECODED)[number]

/** Chosen one by one. */
export const MOST_CHOSEN = 100
/** Chosen by filters. */
export const MOST_RECODED = 50_000
