import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { SyncJob } from '../../../../schema/platform/accounting/endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { accountingKeys, startSync, syncStatusQuery } from './api.ts'

/** The newest run and starting one. What depends on the books is read again when a run ends. */
export const useSync = () => {
  const client = useQueryClient()
  const status = useQuery(syncStatusQuery)
  const before = useRef<SyncJob['status'] | undefined>(undefined)
  const now = status.data?.status
  useEffect(() => {
    if (before.current === 'SYNCING' && now !== 'SYNCING') void client.invalidateQueries()
    before.current = now
  }, [client, now])
  const start = useCommand<boolean, SyncJob>({
    run: (full, { commandId }) => startSync(full, commandId),
    invalidates: [accountingKeys.all],
  })
  return { status, start, isSyncing: now === 'SYNCING' }
}
