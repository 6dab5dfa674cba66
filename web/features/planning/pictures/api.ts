import { queryOptions } from '@tanstack/react-query'
import {
  getDecisionPicture,
  getSpendPicture,
  getWaitingPicture,
} from '../../../../schema/planning/pictures/endpoints.ts'
import { call } from '../../../lib/rest.ts'

export type { DecisionPicture, PictureUnit, SpendPicture } from '../../../../schema/planning/pictures/endpoints.ts'

/** Under the services' key, because changing a service changes it. */
export const spendPictureQuery = (unitId: string | undefined) =>
  queryOptions({
    queryKey: ['services', 'picture', unitId ?? null] as const,
    queryFn: ({ signal }) => call(getSpendPicture, { query: { unitId }, signal }),
  })

/** Under Home's key, because a decision changes it. */
export const decisionPictureQuery = (departmentId: string | undefined) =>
  queryOptions({
    queryKey: ['home', 'decision-times', departmentId ?? null] as const,
    queryFn: ({ signal }) => call(getDecisionPicture, { query: { departmentId }, signal }),
  })

export const waitingPictureQuery = queryOptions({
  queryKey: ['home', 'waiting'] as const,
  queryFn: ({ signal }) => call(getWaitingPicture, { signal }),
})
