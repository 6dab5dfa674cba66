import { queryOptions } from '@tanstack/react-query'
import { compareEntries, getDrifts, sendEntryAgain } from '../../../../schema/platform/accounting/drift-endpoints.ts'
import {
  beginQuickbooks,
  connectQuickbooks,
  createSyncJob,
  disconnectAccounting,
  getAccounting,
  getSyncStatus,
} from '../../../../schema/platform/accounting/endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'
import { companyQuery } from '../session/index.ts'

const POLL_MS = 2000

export const accountingKeys = { all: ['accounting'] as const }

export const accountingQuery = queryOptions({
  queryKey: [...accountingKeys.all, 'connection'],
  queryFn: ({ signal }) => call(getAccounting, { signal }),
})

/** The newest run, asked for again while it is in progress. */
export const syncStatusQuery = queryOptions({
  queryKey: [...accountingKeys.all, 'status'],
  queryFn: ({ signal }) => call(getSyncStatus, { signal }),
  refetchInterval: ({ state }) => (state.data?.status === 'SYNCING' ? POLL_MS : false),
})

const RUNS = graphql(`
  query SyncMetadata($count: Int!, $includeIncompleteSyncs: Boolean!) {
    syncMetadata(count: $count, includeIncompleteSyncs: $includeIncompleteSyncs) {
      id
      status
      trigger
      error
      createdAt
      finishedAt
      counts { what count }
    }
  }
`)
const SHOWN = 20

export const runsQuery = queryOptions({
  queryKey: [...accountingKeys.all, 'runs'],
  queryFn: async ({ signal }) =>
    (await runGraphql(RUNS, { count: SHOWN, includeIncompleteSyncs: true }, { signal })).syncMetadata,
})
export type Run = Awaited<ReturnType<NonNullable<typeof runsQuery.queryFn>>>[number]

export const startSync = (full: boolean, commandId: string) => call(createSyncJob, { body: { full }, commandId })

export const disconnect = (connectionId: string, commandId: string) =>
  call(disconnectAccounting, { params: { connectionId }, commandId })

export const quickbooksAddress = async (commandId: string): Promise<string> =>
  (await call(beginQuickbooks, { commandId })).url

export const finishQuickbooks = (body: BodyOf<typeof connectQuickbooks>, commandId: string) =>
  call(connectQuickbooks, { body, commandId })

/** What was sent and differs, asked for again while it is being compared. */
export const driftsQuery = queryOptions({
  queryKey: [...accountingKeys.all, 'drifts'],
  queryFn: ({ signal }) => call(getDrifts, { signal }),
  refetchInterval: ({ state }) => (state.data?.isComparing ? POLL_MS : false),
})

export const compareWritten = (commandId: string) => call(compareEntries, { commandId })

export const sendAgain = (entryId: string, commandId: string) =>
  call(sendEntryAgain, { params: { entryId }, commandId })

/** A connection shows pages that the company didn't have before. */
export const afterConnecting = [accountingKeys.all, companyQuery.queryKey]
