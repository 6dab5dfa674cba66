/** Pushes of a company's own system, and the generations that they make up. */

export const PUSH_STATES = ['RECEIVING', 'STAGED', 'REFUSED', 'BROKEN_OFF', 'REPLACED'] as const
export type PushState = (typeof PUSH_STATES)[number]

/** OPEN while it is pushed. COMPLETE once everything that belongs to it has arrived and fits together. */
export const GENERATION_STATES = ['OPEN', 'COMPLETE', 'DISCARDED'] as const
export type GenerationState = (typeof GENERATION_STATES)[number]

/** What people and programs are told: COMPLETE is APPLYING until it was taken over. */
export const GENERATION_STATUSES = ['OPEN', 'APPLYING', 'APPLIED', 'ERROR', 'DISCARDED'] as const

/** As much as one push may have. More of a kind is sent in parts. */
export const MOST_PUSHED_BYTES = 64 * 1024 * 1024
export const MOST_PUSHED_ROWS = 200_000
export const MOST_PARTS = 100
/** Errors that are told. All of them are counted. */
export const PROBLEMS_TOLD = 100
/** At the same time, of a company. */
export const MOST_PUSHES_AT_ONCE = 4
export const MOST_LINES = 10_000
