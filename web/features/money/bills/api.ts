import { queryOptions, useQuery } from '@tanstack/react-query'
import { updateBillDocuments } from '../../../../schema/money/bills/acting-endpoints.ts'
import { getBill, getBillApprovals } from '../../../../schema/money/bills/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'

export type { Bill } from '../../../../schema/money/bills/endpoints.ts'

export const billKeys = {
  one: (id: string) => ['bills', 'one', id] as const,
  approvals: (id: string) => ['bills', 'one', id, 'approvals'] as const,
  history: (id: string) => ['bills', 'one', id, 'history'] as const,
}

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
