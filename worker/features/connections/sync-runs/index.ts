/**
 * Fetching from outside systems. Invariants: one run of a company, provider and kind is open at a time; a step and how
 * far it got are stored together; a run whose runner died or failed goes on from there. Areas register what they fetch
 * in core/syncs.ts.
 */
export { startScheduledSyncs } from './schedule.ts'
