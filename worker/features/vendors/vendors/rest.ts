import * as categoryEndpoints from '../../../../schema/vendors/vendors/category-endpoints.ts'
import * as endpoints from '../../../../schema/vendors/vendors/endpoints.ts'
import * as listEndpoints from '../../../../schema/vendors/vendors/list-endpoints.ts'
import * as verificationEndpoints from '../../../../schema/vendors/vendors/verification-endpoints.ts'
import { viewDoors } from '../../../transport/list-doors.ts'
import { type Door, door } from '../../../transport/rest.ts'
import * as categories from './categories.ts'
import * as change from './change.ts'
import { readCompanyContacts } from './company-contacts.ts'
import { vendorOperations } from './filters.ts'
import { readIntakeAnswers } from './intake-answers.ts'
import * as list from './list.ts'
import * as logo from './logo.ts'
import * as several from './several.ts'
import { revealTaxIds } from './tax-ids.ts'
import * as verifications from './verifications.ts'

export const vendorDoors: Door[] = [
  ...viewDoors(listEndpoints.vendorList, vendorOperations),
  door(endpoints.createVendor, change.createVendor),
  door(endpoints.getVendor, list.readVendor),
  door(endpoints.updateVendor, change.updateVendor),
  door(endpoints.revealVendorTaxIds, revealTaxIds),
  door(endpoints.getVendorOwners, list.readOwners),
  door(endpoints.getVendorCustomFields, list.readCustomFields),
  door(endpoints.getVendorIntakeAnswers, readIntakeAnswers),
  door(endpoints.getVendorCompanyContacts, readCompanyContacts),
  door(endpoints.findVendorsByName, list.findByName),
  door(endpoints.getVendorLogo, logo.readLogo),
  door(endpoints.setVendorLogo, logo.setLogo),
  door(listEndpoints.listVendorFilterOptions, list.readFilterOptions),
  door(listEndpoints.archiveVendors, several.archiveVendors),
  door(listEndpoints.setVendorPaymentMethods, several.setPaymentMethods),
  door(listEndpoints.setVendorOwners, several.setOwners),
  door(categoryEndpoints.listVendorCategories, categories.readCategories),
  door(categoryEndpoints.createVendorCategory, categories.createCategory),
  door(categoryEndpoints.vendorCategoryOptions, categories.readCategoryOptions),
  door(categoryEndpoints.getVendorCategory, categories.readCategory),
  door(categoryEndpoints.renameVendorCategory, categories.renameCategory),
  door(categoryEndpoints.deleteVendorCategory, categories.deleteCategory),
  door(verificationEndpoints.listVendorVerifications, verifications.readVerifications),
  door(verificationEndpoints.createVendorVerification, verifications.createVerification),
]
