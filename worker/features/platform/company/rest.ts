import * as endpoints from '../../../../schema/platform/company/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { readCompanySettings, updateCompanySettings } from './settings.ts'

export const companyDoors = [
  door(endpoints.getCompanySettings, readCompanySettings),
  door(endpoints.updateCompanySettings, updateCompanySettings),
]
