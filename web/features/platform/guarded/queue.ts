import type { QueueSource } from '../../../ui/queue/queue-item.ts'

/** On Home, for people who guard the settings of money: changes that wait for a second person. */
export const GUARDED_IN_QUEUE: QueueSource = {
  // What changes payments changes them, too.
  queryKey: ['payments', 'guarded', 'queue'],
  read: async (signal) => (await import('./queue-source.ts')).readGuardedQueue(signal),
}
