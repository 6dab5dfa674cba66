import type { z } from 'zod'
import {
  type LedgerEntryNode,
  ledgerEntryList,
  type syncFilters,
} from '../../../../schema/money/ledger/sync-endpoints.ts'
import type { SyncState } from '../../../../schema/money/ledger/sync-values.ts'
import type { LedgerEntryType } from '../../../../schema/money/ledger/values.ts'
import type { BooksSystem } from '../../../../schema/platform/accounting/books.ts'
import type { EntryState } from '../../../../schema/platform/accounting/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { listOperation } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows, Way } from '../../../core/list/rows.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'
import { adviceOn } from '../../platform/accounting/index.ts'
import { SYNC_OWNER } from './sync-record.ts'

/** The list of entries for the accounting system. */

export interface StoredSync {
  id: string
  type: LedgerEntryType
  ownerId: string
  billId: string | null
  date: string
  currency: Currency
  amountMinor: number
  isCredit: number
  title: string
  facts: string
  state: SyncState
  isRemoval: number
  error: string | null
  erpId: string | null
  url: string | null
  syncedAt: number | null
  system: BooksSystem | null
  /** JSON: how sending it goes. */
  sending: string | null
}

interface Sending {
  state: EntryState
  reason: Parameters<typeof adviceOn>[1]
}

const sendingOf = ({ sending }: Pick<StoredSync, 'sending'>): Sending | null =>
  sending === null ? null : (JSON.parse(sending) as Sending)

export const isOnItsWay = (row: Pick<StoredSync, 'state' | 'sending'>): boolean =>
  row.state === 'UNSYNCED' && ['UNSYNCED', 'SENDING'].includes(sendingOf(row)?.state ?? '')

export const SYNC_COLUMNS = `g.id, g.type, g.owner_id AS ownerId, g.bill_id AS billId, g.date, g.currency,
  g.amount_minor AS amountMinor, g.is_credit AS isCredit, g.title, g.facts, g.state, g.is_removal AS isRemoval, g.error,
  g.erp_id AS erpId, g.url, g.synced_at AS syncedAt,
  (SELECT c.system FROM erp_connections c INDEXED BY erp_connections_one
    WHERE c.company_id = g.company_id AND c.disconnected_at IS NULL) AS system,
  (SELECT json_object('state', e.state, 'reason', e.reason) FROM erp_entries e INDEXED BY erp_entries_owner
    WHERE e.company_id = g.company_id AND e.owner_kind = '${SYNC_OWNER}' AND e.owner_id = g.id
    ORDER BY e.updated_at DESC LIMIT 1) AS sending`

type Query = z.output<typeof ledgerEntryList.query>
type Sort = 'transactionDate'

const wayBy = (index: string) =>
  ({
    from: 'ledger_syncs g',
    id: 'g.id',
    sorts: { transactionDate: { columns: ['g.date'], index, usual: 'DESC' } },
  }) as const satisfies Way<Sort>
const OWN = wayBy('ledger_syncs_date')
const OF_STATE = wayBy('ledger_syncs_state')

const syncRows: ListRows<Query, keyof typeof syncFilters | 'kept', Sort> = {
  own: OWN,
  join: (id) => `ledger_syncs g ON g.id = ${id}`,
  usual: () => 'transactionDate',
  looks: 2,
  clauses: ({ input, bind, is }) => {
    const state = is('g.state', input.filter)
    const text = input.search ? bind(input.search) : null
    return {
      walks: [{ way: state ? OF_STATE : OWN, where: ['g.deleted_at IS NULL', ...(state ? [state] : [])] }],
      serves: ['filter', 'kept'],
      conditions: {
        search: text && containsText('g.title', text),
        filter: state,
        type: is('g.type', input.type),
        kept: 'g.deleted_at IS NULL',
      },
    }
  },
}

export const toNode = (row: StoredSync): LedgerEntryNode => {
  const sending = sendingOf(row)
  return {
    id: row.id,
    type: row.type,
    erpIntegration: row.system,
    amount: { value: row.amountMinor, currency: row.currency },
    isCredit: row.isCredit === 1,
    transactionDate: row.date,
    errors: row.error === null ? [] : [row.error],
    advice: row.state === 'ERRORED' ? adviceOn('ERRORED', sending ? sending.reason : null) : null,
    link: row.url,
    title: row.title,
    billId: row.billId,
    state: row.state,
    isSending: isOnItsWay(row),
    isRemoval: row.isRemoval === 1,
    syncedOn: row.syncedAt === null ? null : new Date(row.syncedAt).toISOString(),
  }
}

const readPage = async ({ db, ...context }: StaffContext, input: Query): Promise<Connection<LedgerEntryNode>> => {
  const page = pageOf(syncRows, { ...context, db }, input)
  const rows = await db.all<StoredSync>(db.sql(pageSql(page, SYNC_COLUMNS), ...page.params))
  return toPage(page, rows, input.first, (row) => toNode(row as StoredSync))
}

export const listEntries = listOperation({
  list: ledgerEntryList,
  rows: syncRows,
  access: 'payments.accounting',
  read: readPage,
})
