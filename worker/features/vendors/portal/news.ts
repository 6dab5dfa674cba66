import type { PortalEvent, PortalNews } from '../../../../schema/vendors/portal/news.ts'
import type { Change } from '../../../core/commit.ts'
import type { VendorActor } from '../../../core/vendor-actor.ts'

/**
 * What a vendor's people do that concerns customers. It is written with their change, in the directory, and reaches each
 * customer's own history by the outbox. See follow.ts.
 */
export const newsFor = (
  { userId, email, firstName, lastName, vendorCompany }: Omit<VendorActor, 'company'>,
  event: PortalEvent,
  companyIds: readonly string[],
): NonNullable<Change<unknown>['outbox']> =>
  companyIds.map((companyId) => ({
    topic: 'vendor-portal.news',
    payload: { companyId, event, vendorCompany, by: { userId, email, firstName, lastName } } satisfies PortalNews,
  }))
