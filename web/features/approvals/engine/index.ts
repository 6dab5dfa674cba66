/**
 * Who would approve something, and why. Knows no form: it shows a plan of the approval engine for any subject.
 */
export { ApprovalsPreview, type Preview, SkippedRules } from './approvals-preview.tsx'
