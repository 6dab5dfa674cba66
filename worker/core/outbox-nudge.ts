import type { OutboxNudge } from '../env.ts'

/** So long the first to have something waits for others to join: a busy isolate then sends few messages. */
const GATHER_MS = 250
/** With the queue's 50 messages a batch, the consumer stays below the platform's limit of subrequests. */
const MOST_IDS = 5
/** A wait that was cut short with its request does not keep the next one from sending. */
const LOST_MS = 1_000

let waiting: string[] = []
let gatheringSince = Number.NEGATIVE_INFINITY

/**
 * Says that outbox rows are due. Only a nudge: ids that are lost with the isolate are found by the sweep.
 * Errors: rejects when the queue does not take the message; to be given to `waitUntil`, not awaited by an answer.
 */
export const nudgeOutbox = async (queue: Queue<OutboxNudge>, ids: string[], now = Date.now()): Promise<void> => {
  waiting.push(...ids)
  // Somebody else sends these as well. Only texts pass from one request to another, as the platform asks.
  if (now - gatheringSince < LOST_MS) return
  gatheringSince = now
  await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
  const gathered = waiting
  waiting = []
  gatheringSince = Number.NEGATIVE_INFINITY
  const messages = Array.from({ length: Math.ceil(gathered.length / MOST_IDS) }, (_, index) => ({
    body: { outboxIds: gathered.slice(index * MOST_IDS, (index + 1) * MOST_IDS) },
  }))
  const [only] = messages
  if (messages.length === 1 && only) await queue.send(only.body)
  // A batch of the queue takes a hundred messages.
  else for (let from = 0; from < messages.length; from += 100) await queue.sendBatch(messages.slice(from, from + 100))
}
