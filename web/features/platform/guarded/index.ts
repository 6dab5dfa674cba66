export { GuardedChanges } from './guarded-changes.tsx'
export { saidOfGuarded, saidOfRights } from './said.ts'
