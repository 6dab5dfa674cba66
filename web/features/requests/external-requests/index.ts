/**
 * Requests that were decided in another system, for platform staff. Invariant: a check is read before its import starts.
 */
export { ExternalRequestsPanel } from './external-requests-panel.tsx'
