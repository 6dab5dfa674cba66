/**
 * The overview of the settings, and the modules that a company uses. Invariant: it offers only pages that the person can
 * open.
 */
export { ModulesPage } from './modules-page.tsx'
export { Notice } from './notices.tsx'
export { SettingsOverview } from './overview-page.tsx'
