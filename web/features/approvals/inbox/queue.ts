import type { QueueSource } from '../../../ui/queue/queue-item.ts'
import { INBOX_KEY } from './api.ts'

/** On Home: the most urgent of what waits in the inbox. */
export const INBOX_IN_QUEUE: QueueSource = {
  queryKey: [...INBOX_KEY, 'queue'],
  read: async (signal) => (await import('./queue-source.ts')).readInboxQueue(signal),
}
