import * as endpoints from '../../../../schema/platform/business-hours/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { readBusinessHours, readHolidays, saveBusinessHours } from './operations.ts'

export const businessHoursDoors = [
  door(endpoints.getBusinessHours, readBusinessHours),
  door(endpoints.saveBusinessHours, saveBusinessHours),
  door(endpoints.listHolidays, readHolidays),
]
