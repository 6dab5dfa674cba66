import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { listDoors } from '../../../transport/list-doors.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { readCategoryColumns } from './columns.ts'
import { readFilterOptions } from './filter-options.ts'
import { requestOperations } from './list.ts'
import { deleteFilter, readSavedFilters, saveFilter } from './saved-filters.ts'

export const requestListDoors: Door[] = [
  ...listDoors(endpoints.requestList, endpoints.downloadIntakeSubmissions, requestOperations),
  door(endpoints.listCategoryColumns, readCategoryColumns),
  door(endpoints.listFilterOptions, readFilterOptions),
  door(endpoints.listFilterQueries, readSavedFilters),
  door(endpoints.saveFilterQuery, saveFilter),
  door(endpoints.deleteFilterQuery, deleteFilter),
]
