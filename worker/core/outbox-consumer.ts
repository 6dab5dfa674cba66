import type { OutboxNudge } from '../env.ts'
import { errorText } from './log.ts'
import { hasQueriesLeft, type Lane, queueOf } from './outbox-lanes.ts'
import { laneOf, type OutboxContext } from './outbox-registry.ts'
import { runGroup } from './outbox-runner.ts'

interface Parcel {
  topic: string
  ids: string[] | null
  messages: Message<OutboxNudge>[]
}

/**
 * Queue messages only speed up the outbox. The rows are what counts, so a message is acknowledged even if its effect
 * failed, and the sweep picks up the row again. Each message is acknowledged or retried separately.
 */
export const consumeNudges = async (
  context: OutboxContext,
  batch: Pick<MessageBatch<OutboxNudge>, 'messages'>,
): Promise<void> => {
  const parcels = parcelsOf(batch.messages)
  const lanes = Map.groupBy(parcels, ({ topic }) => laneOf(topic))
  await Promise.all([...lanes].map(([lane, some]) => runParcels(context, lane, some)))
}

/** Messages of one topic, up to the size of a group, so that emails of the same moment go out together. */
const parcelsOf = (messages: readonly Message<OutboxNudge>[]): Parcel[] => {
  const parcels: Parcel[] = []
  const open = new Map<string, Parcel & { ids: string[] }>()
  for (const message of messages) {
    const { topic, outboxIds } = message.body ?? {}
    if (typeof topic !== 'string') {
      // For messages from before they named their topic.
      message.ack()
      continue
    }
    if (!outboxIds) {
      parcels.push({ topic, ids: null, messages: [message] })
      continue
    }
    let parcel = open.get(topic)
    if (!parcel || parcel.ids.length + outboxIds.length > laneOf(topic).groupSize) {
      parcel = { topic, ids: [], messages: [] }
      open.set(topic, parcel)
      parcels.push(parcel)
    }
    parcel.ids.push(...outboxIds)
    parcel.messages.push(message)
  }
  return parcels
}

const runParcels = async (context: OutboxContext, lane: Lane, parcels: Parcel[]): Promise<void> => {
  const waiting = [...parcels]
  const work = async () => {
    for (let parcel = waiting.shift(); parcel; parcel = waiting.shift()) {
      const { topic, ids, messages } = parcel
      try {
        if (!hasQueriesLeft(context.db)) {
          // Sent again, not retried: it wasn't tried, and gets an invocation with the platform's whole limits.
          await queueOf(context.env, lane).sendBatch(messages.map(({ body }) => ({ body })))
          for (const message of messages) message.ack()
          continue
        }
        await runGroup(context, topic, ids)
        for (const message of messages) message.ack()
      } catch (error) {
        context.log.error('queue.failed', { lane: lane.name, topic, error: errorText(error) })
        for (const message of messages) message.retry({ delaySeconds: 10 })
      }
    }
  }
  await Promise.all(Array.from({ length: lane.concurrency }, work))
}
