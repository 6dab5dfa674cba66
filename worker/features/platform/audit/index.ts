/**
 * The history of every object: chained, summarised daily under a signature, checkable by anyone. Invariant: entries
 * are only ever added, in the batch of the change they describe.
 */
export { AUDIT_COLUMNS, AUDIT_JOINS, type AuditDbRow, toAuditRow } from './rows.ts'
