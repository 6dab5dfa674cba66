/**
 * Who would approve something, and why; and what a draft of the rules would change on past requests. Knows no form: it
 * shows plans of the approval engine for any subject.
 */
export { ApprovalChanges } from './approval-changes.tsx'
export { ApprovalsPreview, type Preview, SkippedRules, saidApprovals } from './approvals-preview.tsx'
export { hoursNote, LinkedReplayPanel, ReplayPanel } from './replay-panel.tsx'
