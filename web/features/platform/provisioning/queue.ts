import type { QueueSource } from '../../../ui/queue/queue-item.ts'
import { provisioningKeys } from './query-keys.ts'

/** On Home, for admins: values of the identity provider that mean nothing here yet. */
export const VALUES_IN_QUEUE: QueueSource = {
  queryKey: [...provisioningKeys.open, 'queue'],
  read: async (signal) => (await import('./queue-source.ts')).readValuesQueue(signal),
}
