/**
 * How long approvers have: the company's setting, and how screens say it.
 */
export { DeadlineSettings } from './deadline-settings.tsx'
export { DueText } from './due-text.tsx'
