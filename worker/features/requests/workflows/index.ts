/**
 * The workflows of a category: configured by admins, with versions, a simulator and tests on past requests. Invariant:
 * editing a workflow never changes a running approval.
 */
export { createWorkflow, deleteWorkflow, renameWorkflow, saveWorkflow } from './operations.ts'
export { reorderWorkflows } from './order.ts'
export { restoreWorkflow } from './restore.ts'
