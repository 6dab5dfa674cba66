import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/first-steps/endpoints.ts'
import type { FirstStepsState } from '../../../../schema/platform/first-steps/states.ts'
import { call } from '../../../lib/rest.ts'
import { companyQuery } from '../session/index.ts'

export const firstStepsKey = ['first-steps'] as const

export const firstStepsQuery = queryOptions({
  queryKey: firstStepsKey,
  queryFn: ({ signal }) => call(endpoints.getFirstSteps, { signal }),
  // People come back to Home to see what they have done.
  staleTime: 0,
})

export const setFirstSteps = (state: FirstStepsState, commandId: string) =>
  call(endpoints.setFirstSteps, { body: { state }, commandId })

export const markTried = () => call(endpoints.markApprovalsTried, { body: {} })

/** Home asks the company whether it lists them. */
export const keepState = (client: QueryClient, firstSteps: FirstStepsState): void => {
  client.setQueryData(companyQuery.queryKey, (company) => company && { ...company, firstSteps })
}
