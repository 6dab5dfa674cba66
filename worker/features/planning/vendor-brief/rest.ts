import { getVendorBrief } from '../../../../schema/planning/vendor-brief/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { readVendorBrief } from './read.ts'

export const vendorBriefDoors = [door(getVendorBrief, readVendorBrief)]
