/**
 * Actuals on screens: what the books say, and what it is in the company. Invariant: a page shows each change of a mapping
 * before it is saved, and a whole save can be undone.
 */
export { ActualsPage } from './actuals-page.tsx'
export { EntityAccounts } from './entity-accounts.tsx'
export { MappingNotice } from './mapping-notice.tsx'
export { MappingPage } from './mapping-page.tsx'
export { mappingSearch } from './mapping-search.ts'
export { MappingSteps } from './mapping-steps.tsx'
