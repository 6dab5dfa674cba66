import { queryOptions, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/sample-data/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCan } from '../session/index.ts'

const sampleKey = ['sample-data'] as const

export const sampleQuery = queryOptions({
  queryKey: sampleKey,
  queryFn: ({ signal }) => call(endpoints.getSampleData, { signal }),
  staleTime: 0,
})

/** Whether there is any, for those who may remove it. */
export const useHasSamples = (): boolean => {
  const { data } = useQuery({ ...sampleQuery, enabled: useCan()('sample-data.manage') })
  return data?.state === 'LOADED'
}

/** What stays changes with everything that people do, so it is asked each time. */
export const sampleRemovalQuery = queryOptions({
  queryKey: [...sampleKey, 'removal'],
  queryFn: ({ signal }) => call(endpoints.getSampleRemoval, { signal }),
  staleTime: 0,
  gcTime: 0,
})

export const loadSamples = (commandId: string) => call(endpoints.loadSampleData, { body: {}, commandId })

export const removeSamples = (commandId: string) => call(endpoints.removeSampleData, { body: {}, commandId })
