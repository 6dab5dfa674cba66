import * as endpoints from '../../../../schema/platform/list-columns/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { keepListColumns, readListColumns } from './columns.ts'

export const listColumnDoors = [
  door(endpoints.readListColumns, readListColumns),
  door(endpoints.keepListColumns, keepListColumns),
]
