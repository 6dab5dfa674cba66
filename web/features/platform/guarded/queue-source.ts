import { listGuardedChanges } from '../../../../schema/platform/guarded/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import type { QueuePart } from '../../../ui/queue/queue-item.ts'

/** Changes of settings that this person can confirm. */
export const readGuardedQueue = async (signal: AbortSignal): Promise<QueuePart> => {
  const changes = await call(listGuardedChanges, { signal })
  return {
    items: changes
      .filter(({ confirmFault }) => confirmFault === null)
      .map(({ id, words, askedBy, askedAt }) => ({
        key: `setting.${id}`,
        kind: 'setting',
        title: words,
        about: askedBy.name,
        step: 'Confirm change',
        amount: null,
        since: askedAt,
        dueAt: null,
        href: to('/settings'),
      })),
  }
}
