/**
 * The history of every object: chained, summarised daily under a signature, checkable by anyone. Invariant: entries
 * are only ever added, in the batch of the change they describe.
 */
export { sealAuditLog } from './chain.ts'
export { BROKEN_CHAINS, checkChainNow, hasChain, UNVERIFIED_CHAINS } from './checks.ts'
export { publicKeysOf, signerOf, verifierOf } from './head-keys.ts'
export { readHead, type SignedHead, signedText } from './heads.ts'
export { addedUp, type ChainSegment, type ProvenEntry, proveHistory } from './proof.ts'
export { AUDIT_COLUMNS, AUDIT_JOINS, type AuditDbRow, toAuditRow, withoutTaxIds } from './rows.ts'
