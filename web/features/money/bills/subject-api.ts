import * as acting from '../../../../schema/money/bills/acting-endpoints.ts'
import { getBillChanges } from '../../../../schema/money/bills/endpoints.ts'
import { createBlockThread } from '../../../../schema/requests/submissions/thread-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import type { Subject } from '../../documents/threads/index.ts'
import type { SubjectApi } from '../../requests/submissions/index.ts'
import { billKeys } from './api.ts'

type Changes = Awaited<ReturnType<SubjectApi['changesSince']>>

export const discussionOf = (id: string, part: Subject['part'] = null): Subject => ({
  kind: 'BILL',
  id,
  queryKey: billKeys.one(id),
  part,
  hint: 'Comments are visible to everyone on this bill.',
  start: ({ body: commentBody, documentIds }, commandId) => {
    const body = { commentBody, documentIds }
    return part?.type === 'BLOCK'
      ? call(createBlockThread, { params: { id: part.id }, body, commandId })
      : call(acting.createBillThread, { params: { billId: id }, body, commandId })
  },
})

/** How the timeline and its dialogs reach a bill. */
export const BILL_API: SubjectApi = {
  targetType: 'BILL',
  noun: 'bill',
  keyOf: billKeys.one,
  decide: (billId, body, commandId) => call(acting.decideBill, { params: { billId }, body, commandId }),
  undo: (billId, body, commandId) => call(acting.undoBillDecision, { params: { billId }, body, commandId }),
  remind: (billId, body, commandId) => call(acting.remindBill, { params: { billId }, body, commandId }),
  // A block of a bill is bypassed by its own address.
  bypass: (_, { levelGroupStatusId: billLevelGroupStatusId, ...body }, commandId) =>
    call(acting.bypassBillLevel, { params: { billLevelGroupStatusId }, body, commandId }),
  changesSince: async (billId, since, signal) =>
    (await call(getBillChanges, { params: { billId }, query: { since }, signal })) as Changes,
  livePath: (id) => acting.watchBill.path.replace('{billId}', encodeURIComponent(id)),
  hasIdsInChanges: false,
  blank: 'None',
  discussionOf,
}
