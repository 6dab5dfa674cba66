import { decideSpendRequest, undoSpendDecision } from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import type { InboxSubject } from '../../approvals/inbox/index.ts'
import { spendHref } from './address.ts'
import { spendKeys } from './api.ts'
import { SpendInInbox } from './inbox-detail.tsx'

/** How the inbox shows spend requests and decides on them. */
export const SPEND_IN_INBOX: InboxSubject = {
  noun: 'spend request',
  hrefOf: (id) => spendHref(id),
  keyOf: spendKeys.one,
  decide: (id, body, commandId) => call(decideSpendRequest, { params: { id }, body, commandId }),
  undo: (id, sequence, commandId) => call(undoSpendDecision, { params: { id }, body: { sequence }, commandId }),
  Detail: SpendInInbox,
}
