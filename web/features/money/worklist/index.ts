import { late } from '../../../ui/settling/late.tsx'

/**
 * The worklist of people who work with payments. Invariant: every row leads to what can be done about it.
 */
export { Lanes } from './lanes.tsx'
export { worklistSearch } from './search.ts'
export const LaneList = late(async () => (await import('./lane-list.tsx')).LaneList, 320)
