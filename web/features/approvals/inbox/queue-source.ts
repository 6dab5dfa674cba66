import { getInbox, type InboxItem } from '../../../../schema/approvals/inbox/endpoints.ts'
import { inboxKey } from '../../../../schema/approvals/inbox/key.ts'
import { firstDue } from '../../../../schema/approvals/inbox/urgency.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import type { QueueItem, QueueKind, QueuePart } from '../../../ui/queue/queue-item.ts'
import { actionText } from './action-text.ts'

const KINDS = new Map<string, QueueKind>([
  ['SPEND_REQUEST', 'spend-request'],
  ['BILL', 'bill'],
  ['PURCHASE_ORDER', 'order'],
])

const ofItem = (item: InboxItem): QueueItem => ({
  key: inboxKey(item),
  kind: KINDS.get(item.targetType) ?? 'request',
  title: item.title,
  about: [item.requestorName, item.reference].filter(Boolean).join(' · '),
  step: item.actions.map(actionText).join(', '),
  amount: item.amount,
  since: item.since,
  dueAt: firstDue(item.actions),
  href: to('/inbox', {}, { open: inboxKey(item) }),
})

/** The most urgent of what waits in the inbox. */
export const readInboxQueue = async (signal: AbortSignal): Promise<QueuePart> => {
  const { items, pageInfo } = await call(getInbox, { query: { order: 'urgent' }, signal })
  return { items: items.map(ofItem), isMore: pageInfo.hasNextPage }
}
