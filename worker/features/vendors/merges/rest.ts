/**
 * Merging two vendors. Invariants: everything that names the removed vendor names the remaining one afterwards, in one
 * commit; what was moved is recorded row by row; links to the removed one lead to the remaining one.
 */
import * as endpoints from '../../../../schema/vendors/merges/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { mergeVendors, undoVendorMerge } from './operations.ts'
import { listVendorMerges, previewVendorMerge } from './read.ts'

export const vendorMergeDoors: Door[] = [
  door(endpoints.previewVendorMerge, previewVendorMerge),
  door(endpoints.mergeVendors, mergeVendors),
  door(endpoints.listVendorMerges, listVendorMerges),
  door(endpoints.undoVendorMerge, undoVendorMerge),
]
