import * as endpoints from '../../../../schema/vendors/portal/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { chooseCompany, listAssociatedCompanies, readVendorSession } from './session.ts'

export const vendorPortalDoors = [
  door(endpoints.getVendorSession, readVendorSession),
  door(endpoints.listAssociatedCompanies, listAssociatedCompanies),
  door(endpoints.chooseCompany, chooseCompany),
]
