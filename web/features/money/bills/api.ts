import { queryOptions, useQuery } from '@tanstack/react-query'
import { updateBillDocuments } from '../../../../schema/money/bills/acting-endpoints.ts'
import { getBill, getBillApprovals } from '../../../../schema/money/bills/endpoints.ts'
import { invoiceList } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { billList, billsNeedAttention } from '../../../../schema/money/bills/list.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'

export type { Bill } from '../../../../schema/money/bills/endpoints.ts'

export const billKeys = {
  /** Everything of bills, also their lists. */
  all: ['bills'] as const,
  one: (id: string) => ['bills', 'one', id] as const,
  approvals: (id: string) => ['bills', 'one', id, 'approvals'] as const,
  history: (id: string) => ['bills', 'one', id, 'history'] as const,
}

export const invoiceKeys = { all: ['invoices'] as const }

/** As many of each kind are in the inbox of payments. */
export const IN_INBOX = 10

export const useBillAttention = (isShown = true) =>
  useQuery({
    queryKey: [...billKeys.all, 'attention'],
    queryFn: ({ signal }) => call(billsNeedAttention, { query: { first: 50 }, signal }),
    enabled: isShown,
  })

/** The newest bills that are being approved. */
export const usePendingBills = () =>
  useQuery({
    queryKey: [...billKeys.all, 'pending'],
    queryFn: ({ signal }) => call(billList.list, { query: { status: 'PENDING', first: IN_INBOX }, signal }),
  })

/** The newest invoices that no bill names. */
export const useWaitingInvoices = (isShown = true) =>
  useQuery({
    enabled: isShown,
    queryKey: [...invoiceKeys.all, 'waiting'],
    queryFn: ({ signal }) => call(invoiceList.list, { query: { state: 'WAITING', first: IN_INBOX }, signal }),
  })

export const billQuery = (id: string) =>
  queryOptions({
    queryKey: [...billKeys.one(id), 'detail'],
    queryFn: ({ signal }) => call(getBill, { params: { billId: id }, signal }),
  })
export const useBill = (id: string) => useQuery(billQuery(id))

export const useBillApprovals = (id: string) =>
  useQuery({
    queryKey: billKeys.approvals(id),
    queryFn: ({ signal }) => call(getBillApprovals, { params: { billId: id }, signal }),
  })

export const useSetDocuments = (id: string) =>
  useCommand({
    run: (documentIds: string[], { commandId }) =>
      call(updateBillDocuments, { params: { billId: id }, body: { documentIds }, commandId }),
    success: 'Documents saved',
    invalidates: [billKeys.one(id)],
  })
