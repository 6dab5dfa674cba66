/**
 * Moving requests in progress to a new version of a workflow, a rule set or a matrix. Invariant: nothing in progress
 * changes unless an admin picks it, and each object refuses what its rules don't allow.
 */
export { type FoundRow, type RunningPage, type RunningRow, registerRunning } from './running.ts'
