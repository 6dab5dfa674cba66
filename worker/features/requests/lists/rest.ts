import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { csvResponse } from '../../../core/csv.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { readCategoryColumns } from './columns.ts'
import { downloadSubmissions } from './download.ts'
import { readFilterOptions } from './filter-options.ts'
import { listSubmissions } from './list.ts'
import { deleteFilter, readSavedFilters, saveFilter } from './saved-filters.ts'

export const requestListDoors: Door[] = [
  door(endpoints.listIntakeSubmissions, listSubmissions),
  rawDoor(endpoints.downloadIntakeSubmissions, downloadSubmissions, csvResponse),
  door(endpoints.listCategoryColumns, readCategoryColumns),
  door(endpoints.listFilterOptions, readFilterOptions),
  door(endpoints.listFilterQueries, readSavedFilters),
  door(endpoints.saveFilterQuery, saveFilter),
  door(endpoints.deleteFilterQuery, deleteFilter),
]
