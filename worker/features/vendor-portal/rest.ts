import * as endpoints from '../../../schema/vendor-portal/endpoints.ts'
import { door } from '../../transport/rest.ts'
import { chooseCompany, listAssociatedCompanies, readVendorSession } from './session.ts'

export const vendorPortalDoors = [
  door(endpoints.getVendorSession, readVendorSession),
  door(endpoints.listAssociatedCompanies, listAssociatedCompanies),
  door(endpoints.chooseCompany, chooseCompany),
]
