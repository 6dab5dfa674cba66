import { useQuery } from '@tanstack/react-query'
import { getVendorBrief } from '../../../../schema/planning/vendor-brief/endpoints.ts'
import { call } from '../../../lib/rest.ts'

/** Under the vendor’s own key, so that whatever changes it reads it again. */
export const useVendorBrief = (vendorId: string) =>
  useQuery({
    queryKey: ['vendors', 'one', vendorId, 'brief'],
    queryFn: ({ signal }) => call(getVendorBrief, { params: { vendorId }, signal }),
  })
