import { checkRows } from './check-rows.ts'
import { documentRows } from './documents.ts'
import { serviceRows } from './services.ts'
import { vendorRows } from './vendors.ts'

checkRows('vendors', vendorRows)
checkRows('services', serviceRows)
checkRows('documents and conversations', documentRows)
