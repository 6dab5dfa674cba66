import { late } from '../../../../ui/settling/late.tsx'
import type { InboxSubject } from '../../../approvals/inbox/index.ts'
import { billHref } from '../address.ts'
import { BILL_API } from '../subject-api.ts'

/** How the inbox shows bills and decides on them. */
export const BILL_IN_INBOX: InboxSubject = {
  noun: BILL_API.noun,
  hrefOf: (id) => billHref(id),
  keyOf: BILL_API.keyOf,
  decide: BILL_API.decide,
  undo: (id, sequence, commandId) => BILL_API.undo(id, { sequence }, commandId),
  Detail: late(() => import('./bill-in-inbox.tsx').then((module) => module.BillInInbox), 200),
}
