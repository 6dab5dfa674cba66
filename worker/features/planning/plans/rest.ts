import * as endpoints from '../../../../schema/planning/plans/endpoints.ts'
import { csvResponse } from '../../../core/csv.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { deletePlan, updatePlan } from './change.ts'
import { copyLinks } from './copy.ts'
import { readFigures } from './figures.ts'
import { importTable, previewImport } from './import.ts'
import { listItems, saveItems } from './items.ts'
import { exportLines } from './lines-file.ts'
import { readPlanVendorOptions, readPlanVendors } from './lookups.ts'
import { listPlans, readPlan } from './plan.ts'

export const planDoors: Door[] = [
  { endpoint: endpoints.planList.list, operation: listPlans },
  door(endpoints.previewPlanImport, previewImport),
  door(endpoints.importPlan, importTable),
  door(endpoints.getPlan, readPlan),
  rawDoor(endpoints.planLinesCsv, exportLines, csvResponse),
  door(endpoints.updatePlan, updatePlan),
  door(endpoints.deletePlan, deletePlan),
  door(endpoints.listPlanItems, listItems),
  door(endpoints.savePlanItems, saveItems),
  door(endpoints.copyPlanLinks, copyLinks),
  door(endpoints.planFigures, readFigures),
  door(endpoints.listPlanVendors, readPlanVendors),
  door(endpoints.planVendorOptions, readPlanVendorOptions),
]
