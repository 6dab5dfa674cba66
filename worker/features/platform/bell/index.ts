/**
 * The bell: what happened, for each person. Invariants: the same effect rings once for a person however often it is
 * repeated, only the person sees it, and what they can't read anymore is left out.
 */
export { unreadSince } from './list.ts'
export { EVERYONE, isMutedSql, mutesStatement } from './mutes.ts'
export { type Ring, ring, ringStatements } from './ring.ts'
export { isRemovedSampleSql, isSampleSql, samplesStatement } from './samples.ts'
