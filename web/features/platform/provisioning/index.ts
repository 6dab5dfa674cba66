/**
 * Provisioning by an identity provider. Invariant: a key is shown once and never kept in the app.
 */
export { MAPPED_KINDS } from './api.ts'
export { ProvisioningSection } from './key-section.tsx'
export { KIND_WORDS, MeaningsTable } from './meanings-table.tsx'
export { NeedsAttention } from './needs-attention.tsx'
export { NewPeopleCard } from './new-people-card.tsx'
export { VALUES_IN_QUEUE } from './queue.ts'
export { ValuesNotice } from './values-notice.tsx'
