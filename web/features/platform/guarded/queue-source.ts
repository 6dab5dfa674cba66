import { type GuardedChange, listGuardedChanges } from '../../../../schema/platform/guarded/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import type { QueueItem, QueuePart } from '../../../ui/queue/queue-item.ts'

/** Who asked for one, or can't confirm it, still hears of what will hold without anyone. */
const stepOf = ({ confirmFault, effectiveAt }: GuardedChange): string | null => {
  if (confirmFault === null) return 'Confirm change'
  return effectiveAt === null ? null : 'Cancel, or let it take effect'
}

/** Changes of settings that this person can confirm, or that will hold by themselves. */
export const readGuardedQueue = async (signal: AbortSignal): Promise<QueuePart> => {
  const changes = await call(listGuardedChanges, { signal })
  return {
    items: changes.flatMap((change): QueueItem[] => {
      const { id, words, askedBy, askedAt, effectiveAt } = change
      const step = stepOf(change)
      if (step === null) return []
      return [
        {
          key: `setting.${id}`,
          kind: 'setting',
          title: words,
          about: askedBy.name,
          step,
          amount: null,
          since: askedAt,
          dueAt: effectiveAt,
          href: to('/settings'),
        },
      ]
    }),
  }
}
