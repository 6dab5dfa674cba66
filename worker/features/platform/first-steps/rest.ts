/**
 * The first steps of a new company: what is set up and what comes next. Invariant: a company that has taken or hidden
 * them costs Home nothing.
 */
import * as endpoints from '../../../../schema/platform/first-steps/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { markTried, readFirstSteps, setFirstSteps } from './operations.ts'

export const firstStepDoors: Door[] = [
  door(endpoints.getFirstSteps, readFirstSteps),
  door(endpoints.setFirstSteps, setFirstSteps),
  door(endpoints.markApprovalsTried, markTried),
]
