/**
 * The inbox: everything that waits for one person, worked through by keyboard. Invariants: what is approved was open and
 * loaded; an approval can be undone for ten seconds.
 */

export { InboxPage } from './inbox-page.tsx'
export { loadInboxCount } from './late.ts'
export { INBOX_IN_QUEUE } from './queue.ts'
export type { InboxSubject, OpenedItem } from './subject.ts'
