/**
 * Two vendors that become one. Invariants: everything that names the one that goes names the survivor afterwards, in
 * one commit; what was moved is recorded row by row; links to the one that is gone lead to the survivor.
 */
import * as endpoints from '../../../schema/vendor-merges/endpoints.ts'
import { type Door, door } from '../../transport/rest.ts'
import { mergeVendors, undoVendorMerge } from './operations.ts'
import { listVendorMerges, previewVendorMerge } from './read.ts'

export const vendorMergeDoors: Door[] = [
  door(endpoints.previewVendorMerge, previewVendorMerge),
  door(endpoints.mergeVendors, mergeVendors),
  door(endpoints.listVendorMerges, listVendorMerges),
  door(endpoints.undoVendorMerge, undoVendorMerge),
]
