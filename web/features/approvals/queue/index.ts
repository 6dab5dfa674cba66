/**
 * What waits for a person over all kinds, on Home. Areas give their lines as sources; the route puts them together.
 * Invariant: the order is by urgency, not by kind.
 */
export { Queue } from './queue.tsx'
