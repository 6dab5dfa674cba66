/** Settings about money that change with a second person, or with time: changes.ts. */
export { guardedRun } from './changes.ts'
export { applyDue, waitingChange } from './operations.ts'
