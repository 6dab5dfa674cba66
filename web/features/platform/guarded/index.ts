export { GuardedChanges } from './guarded-changes.tsx'
export { saidOfGuarded } from './said.ts'
