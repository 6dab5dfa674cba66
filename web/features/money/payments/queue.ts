import type { QueueSource } from '../../../ui/queue/queue-item.ts'

/**
 * On Home, for people who work with payments: what they can decide, and what has to be paid again.
 * @param canConfigure whether they choose who confirms bank details
 */
export const paymentsInQueue = (canConfigure: boolean): QueueSource => ({
  queryKey: ['payments', 'queue'],
  read: async (signal) => (await import('./queue-source.ts')).readPaymentsQueue(signal, canConfigure),
})
