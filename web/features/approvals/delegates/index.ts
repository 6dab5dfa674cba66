/**
 * Who decides in someone's place while they are away, for the person themselves and for admins. Invariant: no one is
 * their own delegate.
 */
export { delegateKeys, ownDelegator, removeDelegate, useOwnDelegates } from './api.ts'
export { DelegateDialog } from './delegate-dialog.tsx'
export { default as delegatesClasses } from './delegates.module.css'
export { ActsFor, OwnDelegates } from './delegation-table.tsx'
export { loadDelegateCommands } from './late.ts'
export { MemberDelegates } from './member-delegates.tsx'
