import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { SYNC_STATES, SYNC_TRIGGERS } from '../../shared/sync-runs.ts'
import { instant } from '../../shared/values.ts'

const syncRun = z.object({
  id: z.string(),
  /** The outside system, such as ECB, and what is fetched from it. */
  provider: z.string(),
  kind: z.string(),
  trigger: z.enum(SYNC_TRIGGERS),
  state: z.enum(SYNC_STATES),
  /** Whether the data applies to every company. */
  isShared: z.boolean(),
  /** How many of what were fetched so far. */
  counts: z.record(z.string(), z.number().int()),
  /** The last failure. Null once it went on. */
  error: z.string().nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** When it is tried again after a failure. */
  retryAt: instant.nullable(),
})
export type SyncRun = z.infer<typeof syncRun>

export const listSyncRuns = endpoint({
  id: 'connections.list-sync-runs',
  method: 'GET',
  path: '/api/sync-runs',
  summary: 'What was fetched from outside systems, newest first: for the company and for everyone',
  query: pageQuery,
  response: connection(syncRun),
})
