import { late } from '../../../lib/connection/late.tsx'
import { TAB_BONES } from '../../../ui/print/tab-bones.tsx'

/** Few requests have a vendor that the company doesn't have yet. */
export const LateProposedVendorCard = late(
  () => import('./card.tsx').then((module) => module.ProposedVendorCard),
  TAB_BONES,
)
