import * as endpoints from '../../../../schema/approvals/rerouting/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { findRunning, moveRunning } from './operations.ts'

export const reroutingDoors: Door[] = [
  door(endpoints.findRunning, findRunning),
  door(endpoints.moveRunning, moveRunning),
]
