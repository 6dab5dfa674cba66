import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import * as acting from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/endpoints.ts'
import { archiveSpendRequests, remindSpendRequests } from '../../../../schema/spend/spend-requests/list.ts'
import { getSpendRequestOfSubmission } from '../../../../schema/spend/spend-requests/submission-endpoints.ts'
import { type BodyOf, call, type ResponseOf } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'

export type { AskedField, SpendRequest, SpendVersion } from '../../../../schema/spend/spend-requests/endpoints.ts'
export type { SpendRequestRow } from '../../../../schema/spend/spend-requests/list.ts'

export const spendKeys = {
  all: ['spend-requests'] as const,
  lists: ['spend-requests', 'list'] as const,
  one: (id: string) => ['spend-requests', 'one', id] as const,
  approvals: (id: string) => ['spend-requests', 'one', id, 'approvals'] as const,
  history: (id: string) => ['spend-requests', 'one', id, 'history'] as const,
  attention: (filter: string) => ['spend-requests', 'attention', filter] as const,
}

export const readSpendRequest = (id: string, signal?: AbortSignal) =>
  call(endpoints.getSpendRequest, { params: { id }, ...(signal && { signal }) })

export const spendRequestQuery = (id: string) =>
  queryOptions({
    queryKey: [...spendKeys.one(id), 'detail'],
    queryFn: ({ signal }) => readSpendRequest(id, signal),
  })
export const useSpendRequest = (id: string) => useQuery(spendRequestQuery(id))

export const useSpendApprovals = (id: string) =>
  useQuery({
    queryKey: spendKeys.approvals(id),
    queryFn: ({ signal }) => call(endpoints.getSpendApprovals, { params: { id }, signal }),
  })

/** Who would approve what is typed. The last result stays visible while the next one is computed. */
export const useSpendPreview = (input: endpoints.PreviewInput, enabled: boolean) =>
  useQuery({
    queryKey: ['spend-requests', 'preview', input],
    queryFn: ({ signal }) => call(endpoints.previewSpendRequest, { body: input, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** The one of a request, or null. */
export const useSpendOfRequest = (submissionId: string) =>
  useQuery({
    queryKey: [...spendKeys.all, 'of-request', submissionId],
    queryFn: ({ signal }) => call(getSpendRequestOfSubmission, { params: { id: submissionId }, signal }),
  })

export type SpendAttentionItem = ResponseOf<typeof acting.spendNeedsAttention>[number]

export const useSpendAttention = (filter: 'watcher' | 'recently-completed') =>
  useQuery({
    queryKey: spendKeys.attention(filter),
    queryFn: ({ signal }) => call(acting.spendNeedsAttention, { query: { filter }, signal }),
  })

export const archiveSeveral = (body: BodyOf<typeof archiveSpendRequests>, commandId: string) =>
  call(archiveSpendRequests, { body, commandId })

export const remindSeveral = (body: BodyOf<typeof remindSpendRequests>, commandId: string) =>
  call(remindSpendRequests, { body, commandId })

export const useSetArchived = (id: string) =>
  useCommand({
    run: (body: BodyOf<typeof acting.setSpendArchived>, { commandId }) =>
      call(acting.setSpendArchived, { params: { id }, body, commandId }),
    success: (_, { archived }) => (archived ? 'Spend request archived' : 'Spend request unarchived'),
    invalidates: [spendKeys.one(id), spendKeys.lists],
  })

export const useDeleteSpendRequest = (id: string, onSuccess: () => void) =>
  useCommand({
    run: (_: undefined, { commandId }) => call(acting.deleteSpendRequest, { params: { id }, commandId }),
    success: 'Spend request deleted',
    invalidates: [spendKeys.lists],
    onSuccess,
  })

export const useRestart = (id: string) =>
  useCommand({
    run: (_: undefined, { commandId }) => call(acting.restartSpendRequest, { params: { id }, commandId }),
    success: 'Approvals restarted',
    invalidates: [spendKeys.one(id)],
  })

export const useAttach = (id: string) =>
  useCommand({
    run: (documentIds: string[], { commandId }) =>
      call(acting.addSpendDocuments, { params: { spendRequestId: id }, body: { documentIds }, commandId }),
    success: 'Document added',
    invalidates: [spendKeys.one(id)],
  })

export const useDetach = (id: string) =>
  useCommand({
    run: ({ id: documentId }: { id: string; displayName: string }, { commandId }) =>
      call(acting.removeSpendDocuments, {
        params: { spendRequestId: id },
        body: { documentIds: [documentId] },
        commandId,
      }),
    success: (_, { displayName }) => `${displayName} removed`,
    invalidates: [spendKeys.one(id)],
  })
