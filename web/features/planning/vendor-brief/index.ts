import { late } from '../../../ui/settling/late.tsx'

/** What someone who opens a vendor wants to know first. */
export const VendorBrief = late(async () => (await import('./brief.tsx')).VendorBrief, 132)
