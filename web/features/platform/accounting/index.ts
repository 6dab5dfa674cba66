/** The accounting system on screens: connecting it, following a sync, and where the wizard is. */
export { accountingQuery, afterConnecting } from './api.ts'
export { ConnectPage } from './connect-page.tsx'
export { StatusPage } from './status-page.tsx'
export { StepBar } from './step-bar.tsx'
export { SyncProgress } from './sync-progress.tsx'
export { useSync } from './use-sync.ts'
export { SYSTEM_NAMES } from './words.ts'
