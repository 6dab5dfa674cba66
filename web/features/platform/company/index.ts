/**
 * Settings of the company as a whole.
 */
export { setRequestApprovalMode } from './api.ts'
export { default as approvalModeClasses } from './approval-mode.module.css'
export { ApprovalModePicture } from './approval-mode-picture.tsx'
