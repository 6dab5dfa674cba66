import { createBlockThread } from '../../../../schema/requests/submissions/thread-endpoints.ts'
import * as acting from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import { getSpendChanges } from '../../../../schema/spend/spend-requests/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import type { Subject } from '../../documents/threads/index.ts'
import type { SubjectApi } from '../../requests/submissions/index.ts'
import { spendKeys } from './api.ts'

type Changes = Awaited<ReturnType<SubjectApi['changesSince']>>

export const discussionOf = (id: string, part: Subject['part'] = null): Subject => ({
  kind: 'SPEND_REQUEST',
  id,
  queryKey: spendKeys.one(id),
  part,
  hint: 'Comments are visible to everyone on this spend request.',
  start: ({ body: commentBody, documentIds }, commandId) => {
    const body = { commentBody, documentIds }
    return part?.type === 'BLOCK'
      ? call(createBlockThread, { params: { id: part.id }, body, commandId })
      : call(acting.createSpendThread, { params: { spendRequestId: id }, body, commandId })
  },
})

/** How the timeline and its dialogs reach a spend request. */
export const SPEND_API: SubjectApi = {
  targetType: 'SPEND_REQUEST',
  noun: 'spend request',
  keyOf: spendKeys.one,
  decide: (id, body, commandId) => call(acting.decideSpendRequest, { params: { id }, body, commandId }),
  undo: (id, body, commandId) => call(acting.undoSpendDecision, { params: { id }, body, commandId }),
  remind: (id, body, commandId) => call(acting.remindSpendRequest, { params: { id }, body, commandId }),
  bypass: (id, body, commandId) => call(acting.bypassSpendRequest, { params: { id }, body, commandId }),
  changesSince: async (id, since, signal) =>
    (await call(getSpendChanges, { params: { id }, query: { since }, signal })) as Changes,
  livePath: (id) => acting.watchSpendRequest.path.replace('{id}', encodeURIComponent(id)),
  hasIdsInChanges: false,
  blank: 'None',
  discussionOf,
}
