/**
 * Tasks of a workflow and how each type is carried out. Invariants: automatic tasks run through the outbox, once, show
 * their error and can be retried; a secret is shown once.
 */
export { requireKind, requireTaskByHand } from './by-hand.ts'
export { tellCompletion } from './complete.ts'
export { kindOf, registerTask, reportEnd, SYSTEM, type TaskEnd } from './run.ts'
