import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  listOpenBills,
  listPayables,
  payablesSummary,
  trialBalance,
} from '../../../../schema/money/ledger/report-endpoints.ts'
import {
  deleteAchLoadEntry,
  deleteBillEntry,
  deleteBillPaymentEntry,
  type LedgerEntryNode,
  readSentEntry,
} from '../../../../schema/money/ledger/sync-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import type { PageRequest } from '../../../ui/table/data-table.tsx'

export const ledgerKeys = { all: ['ledger'] as const, entries: ['ledger-entries'] as const }

/** Until an entry that is being sent has its answer. */
const POLL_MS = 2000

export const sentEntryQuery = (entryId: string) =>
  queryOptions({
    queryKey: [...ledgerKeys.entries, 'entry', entryId],
    queryFn: ({ signal }) => call(readSentEntry, { params: { entryId }, signal }),
    refetchInterval: ({ state }) => (state.data?.isSending ? POLL_MS : false),
  })

const DELETIONS = {
  BILL: deleteBillEntry,
  BILL_PAYMENT: deleteBillPaymentEntry,
  ACH_LOAD: deleteAchLoadEntry,
  ACH_LOAD_REVERSAL: deleteAchLoadEntry,
}
export const deleteEntry = ({ id: entryId, type }: Pick<LedgerEntryNode, 'id' | 'type'>, commandId: string) =>
  call(DELETIONS[type], { params: { entryId }, commandId })

export const trialBalanceQuery = (month: string) =>
  queryOptions({
    queryKey: [...ledgerKeys.all, 'trial-balance', month],
    queryFn: ({ signal }) => call(trialBalance, { query: { month, first: 1 }, signal }),
    placeholderData: keepPreviousData,
  })

export const readAccounts = (month: string, { cursor, first }: PageRequest, signal: AbortSignal) =>
  call(trialBalance, { query: { month, cursor, first }, signal })

export const payablesQuery = queryOptions({
  queryKey: [...ledgerKeys.all, 'payables-summary'],
  queryFn: ({ signal }) => call(payablesSummary, { signal }),
})

export const readVendors = ({ cursor, first }: PageRequest, signal: AbortSignal) =>
  call(listPayables, { query: { cursor, first }, signal })

export const readBills = (erpVendorId: string, { cursor, first }: PageRequest, signal: AbortSignal) =>
  call(listOpenBills, { params: { erpVendorId }, query: { cursor, first }, signal })
