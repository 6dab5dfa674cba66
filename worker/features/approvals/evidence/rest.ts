import * as endpoints from '../../../../schema/approvals/evidence/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { makeEvidence, readEvidence } from './make.ts'

export const evidenceDoors: Door[] = [
  door(endpoints.makeEvidence, makeEvidence),
  door(endpoints.getEvidence, readEvidence),
]
