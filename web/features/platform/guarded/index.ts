export { GUARDED_KEYS, GuardedChanges } from './guarded-changes.tsx'
export { GUARDED_IN_QUEUE } from './queue.ts'
export { saidOfGuarded, saidOfRights } from './said.ts'
