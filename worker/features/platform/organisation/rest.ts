import * as endpoints from '../../../../schema/platform/organisation/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import * as units from './business-units.ts'
import * as categories from './categories.ts'
import * as departments from './departments.ts'
import * as groups from './groups.ts'
import * as places from './places.ts'

const { businessUnitEndpoints, locationEndpoints, spendCategoryEndpoints, revenueCategoryEndpoints } = endpoints
const { businessUnits } = units
const { locations } = places
const { spendCategories, revenueCategories } = categories

export const organisationDoors = [
  door(endpoints.listGroups, groups.listGroups),
  door(endpoints.getGroup, groups.readGroup),
  door(endpoints.createGroup, groups.createGroup),
  door(endpoints.renameGroup, groups.renameGroup),
  door(endpoints.deleteGroup, groups.deleteGroup),
  door(endpoints.mergeGroup, groups.mergeGroup),
  door(endpoints.addGroupMembers, groups.addGroupMembers),
  door(endpoints.removeGroupMember, groups.removeGroupMember),

  door(endpoints.listAllDepartments, departments.allDepartments),
  door(endpoints.listDepartments, departments.listDepartments),
  door(endpoints.getDepartment, departments.readDepartment),
  door(endpoints.createDepartment, departments.createDepartment),
  door(endpoints.renameDepartments, departments.renameDepartments),
  door(endpoints.renameDepartment, departments.renameDepartment),
  door(endpoints.deleteDepartment, departments.deleteDepartment),
  door(endpoints.mergeDepartment, departments.mergeDepartment),
  door(endpoints.addDepartmentMembers, departments.addDepartmentMembers),
  door(endpoints.removeDepartmentMember, departments.removeDepartmentMember),

  door(endpoints.listBusinessUnits, units.allBusinessUnits),
  door(endpoints.getBusinessUnit, units.readBusinessUnit),
  door(endpoints.renameBusinessUnits, units.renameBusinessUnits),
  door(endpoints.addBusinessUnitMembers, units.addBusinessUnitMembers),
  door(endpoints.removeBusinessUnitMember, units.removeBusinessUnitMember),
  door(businessUnitEndpoints.list, businessUnits.list),
  door(businessUnitEndpoints.create, businessUnits.create),
  door(businessUnitEndpoints.update, businessUnits.update),
  door(businessUnitEndpoints.remove, businessUnits.remove),
  door(businessUnitEndpoints.merge, businessUnits.merge),

  door(locationEndpoints.list, locations.list),
  door(locationEndpoints.create, locations.create),
  door(locationEndpoints.update, locations.update),
  door(locationEndpoints.remove, locations.remove),
  door(locationEndpoints.merge, locations.merge),

  door(endpoints.listEntities, places.allEntities),
  door(endpoints.saveEntities, places.saveEntities),
  door(endpoints.deleteEntity, places.deleteEntity),
  door(endpoints.mergeEntity, places.mergeEntity),

  door(endpoints.listSpendCategories, categories.allSpendCategories),
  door(spendCategoryEndpoints.list, spendCategories.list),
  door(spendCategoryEndpoints.create, spendCategories.create),
  door(spendCategoryEndpoints.update, spendCategories.update),
  door(spendCategoryEndpoints.remove, spendCategories.remove),
  door(spendCategoryEndpoints.merge, spendCategories.merge),

  door(revenueCategoryEndpoints.list, revenueCategories.list),
  door(revenueCategoryEndpoints.create, revenueCategories.create),
  door(revenueCategoryEndpoints.update, revenueCategories.update),
  door(revenueCategoryEndpoints.remove, revenueCategories.remove),
  door(revenueCategoryEndpoints.merge, revenueCategories.merge),
]
