import { useQuery } from '@tanstack/react-query'
import {
  getRecode,
  type LineRecode,
  listLineRecodes,
  listRecodes,
  type Recode,
  recodeTransactions,
  undoRecode,
  updateTransaction,
} from '../../../../schema/planning/transactions/recode-endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'

/** Changing what transactions belong to. */

export type RecodeBody = BodyOf<typeof recodeTransactions>
export type UpdateBody = BodyOf<typeof updateTransaction>
export type { LineRecode, Recode }

/** Everything that shows transactions, and what they add up to. */
export const RECODE_OUTDATES: readonly (readonly string[])[] = [['transactions'], ['transaction-recodes'], ['vendors']]

export const recodeKeys = {
  all: ['transaction-recodes'] as const,
  latest: ['transaction-recodes', 'latest'] as const,
  one: (id: string) => ['transaction-recodes', 'one', id] as const,
  line: (transactionId: string) => ['transaction-recodes', 'line', transactionId] as const,
}

export const sendUpdate = (body: UpdateBody, commandId: string) => call(updateTransaction, { body, commandId })
export const sendRecode = (body: RecodeBody, commandId: string) => call(recodeTransactions, { body, commandId })
export const sendUndo = (recodeId: string, commandId: string) => call(undoRecode, { params: { recodeId }, commandId })

export const useRecodes = (enabled: boolean) =>
  useQuery({ queryKey: recodeKeys.latest, queryFn: ({ signal }) => call(listRecodes, { signal }), enabled })

export const useLineRecodes = (transactionId: string) =>
  useQuery({
    queryKey: recodeKeys.line(transactionId),
    queryFn: ({ signal }) => call(listLineRecodes, { params: { transactionId }, signal }),
  })

const POLL_MS = 1500
export const isOpen = ({ state }: Pick<Recode, 'state'>): boolean => state === 'RUNNING' || state === 'UNDOING'

/** Asks again while a job works on it. */
export const useRecode = (recodeId: string) =>
  useQuery({
    queryKey: recodeKeys.one(recodeId),
    queryFn: ({ signal }) => call(getRecode, { params: { recodeId }, signal }),
    refetchInterval: ({ state: { data } }) => (!data || isOpen(data) ? POLL_MS : false),
  })

const modifyTransactionsOnVendor = graphql(
  `mutation ModifyTransactionsOnVendor($vendorId: ID!, $transactionIdsToAdd: [ID!]!, $transactionIdsToRemove: [ID!]!) {
     modifyTransactionsOnVendor(vendorId: $vendorId, transactionIdsToAdd: $transactionIdsToAdd,
       transactionIdsToRemove: $transactionIdsToRemove) { id recodeIds }
   }`,
)

export interface VendorMove {
  vendorId: string
  transactionIdsToAdd: string[]
  transactionIdsToRemove: string[]
}

export const sendVendorMove = async (move: VendorMove, commandId: string): Promise<string[]> =>
  (await runGraphql(modifyTransactionsOnVendor, move, { commandId })).modifyTransactionsOnVendor.recodeIds
