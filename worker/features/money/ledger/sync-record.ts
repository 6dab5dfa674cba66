import { type SyncFacts, type SyncFactsGiven, syncFacts } from '../../../../schema/money/ledger/sync-values.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { removeEntry } from '../../platform/accounting/index.ts'

/** What is to be in the accounting system, as statements for the batch of what causes it. */

type Writing = Pick<BaseContext, 'db' | 'clock' | 'newId'>

/** By this the accounting area knows whose entry it is. */
export const SYNC_OWNER = 'LEDGER_SYNC'

/** Its kind of object there. */
export const kindOf = (facts: SyncFacts): 'BILL' | 'VENDOR_CREDIT' | 'BILL_PAYMENT' | 'TRANSFER' => {
  if (facts.type === 'BILL') return facts.isCredit ? 'VENDOR_CREDIT' : 'BILL'
  return facts.type === 'BILL_PAYMENT' ? 'BILL_PAYMENT' : 'TRANSFER'
}

/**
 * The object of a bill, a payment or a transfer, as it should be there. Companies without an accounting
 * system, or without payment accounting, get none.
 * A person sends it.
 */
export const recordSync = (
  { db, clock, newId }: Writing,
  companyId: string,
  given: SyncFactsGiven,
): D1PreparedStatement[] => {
  const facts = syncFacts.parse(given)
  return [
    db.sql(
      `INSERT INTO ledger_syncs (id, company_id, type, owner_id, bill_id, date, currency, amount_minor, is_credit, title, facts,
         facts_at, state, created_at, updated_at)
       SELECT ?2, ?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 'UNSYNCED', ?12, ?12
         FROM erp_connections c CROSS JOIN companies m ON m.id = c.company_id
        WHERE c.company_id = ?1 AND c.disconnected_at IS NULL AND m.flags ->> 'enablePaymentAccounting'
       ON CONFLICT (company_id, type, owner_id) DO UPDATE
       SET date = excluded.date, currency = excluded.currency, amount_minor = excluded.amount_minor,
           is_credit = excluded.is_credit, title = excluded.title, facts = excluded.facts,
           facts_at = excluded.facts_at, state = 'UNSYNCED', is_removal = 0,
           error = NULL, deleted_at = NULL, updated_at = excluded.updated_at
     WHERE facts <> excluded.facts OR is_removal OR deleted_at IS NOT NULL`,
      ...[companyId, newId(), facts.type, facts.ownerId, facts.billId, facts.date, facts.currency, facts.totalMinor],
      ...[facts.type === 'BILL' && facts.isCredit ? 1 : 0, facts.title, JSON.stringify(facts), clock.now()],
    ),
  ]
}

/** It should no longer be there: one that was never sent is forgotten, one that was waits until a person deletes it there. */
export const withdrawSync = (
  { db, clock }: Writing,
  companyId: string,
  { type, ownerId }: Pick<SyncFacts, 'type' | 'ownerId'>,
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE ledger_syncs SET updated_at = ?4, state = 'UNSYNCED', error = NULL,
            is_removal = erp_id IS NOT NULL OR ${IS_ASKED}, deleted_at = iif(erp_id IS NOT NULL OR ${IS_ASKED}, NULL, ?4)
      WHERE company_id = ?1 AND type = ?2 AND owner_id = ?3 AND NOT is_removal AND deleted_at IS NULL`,
    ...[companyId, type, ownerId, clock.now()],
  ),
]

/** It was sent, or is being sent, so that it may be there. */
export const IS_ASKED = `EXISTS (SELECT 1 FROM erp_entries e WHERE e.company_id = ledger_syncs.company_id
  AND e.owner_kind = '${SYNC_OWNER}' AND e.owner_id = ledger_syncs.id
  AND (e.erp_id IS NOT NULL OR e.asked_revision IS NOT NULL OR e.state IN ('UNSYNCED', 'SENDING')))`

/** It is on its way now: what is sent is what it said then. */
export const IS_SENDING_SYNC = `EXISTS (SELECT 1 FROM erp_entries e WHERE e.company_id = ledger_syncs.company_id
  AND e.owner_kind = '${SYNC_OWNER}' AND e.owner_id = ledger_syncs.id AND e.state IN ('UNSYNCED', 'SENDING'))`

/** Deletes the object there. */
export const removalOf = (context: Writing, companyId: string, id: string, facts: SyncFacts) =>
  removeEntry(context, companyId, { ownerKind: SYNC_OWNER, ownerId: id, kind: kindOf(facts) })

/** SQL of how bill `s` is in the accounting system, as JSON. Null without an entry. */
export const SYNC_OF_BILL = `(SELECT json_object('id', g.id, 'state', g.state, 'erpId', g.erp_id, 'isSynced', g.state = 'SYNCED', 'link', g.url,
    'syncedOn', strftime('%Y-%m-%dT%H:%M:%fZ', g.synced_at / 1000.0, 'unixepoch'), 'error', g.error)
  FROM ledger_syncs g INDEXED BY ledger_syncs_owner
 WHERE g.company_id = s.company_id AND g.type = 'BILL' AND g.owner_id = s.id AND g.deleted_at IS NULL)`
