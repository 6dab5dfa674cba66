/**
 * How this installation runs, for the people who operate it. Invariants: what is public names no company and no secret;
 * costs are about right and never delay a call.
 */
export { watchForAlarms } from './alarms/watch.ts'
export { health, ready } from './health.ts'
export { tellCalls } from './tell-calls.ts'
export { tellJob } from './tell-job.ts'
