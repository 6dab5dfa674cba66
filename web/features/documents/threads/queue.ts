import type { QueueSource } from '../../../ui/queue/queue-item.ts'

/** On Home: comments that wait for the person's answer. */
export const COMMENTS_IN_QUEUE: QueueSource = {
  queryKey: ['home', 'comments'],
  read: async (signal) => (await import('./queue-source.ts')).readCommentQueue(signal),
}
