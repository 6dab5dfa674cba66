import { settleProposedVendor } from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { answerProposed } from './answer.ts'

export const proposalDoors: Door[] = [door(settleProposedVendor, answerProposed)]
