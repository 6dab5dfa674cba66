import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type Charted,
  transactionChart,
  transactionList,
  transactionMetadata,
  transactionTotals,
} from '../../../../schema/planning/transactions/endpoints.ts'
import { call, type QueryOf, type ResponseOf } from '../../../lib/rest.ts'

export type Chart = ResponseOf<typeof transactionChart>
export type Totals = ResponseOf<typeof transactionTotals>
/** The list's filters, as its endpoint takes them. */
export type AskedFilters = QueryOf<typeof transactionTotals>

export const transactionKeys = { all: ['transactions'] as const }

export const totalsQuery = (query: AskedFilters) =>
  queryOptions({
    queryKey: [...transactionKeys.all, 'totals', query],
    queryFn: ({ signal }) => call(transactionTotals, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const chartQuery = (query: AskedFilters, by: Charted) =>
  queryOptions({
    queryKey: [...transactionKeys.all, 'chart', by, query],
    queryFn: ({ signal }) => call(transactionChart, { query: { ...query, by }, signal }),
    placeholderData: (before: Chart | undefined, asked) => (asked?.queryKey[2] === by ? before : undefined),
  })

const { list } = transactionList

export type Ordered = QueryOf<typeof list>['orderBy']
/** A page of the list. */
export const fetchTransactions = (query: QueryOf<typeof list>, signal: AbortSignal) => call(list, { query, signal })

export const metadataQuery = (transactionId: string) =>
  queryOptions({
    queryKey: [...transactionKeys.all, 'metadata', transactionId],
    queryFn: ({ signal }) => call(transactionMetadata, { params: { transactionId }, signal }),
  })
