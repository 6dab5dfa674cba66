import { z } from 'zod'
import {
  readSentEntry as endpoint,
  type SentEntry,
  type SentLine,
} from '../../../../schema/money/ledger/sync-endpoints.ts'
import { type SyncFacts, type SyncFactsOf, syncFacts } from '../../../../schema/money/ledger/sync-values.ts'
import type { LedgerEntryType } from '../../../../schema/money/ledger/values.ts'
import { id as anyId } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { type Books, buildEntry, pendingOf, readBooks } from './sync-build.ts'
import { type StoredSync, SYNC_COLUMNS, toNode } from './sync-rows.ts'

/** What will be sent to the accounting system for an entry, by the names that it has there. */

/**
 * @param id of the entry, or of its bill or payment, whose pages don't know the entry
 * Throws NOT_FOUND.
 */
export const requireSync = async (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  id: string,
): Promise<{ row: StoredSync; facts: SyncFacts }> => {
  const row = await db.first<StoredSync>(
    db.sql(
      `SELECT ${SYNC_COLUMNS} FROM ledger_syncs g
        WHERE g.id IN (SELECT ?1 UNION SELECT o.id FROM ledger_syncs o INDEXED BY ledger_syncs_owner
                WHERE o.company_id = ?2 AND o.type IN ('BILL', 'BILL_PAYMENT') AND o.owner_id = ?1)
          AND +g.company_id = ?2 AND g.deleted_at IS NULL`,
      ...[id, actor.companyId],
    ),
  )
  if (!row) throw notFound('The entry')
  return { row, facts: syncFacts.parse(JSON.parse(row.facts)) }
}

interface Named {
  id: string
  name: string
}

const wordsFor = ({ things, fieldNames }: Books, currency: SyncFacts['currency']) => {
  const named = (id: string | null): Named | null => {
    const thing = id === null ? undefined : things.get(id)
    return thing ? { id: thing.id, name: thing.name } : null
  }
  const account = (id: string | null) => {
    const thing = id === null ? undefined : things.get(id)
    return thing ? { id: thing.id, name: thing.name, generalLedgerAccountNumber: thing.number } : null
  }
  const field = ({ scriptId, value }: { scriptId: string; value: string }) => ({
    ...{ customFieldScriptId: scriptId, name: fieldNames.get(scriptId) ?? scriptId, value },
  })
  const line = (one: SyncFactsOf<'BILL'>['lines'][number]): SentLine => ({
    billLineId: one.lineId,
    amount: { value: one.amountMinor, currency },
    memo: one.memo,
    erpCustomFieldValues: one.fields.filter(({ value }) => value !== '').map(field),
    erpAccount: account(one.erpAccountId),
    erpDepartment: named(one.erpDepartmentId),
    erpClassification: named(one.erpClassificationId),
    erpTaxCode: named(one.erpTaxCodeId),
    amortization: one.amortization && {
      ...{ template: named(one.amortization.templateId), start: one.amortization.start, end: one.amortization.end },
    },
  })
  return { named, account, field, line }
}

const billPart = (facts: SyncFacts, books: Books): SentEntry['bill'] => {
  if (facts.type !== 'BILL') return null
  const { named, account, field, line } = wordsFor(books, facts.currency)
  return {
    dueDate: facts.dueDate,
    description: facts.description,
    exchangeRate: facts.exchangeRate,
    accountingPeriod: named(facts.accountingPeriodId),
    payableAccount: account(books.accounts?.payable ?? null),
    createdBy: books.createdBy,
    erpCustomFieldValues: facts.fields.filter(({ value }) => value !== '').map(field),
    lines: facts.lines.map(line),
  }
}

const readSentEntry = async (context: StaffContext, entryId: string): Promise<SentEntry> => {
  const { row, facts } = await requireSync(context, entryId)
  const books = await readBooks(context, context.actor.companyId, facts)
  const { named, account } = wordsFor(books, facts.currency)
  const { errors, ...node } = toNode(row)
  return {
    ...node,
    error: errors[0] ?? null,
    erpId: row.erpId,
    problems: row.isRemoval ? [] : [...pendingOf(facts, books), ...buildEntry(facts, books).problems],
    erpEntity: named(facts.erpEntityId ?? books.accounts?.erpEntityId ?? null),
    erpVendor: 'erpVendorId' in facts ? named(facts.erpVendorId) : null,
    invoiceNumber: 'invoiceNumber' in facts ? facts.invoiceNumber : null,
    bill: billPart(facts, books),
    billTotal: facts.type === 'BILL_PAYMENT' ? { value: facts.billTotalMinor, currency: facts.currency } : null,
    glFundingAccount: facts.type === 'BILL' ? null : account(books.accounts?.funding ?? null),
    glClearingAccount: facts.type === 'BILL' ? null : account(books.accounts?.clearing ?? null),
  }
}

export const readEntry = query({
  id: endpoint.id,
  access: 'payments.accounting',
  readsFirst: true,
  input: inputOf(endpoint),
  run: (context, { entryId }) => readSentEntry(context, entryId),
})

const ofTypes = (id: string, types: readonly LedgerEntryType[]) =>
  query({
    id,
    access: 'payments.use',
    readsFirst: true,
    input: z.object({ id: anyId }),
    run: async (context, { id: entryId }) => {
      const entry = await readSentEntry(context, entryId)
      if (!types.includes(entry.type)) throw notFound('The entry')
      return entry
    },
  })

export const readBillEntry = ofTypes('query.billErpSyncEntry', ['BILL'])
export const readPaymentEntry = ofTypes('query.billPaymentErpSyncEntry', ['BILL_PAYMENT'])
export const readTransferEntry = ofTypes('query.bankTransferErpSyncEntry', ['ACH_LOAD', 'ACH_LOAD_REVERSAL'])
