/**
 * The inbox: everything that waits for one person, whatever it is. Invariant: an item is there exactly while one of its
 * steps asks the person, or someone they act for.
 */
export { inboxOf } from './list.ts'
export { registerInboxRows } from './rows.ts'
