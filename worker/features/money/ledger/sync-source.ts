import { syncFacts } from '../../../../schema/money/ledger/sync-values.ts'
import { AppError } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import type { EntrySource } from '../../platform/accounting/index.ts'
import { buildEntry, readBooks } from './sync-build.ts'
import { SYNC_OWNER } from './sync-record.ts'

/** What the accounting area asks of these entries, and tells when the system has answered. */

const factsOf = async ({ db }: Pick<BaseContext, 'db'>, companyId: string, id: string) => {
  const row = await db.first<{ facts: string }>(
    db.sql('SELECT facts FROM ledger_syncs WHERE id = ? AND company_id = ?', id, companyId),
  )
  return row && syncFacts.parse(JSON.parse(row.facts))
}

export const syncSource: EntrySource = {
  ownerKind: SYNC_OWNER,
  noun: 'ledger entry',
  page: (id) => `/payments/ledger-entries/errored?entry=${id}`,
  build: async (context, { companyId, ownerId }) => {
    const facts = await factsOf(context, companyId, ownerId)
    if (!facts) throw new AppError('RULE_BROKEN', 'This entry no longer exists.', { reason: 'NOT_READY' })
    const { entry, problems } = buildEntry(facts, await readBooks(context, companyId, facts))
    if (!entry) throw new AppError('RULE_BROKEN', problems.join(' '), { reason: 'NOT_READY' })
    return entry
  },
  // After a removal nothing is there.
  synced: ({ db, clock }, { companyId, ownerId, erpId, url }) => [
    erpId === null
      ? db.sql(
          `UPDATE ledger_syncs SET deleted_at = ?3, erp_id = NULL, url = NULL, error = NULL, updated_at = ?3
            WHERE id = ?2 AND company_id = ?1 AND is_removal`,
          ...[companyId, ownerId, clock.now()],
        )
      : db.sql(
          // What was changed while it was sent waits for a person again.
          `UPDATE ledger_syncs SET state = iif(is_removal OR facts_at > asked_at, 'UNSYNCED', 'SYNCED'), error = NULL,
                  erp_id = ?3, url = ?4, synced_at = ?5, updated_at = ?5
            WHERE id = ?2 AND company_id = ?1`,
          ...[companyId, ownerId, erpId, url, clock.now()],
        ),
  ],
  errored: ({ db, clock }, { companyId, ownerId, error }) => [
    db.sql(
      `UPDATE ledger_syncs SET state = 'ERRORED', error = ?3, updated_at = ?4 WHERE id = ?2 AND company_id = ?1`,
      ...[companyId, ownerId, error, clock.now()],
    ),
  ],
}
