import { late } from '../../../ui/settling/late.tsx'
import type { InboxSubject } from '../../approvals/inbox/index.ts'
import { spendHref } from './address.ts'
import { SPEND_API } from './subject-api.ts'

/** How the inbox shows spend requests and decides on them. */
export const SPEND_IN_INBOX: InboxSubject = {
  noun: SPEND_API.noun,
  hrefOf: (id) => spendHref(id),
  keyOf: SPEND_API.keyOf,
  decide: SPEND_API.decide,
  undo: (id, sequence, commandId) => SPEND_API.undo(id, { sequence }, commandId),
  Detail: late(() => import('./inbox-detail.tsx').then((module) => module.SpendInInbox), 200),
}
