/**
 * Requests in progress when a workflow, a rule set or a matrix changes. Invariant: only those move that the admin picks,
 * and each shows first what changes.
 */
export { RunningPanel } from './running-panel.tsx'
export { useOfferRunning } from './use-offer-running.tsx'
