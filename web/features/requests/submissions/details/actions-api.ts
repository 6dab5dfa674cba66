import { useQuery } from '@tanstack/react-query'
import {
  addBlockDocuments,
  getBlockHistory,
  listBlockDocuments,
  listWebhookDeliveries,
  retryBlock,
  setBlockAssignee,
  setBlockStatus,
} from '../../../../../schema/approvals/engine/block-endpoints.ts'
import {
  addIntakeDocuments,
  completeAdditionalStep,
  deleteIntakeSubmission,
  getAdditionalSteps,
  getIntakeViewers,
  listIntakeDocuments,
  removeIntakeDocument,
  removeIntakeVendor,
  setIntakeArchived,
  setIntakeAssignee,
} from '../../../../../schema/requests/endpoints.ts'
import { useEarlier } from '../../../../lib/earlier.ts'
import { type BodyOf, call } from '../../../../lib/rest.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { requestKeys } from '../api.ts'
import { useSubjectApi } from '../subject-api.ts'

/** Actions on a request in progress besides deciding. Every command makes the request's page outdated. */

export const useSetArchived = (id: string) =>
  useCommand({
    run: (body: BodyOf<typeof setIntakeArchived>, { commandId }) =>
      call(setIntakeArchived, { params: { id }, body, commandId }),
    success: (_, { archived }) => (archived ? 'Request archived' : 'Request unarchived'),
    invalidates: [requestKeys.one(id), requestKeys.lists],
  })

export const useDeleteRequest = (onSuccess: () => void) =>
  useCommand({
    run: (id: string, { commandId }) => call(deleteIntakeSubmission, { params: { id }, commandId }),
    success: 'Request deleted',
    invalidates: [requestKeys.lists],
    onSuccess,
  })

/** For the request, or with `blockId` for one of its blocks. */
export const assign = (id: string, blockId: string | null, userId: string | null, commandId: string) =>
  blockId
    ? call(setBlockAssignee, { params: { id: blockId }, body: { assigneeUserId: userId }, commandId })
    : call(setIntakeAssignee, { params: { id }, body: { userId }, commandId })

export const useSetBlockStatus = (id: string) => {
  const { keyOf } = useSubjectApi()
  return useCommand({
    run: ({ blockId, blockStatus }: { blockId: string } & BodyOf<typeof setBlockStatus>, { commandId }) =>
      call(setBlockStatus, { params: { id: blockId }, body: { blockStatus }, commandId }),
    success: 'Work status set',
    invalidates: [keyOf(id)],
  })
}

export const viewersKey = (id: string) => [...requestKeys.one(id), 'viewers'] as const

export const useViewers = (id: string, enabled = true) =>
  useQuery({
    queryKey: viewersKey(id),
    queryFn: ({ signal }) => call(getIntakeViewers, { params: { id }, signal }),
    enabled,
  })

export const useBlockHistory = (id: string, blockId: string) => {
  const { keyOf } = useSubjectApi()
  return useQuery({
    queryKey: [...keyOf(id), 'block', blockId, 'history'],
    queryFn: ({ signal }) => call(getBlockHistory, { params: { id: blockId }, signal }),
  })
}

export const useBlockDocuments = (id: string, blockId: string) => {
  const { keyOf } = useSubjectApi()
  return useQuery({
    queryKey: [...keyOf(id), 'block', blockId, 'documents'],
    queryFn: ({ signal }) => call(listBlockDocuments, { params: { id: blockId }, signal }),
  })
}

export const useRequestDocuments = (id: string) =>
  useQuery({
    queryKey: [...requestKeys.one(id), 'documents'],
    queryFn: ({ signal }) => call(listIntakeDocuments, { params: { id }, signal }),
  })

/** For the request, or for one of its blocks. */
export const useAttach = (id: string, blockId: string | null) => {
  const { keyOf } = useSubjectApi()
  return useCommand({
    run: (documentIds: string[], { commandId }) =>
      blockId
        ? call(addBlockDocuments, { params: { id: blockId }, body: { documentIds }, commandId })
        : call(addIntakeDocuments, { params: { id }, body: { documentIds }, commandId }),
    success: 'Document added',
    invalidates: [keyOf(id)],
  })
}

export const useUnlinkVendor = (id: string) =>
  useCommand({
    run: (vendorId: string, { commandId }) => call(removeIntakeVendor, { params: { id, vendorId }, commandId }),
    success: 'Vendor removed',
    invalidates: [requestKeys.one(id)],
  })

export interface Removed {
  id: string
  displayName: string
}

export const useDetach = (id: string) =>
  useCommand({
    run: ({ id: documentId }: Removed, { commandId }) =>
      call(removeIntakeDocument, { params: { id, documentId }, commandId }),
    success: (_, { displayName }) => `${displayName} removed`,
    invalidates: [requestKeys.one(id)],
  })

/** The form's steps that the request's tasks ask for. */
export const useAdditionalSteps = (id: string) =>
  useQuery({
    queryKey: [...requestKeys.one(id), 'additional-steps'],
    queryFn: ({ signal }) => call(getAdditionalSteps, { params: { id }, signal }),
  })

export const useRetry = (id: string) => {
  const { keyOf } = useSubjectApi()
  return useCommand({
    run: (blockId: string, { commandId }) => call(retryBlock, { params: { id: blockId }, commandId }),
    success: 'Tried again',
    invalidates: [keyOf(id)],
  })
}

/** `onRefused` returns true if it told the person itself. */
export const useAnswerStep = (id: string, blockId: string, onRefused: (error: Error) => boolean) =>
  useCommand({
    run: (body: BodyOf<typeof completeAdditionalStep>, { commandId }) =>
      call(completeAdditionalStep, { params: { id: blockId }, body, commandId }),
    success: 'Answers saved',
    invalidates: [requestKeys.one(id)],
    onError: onRefused,
  })

export const useDeliveries = (id: string, blockId: string) =>
  useEarlier({
    queryKey: [...requestKeys.one(id), 'block', blockId, 'deliveries'],
    fetch: (page, signal) =>
      call(listWebhookDeliveries, { params: { levelGroupStatusId: blockId }, query: page, signal }),
    size: 20,
  })
