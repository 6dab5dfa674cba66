import * as endpoints from '../../../../schema/vendors/settings/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { saveColumns, saveFields } from './change.ts'
import { readCustomFormFields, readVendorServiceColumns } from './read.ts'

export const vendorSettingsDoors: Door[] = [
  door(endpoints.getCustomFormFields, readCustomFormFields),
  door(endpoints.saveCustomFormFields, saveFields),
  door(endpoints.getVendorServiceColumns, readVendorServiceColumns),
  door(endpoints.saveVendorServiceColumns, saveColumns),
]
