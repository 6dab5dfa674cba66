import { checkRows } from './check-rows.ts'
import { documentRows } from './documents.ts'
import { serviceRows } from './services.ts'
import { vendorFormRows } from './vendor-forms.ts'
import { vendorPortalRows } from './vendor-portal.ts'
import { vendorRows } from './vendors.ts'

checkRows('vendors', vendorRows)
checkRows('the vendor portal', vendorPortalRows)
checkRows('forms of vendors', vendorFormRows)
checkRows('services', serviceRows)
checkRows('documents and conversations', documentRows)
