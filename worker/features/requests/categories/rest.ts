import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { csvResponse } from '../../../core/csv.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { createCategory, deleteCategory, reorderCategories, updateCategory } from './change.ts'
import { duplicateCategory } from './duplicate.ts'
import { exportSteps } from './export-steps.ts'
import { readCategories, readCategoriesForSettings, readQuestionsOfCategory, readSteps } from './read.ts'
import { readSettings, saveSettings } from './settings.ts'

export const categoryDoors: Door[] = [
  door(endpoints.listIntakeCategories, readCategories),
  door(endpoints.listIntakeCategoriesForSettings, readCategoriesForSettings),
  door(endpoints.createIntakeCategory, createCategory),
  door(endpoints.updateIntakeCategory, updateCategory),
  door(endpoints.reorderIntakeCategories, reorderCategories),
  door(endpoints.deleteIntakeCategory, deleteCategory),
  door(endpoints.getIntakeSteps, readSteps),
  door(endpoints.getIntakeCategorySettings, readSettings),
  door(endpoints.saveIntakeCategorySettings, saveSettings),
  door(endpoints.duplicateIntakeCategory, duplicateCategory),
  rawDoor(endpoints.exportIntakeSteps, exportSteps, csvResponse),
  door(endpoints.listQuestionsOfCategory, readQuestionsOfCategory),
]
