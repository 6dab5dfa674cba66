import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import {
  backtestIntakeWorkflow,
  getIntakeWorkflowVersion,
  listIntakeWorkflowVersions,
  simulateIntakeWorkflow,
} from '../../../../../schema/requests/endpoints.ts'
import { type BodyOf, call } from '../../../../lib/rest.ts'
import { workflowKeys } from '../api.ts'

/** The result for the answers. The last one stays visible while the next one is computed. */
export const useSimulation = (workflowId: string, body: BodyOf<typeof simulateIntakeWorkflow>, enabled: boolean) =>
  useQuery({
    queryKey: [...workflowKeys.one(workflowId), 'simulation', body],
    queryFn: ({ signal }) => call(simulateIntakeWorkflow, { params: { id: workflowId }, body, signal }),
    placeholderData: keepPreviousData,
    enabled,
    gcTime: 60_000,
  })

/** Started by hand, because it plans a hundred requests twice. `variables` has the replayed draft. */
export const useBacktest = (workflowId: string) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof backtestIntakeWorkflow>) =>
      call(backtestIntakeWorkflow, { params: { id: workflowId }, body }),
  })

/** `version` is the newest on the screen. Saving another one makes the list outdated. */
export const useVersions = (workflowId: string, version: number) =>
  useInfiniteQuery({
    queryKey: [...workflowKeys.one(workflowId), 'versions', version],
    queryFn: ({ pageParam, signal }) =>
      call(listIntakeWorkflowVersions, { params: { id: workflowId }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.versions.at(-1)?.version : undefined),
  })

export const readVersion = (workflowId: string, version: number) =>
  call(getIntakeWorkflowVersion, { params: { id: workflowId, version } })
