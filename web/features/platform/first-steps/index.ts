/**
 * The first steps of a new company: a list on Home of people who manage settings, and what marks one as taken.
 */
export { loadFirstSteps } from './late.ts'
export { ShowFirstSteps } from './show-first-steps.tsx'
export { useMarkTried } from './use-mark-tried.ts'
