/**
 * Workflows: their list, builder, picture, trials and versions. Invariant: what is tried, drawn and saved is the same
 * tidied definition. The form that fills in a trial comes from whom it belongs to.
 */
export { deleteWorkflow, useAllWorkflows, useReadAllWorkflows, useWorkflow, useWorkflows, workflowKeys } from './api.ts'
export { PrincipalsPicker } from './principals-picker.tsx'
export { QuorumField } from './quorum-field.tsx'
export { RESULT_PANELS } from './trial/result-tabs.tsx'
export type { SampleForm } from './trial/sample-form.ts'
export { WorkflowBuilder } from './workflow-builder.tsx'
export { WorkflowDialog } from './workflow-dialog.tsx'
export { WorkflowList } from './workflow-list.tsx'
export { ADDED_LEVELS, APPROVER_HELP, APPROVER_LABELS, asksQuorum, plural } from './workflow-words.ts'
