/**
 * Workflows: their list, builder, picture, trials and versions. Invariant: what is tried, drawn and saved is the same
 * tidied definition. The form that fills in a trial comes from whom it belongs to. Rule sets build on its parts.
 */
export { AddMenu, type AddMenuProps } from './add-menu.tsx'
export { deleteWorkflow, useAllWorkflows, useReadAllWorkflows, useWorkflow, useWorkflows, workflowKeys } from './api.ts'
export { LevelFrame, movesOf } from './level-frame.tsx'
export type { Level, Leveled } from './leveled.ts'
export { PrincipalsPicker } from './principals-picker.tsx'
export { QuorumField } from './quorum-field.tsx'
export { ApproverFields, WatcherFields } from './rule-people.tsx'
export { BacktestResult } from './trial/backtest-result.tsx'
export { RESULT_PANELS, type ResultPanel } from './trial/result-tabs.tsx'
export type { SampleForm } from './trial/sample-form.ts'
export { type TriedPath, triedPath } from './trial/tried-path.ts'
export { VersionList } from './trial/version-list.tsx'
export { ADD_LEVEL, type RuleActions, useLevelActions } from './use-level-actions.ts'
export { WorkflowBuilder } from './workflow-builder.tsx'
export { WorkflowDialog } from './workflow-dialog.tsx'
export { tidyPeople } from './workflow-edits.ts'
export { WorkflowList } from './workflow-list.tsx'
export { WorkflowPicture } from './workflow-picture.tsx'
export { partOfMessage } from './workflow-problems.ts'
export { ADDED_LEVELS, APPROVER_HELP, APPROVER_LABELS, asksQuorum, plural, whoText } from './workflow-words.ts'
