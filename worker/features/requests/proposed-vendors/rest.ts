import * as endpoints from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { propose } from './propose.ts'
import { readProposed } from './read.ts'
import { findSimilar } from './similar.ts'

export const proposedVendorDoors: Door[] = [
  door(endpoints.proposeVendor, propose),
  door(endpoints.getProposedVendor, readProposed),
  door(endpoints.findSimilarVendors, findSimilar),
]
