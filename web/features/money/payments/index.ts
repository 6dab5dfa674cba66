/**
 * Which payments pages a company has. Invariant: asked each time, so that no page shows an older state.
 */
export { OnboardedPaymentsPage, PaymentsPage } from './gatekeeper.tsx'
