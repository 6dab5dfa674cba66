/** Companies, for platform staff: the list, adding one, and one by its id. */
import * as endpoints from '../../../../schema/platform/super-admin/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { listCompanies } from './companies-list.ts'
import { enableFeatures, inviteAdmin, readManagedCompany, saveEntities, updateCompany } from './company.ts'
import { createCompany } from './create-company.ts'
import { deleteLogo, grantLogo, readLogoUrls, setLogo } from './logos.ts'

export const superAdminDoors = [
  door(endpoints.listCompanies, listCompanies),
  door(endpoints.createCompany, createCompany),
  door(endpoints.getCompany, readManagedCompany),
  door(endpoints.updateCompany, updateCompany),
  door(endpoints.enableCompanyFeatures, enableFeatures),
  door(endpoints.inviteCompanyAdmin, inviteAdmin),
  door(endpoints.saveCompanyEntities, saveEntities),
  door(endpoints.grantLogoUpload, grantLogo),
  door(endpoints.setCompanyLogo, setLogo),
  door(endpoints.deleteCompanyLogo, deleteLogo),
  door(endpoints.getLogoUrls, readLogoUrls),
]
