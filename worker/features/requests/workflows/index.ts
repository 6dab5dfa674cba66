/**
 * The workflows of a category: configured by admins, with versions, a simulator and tests on past requests. Invariant:
 * editing a workflow never changes a running approval.
 */
export { createWorkflow, saveWorkflow } from './operations.ts'
