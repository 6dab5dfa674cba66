/** How the installation runs, for platform staff. Invariant: it only looks. */
export { OperationsPage } from './operations-page.tsx'
