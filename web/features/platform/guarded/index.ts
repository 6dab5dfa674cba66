export { GuardedChanges } from './guarded-changes.tsx'
