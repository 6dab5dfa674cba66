import { late } from '../../../ui/settling/late.tsx'

/** Few requests have a vendor that the company doesn't have yet. */
export const LateProposedVendorCard = late(() => import('./card.tsx').then((module) => module.ProposedVendorCard), 200)
