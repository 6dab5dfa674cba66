import { late } from '../../../ui/settling/late.tsx'
import type { InboxSubject } from '../../approvals/inbox/index.ts'
import { CHANGE_DECISIONS } from './change-api.ts'

/** How the inbox shows changes of orders and decides on them. */
export const ORDER_CHANGE_IN_INBOX: InboxSubject = {
  ...CHANGE_DECISIONS,
  Detail: late(() => import('./change-in-inbox.tsx').then((module) => module.ChangeInInbox), 200),
}
