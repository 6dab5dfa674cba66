import { z } from 'zod'
import * as endpoints from '../../../../schema/money/ledger/sync-endpoints.ts'
import { SYNC_TYPE_WORDS, type SyncFacts } from '../../../../schema/money/ledger/sync-values.ts'
import type { LedgerEntryType } from '../../../../schema/money/ledger/values.ts'
import { id as anyId } from '../../../../schema/shared/values.ts'
import { type Audit, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import {
  type EntryChange,
  readConnection,
  requireWriting,
  resendEntry,
  writeEntry,
} from '../../platform/accounting/index.ts'
import { buildEntry, readBooks } from './sync-build.ts'
import { factsFrom } from './sync-facts.ts'
import { requireSync } from './sync-read.ts'
import { IS_ASKED, kindOf, recordSync, removalOf, SYNC_OWNER } from './sync-record.ts'
import { isOnItsWay, type StoredSync } from './sync-rows.ts'

/** Sending entries, deleting those that weren't sent, and making them again. */

const audited = (
  { actor, newId }: StaffContext,
  { id, billId, title }: Pick<StoredSync, 'id' | 'billId' | 'title'>,
  what: string,
  message: string,
): Audit => ({
  changeKey: `ledger-entry:${id}:${what}:${newId()}`,
  action: `ledger-entry.${what}`,
  ...(billId === null
    ? { targetType: 'COMPANY' as const, targetId: actor.companyId }
    : { targetType: 'BILL' as const, targetId: billId }),
  message: message.replace('{title}', title),
  changeData: { after: { entryId: id } },
})

const noConnection = (): AppError =>
  new AppError('RULE_BROKEN', 'No accounting system is connected. Ask an admin to connect one.', {
    reason: 'NOT_CONNECTED',
  })

/**
 * Sends the bill of a payment where it isn't in the accounting system yet. What sends the payment waits for it.
 * @returns why it can't be sent, or null
 */
const sendBillOf = async (context: StaffContext, facts: SyncFacts): Promise<string | null> => {
  if (facts.type !== 'BILL_PAYMENT') return null
  const { billErpId, billSyncId } = await readBooks(context, context.actor.companyId, facts)
  if (billErpId !== null || billSyncId === null) return null
  const bill = await requireSync(context, billSyncId)
  // The command's own result is stored once, with the payment.
  const { ledger: _, ...asItself } = context as StaffContext & { ledger?: unknown }
  if (!isOnItsWay(bill.row)) await send(asItself, billSyncId)
  const { row } = await requireSync(context, billSyncId)
  return row.state === 'ERRORED'
    ? `${row.title} couldn’t be synced, so its payment wasn’t sent. ${row.error ?? ''}`.trim()
    : null
}

/** What sends it: it, its change, its removal, or, with what is missing, nothing until a person has repaired that. */
const sendingOf = async (
  context: StaffContext,
  row: StoredSync,
  facts: SyncFacts,
): Promise<EntryChange & { problem: string | null }> => {
  const { actor } = context
  const connection = await readConnection(context, actor.companyId)
  if (!connection) throw noConnection()
  const name = { ownerKind: SYNC_OWNER, ownerId: row.id, kind: kindOf(facts) }
  requireWriting(connection, name.kind)
  if (row.isRemoval) {
    const refused = row.state === 'ERRORED' ? await resendEntry(context, actor.companyId, name) : null
    return { ...(refused ?? removalOf(context, actor.companyId, row.id, facts)), problem: null }
  }
  const { entry, problems } = buildEntry(facts, await readBooks(context, actor.companyId, facts))
  const refused = entry ? await sendBillOf(context, facts) : null
  if (!entry || refused !== null) {
    const problem = refused ?? problems.join(' ')
    return { ...writeEntry(context, connection, { ...name, problem }), problem }
  }
  const failed = row.state === 'ERRORED' ? await resendEntry(context, actor.companyId, name) : null
  return { ...(failed ?? writeEntry(context, connection, { ...name, entry })), problem: null }
}

const send = async (
  context: StaffContext,
  asked: string,
  types?: readonly LedgerEntryType[],
): Promise<{ id: string }> => {
  const { db, clock } = context
  const { row, facts } = await requireSync(context, asked)
  if (types && !types.includes(row.type)) throw notFound('The entry')
  const { id } = row
  if (row.state === 'SYNCED') return { id }
  const { problem, statements, outbox } = await sendingOf(context, row, facts)
  const now = clock.now()
  return commit(context, {
    subject: 'The entry',
    statements: [
      db.sql(
        `UPDATE ledger_syncs SET state = ?2, error = ?3, asked_at = ?4, updated_at = ?4
          WHERE id = ?1 AND state <> 'SYNCED' AND deleted_at IS NULL`,
        ...[id, problem === null ? 'UNSYNCED' : 'ERRORED', problem, now],
      ),
      guardOneRow(db),
      ...statements,
      // It is there as it should be already: a change was taken back before it was sent.
      db.sql(
        `UPDATE ledger_syncs SET state = 'SYNCED'
          WHERE id = ?1 AND state = 'UNSYNCED' AND NOT is_removal AND EXISTS (
            SELECT 1 FROM erp_entries e INDEXED BY erp_entries_owner
             WHERE e.company_id = ledger_syncs.company_id AND e.owner_kind = '${SYNC_OWNER}' AND e.owner_id = ?1
               AND e.kind = ?2 AND e.state = 'SYNCED' AND e.erp_id IS NOT NULL AND NOT e.is_removal)`,
        ...[id, kindOf(facts)],
      ),
    ],
    // What can't be made isn't sent.
    outbox: problem === null ? outbox : [],
    audit: [
      audited(
        context,
        row,
        'sent',
        problem === null
          ? row.isRemoval
            ? 'Asked the accounting system to delete {title}'
            : 'Sent {title} to the accounting system'
          : `Couldn’t send {title} to the accounting system: ${problem}`,
      ),
    ],
    result: { id },
  })
}

export const sendEntry = command({
  id: endpoints.sendLedgerEntry.id,
  access: 'payments.accounting',
  input: inputOf(endpoints.sendLedgerEntry),
  run: (context, { entryId }) => send(context, entryId),
})

const byId = z.object({ id: anyId })

/** Through GraphQL, each type by itself. */
const sendingCommand = (id: string, types: readonly LedgerEntryType[]) =>
  command({
    id,
    access: 'payments.accounting',
    input: byId,
    run: (context, { id: entryId }) => send(context, entryId, types),
  })

const TRANSFERS = ['ACH_LOAD', 'ACH_LOAD_REVERSAL'] as const

export const sendBill = sendingCommand('mutation.syncBillToErp', ['BILL'])
export const sendPayment = sendingCommand('mutation.syncBillPaymentToErp', ['BILL_PAYMENT'])
export const sendTransfer = sendingCommand('mutation.syncAchLoadToErp', TRANSFERS)

const deletionOf = (endpoint: typeof endpoints.deleteBillEntry, types: readonly LedgerEntryType[]) =>
  command({
    id: endpoint.id,
    access: 'payments.accounting',
    input: inputOf(endpoint),
    run: async (context, given) => {
      const { db, clock, actor } = context
      const { row, facts } = await requireSync(context, given.entryId)
      if (!types.includes(row.type)) throw notFound('The entry')
      const { id: entryId } = row
      const refusal = () =>
        new AppError(
          'RULE_BROKEN',
          'This was sent to the accounting system, so it can’t be deleted here. Delete it there.',
          { reason: 'SENT' },
        )
      if (row.erpId !== null || row.isRemoval) throw refusal()
      const asked = await db.first(db.sql(`SELECT 1 FROM ledger_syncs WHERE id = ? AND ${IS_ASKED}`, entryId))
      if (asked) throw refusal()
      return commit(context, {
        subject: 'The entry',
        statements: [
          db.sql(
            `UPDATE ledger_syncs SET deleted_at = ?2, updated_at = ?2
              WHERE id = ?1 AND deleted_at IS NULL AND erp_id IS NULL AND NOT ${IS_ASKED}`,
            ...[entryId, clock.now()],
          ),
          guardOneRow(db),
          ...removalOf(context, actor.companyId, entryId, facts).statements,
        ],
        audit: [
          audited(
            context,
            row,
            'deleted',
            `Deleted the ${SYNC_TYPE_WORDS[row.type].toLowerCase()} entry {title}. It won’t be sent to the accounting system`,
          ),
        ],
        result: { id: entryId },
      })
    },
  })

export const deleteBill = deletionOf(endpoints.deleteBillEntry, ['BILL'])
export const deletePayment = deletionOf(endpoints.deleteBillPaymentEntry, ['BILL_PAYMENT'])
export const deleteTransfer = deletionOf(endpoints.deleteAchLoadEntry, TRANSFERS)

/** From what the bill is now. Throws NOT_FOUND, and RULE_BROKEN while it isn't approved. */
export const recreateBill = command({
  id: endpoints.recreateBillEntry.id,
  access: 'payments.use',
  input: inputOf(endpoints.recreateBillEntry),
  run: async (context, { billId }) => {
    const { db, actor } = context
    const facts = await factsFrom(context, billId)
    if (!(await readConnection(context, actor.companyId))) throw noConnection()
    const known = await db.first<{ id: string }>(
      db.sql(
        "SELECT id FROM ledger_syncs WHERE company_id = ? AND type = 'BILL' AND owner_id = ?",
        ...[actor.companyId, billId],
      ),
    )
    const id = known?.id ?? context.newId()
    return commit(context, {
      subject: 'The entry',
      statements: recordSync({ ...context, newId: () => id }, actor.companyId, facts),
      audit: [
        audited(context, { id, billId, title: facts.title }, 'recreated', 'Made the accounting entry of {title} again'),
      ],
      result: { id },
    })
  },
})
