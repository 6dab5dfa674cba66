import type { VendorRow } from '../../../../schema/vendors/vendors/endpoints.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Amounts } from '../services/index.ts'

/** The cost of a vendor, and the currencies in it without a rate. */
export const Next12Spend = ({
  vendor,
}: {
  vendor: Pick<VendorRow, 'next12ServiceSpend' | 'currenciesWithoutRate'>
}) => (
  <>
    <Amounts amounts={vendor.next12ServiceSpend ?? []} />
    {vendor.currenciesWithoutRate.length > 0 && (
      <StatusBadge plain tone="waiting" label={`No exchange rate for ${vendor.currenciesWithoutRate.join(', ')}`} />
    )}
  </>
)
