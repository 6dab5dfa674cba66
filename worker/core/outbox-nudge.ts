import type { Env, OutboxNudge } from '../env.ts'
import { cellOf, envOfCell, inThisCell } from './cells.ts'
import type { OutboxRow } from './outbox.ts'
import { queueOf } from './outbox-lanes.ts'
import { laneOf } from './outbox-registry.ts'

/** The first row waits this long for others, so that a busy isolate sends few messages. */
const GATHER_MS = 250
/** If the wait was cut off with its request, the next one can still send. */
const LOST_MS = 1_000
/** A queue batch holds a hundred messages. */
const MOST_MESSAGES = 100
/** The queue can delay a message by at most half a day. The sweep finds what is due later. */
const LONGEST_DELAY_MS = 12 * 60 * 60 * 1000

type Due = Pick<OutboxRow, 'id' | 'topic' | 'availableAt'>

let waiting: (Due & { cell: number })[] = []
let gatheringSince = Number.NEGATIVE_INFINITY

/**
 * Announces outbox rows that are due, now or later. It is only a nudge: the sweep finds what is lost with the isolate.
 * Rejects if the queue refuses the message. Pass the promise to `waitUntil` instead of awaiting it.
 */
export const nudgeOutbox = async (env: Env, rows: readonly Due[], now = Date.now()): Promise<void> => {
  const cell = cellOf(env)
  const soon = rows.filter(({ availableAt = now }) => availableAt - now <= LONGEST_DELAY_MS)
  waiting.push(...soon.map((row) => ({ ...row, cell })))
  // Another request is already waiting to send these. Only texts are shared between requests, as the platform requires.
  if (now - gatheringSince < LOST_MS) return
  gatheringSince = now
  await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
  const gathered = waiting
  waiting = []
  gatheringSince = Number.NEGATIVE_INFINITY
  const cells = Map.groupBy(gathered, (row) => row.cell)
  await Promise.all(
    [...cells].flatMap(([at, rowsThere]) =>
      [...Map.groupBy(rowsThere, ({ topic }) => topic)].map(([topic, some]) => send(envOfCell(env, at), topic, some)),
    ),
  )
}

const delayOf = ({ availableAt = 0 }: Due, now: number): number => Math.max(0, Math.ceil((availableAt - now) / 1000))

const send = async (env: Env, topic: string, rows: Due[]): Promise<void> => {
  const lane = laneOf(topic)
  const now = Date.now()
  const messages = [...Map.groupBy(rows, (row) => delayOf(row, now))].flatMap(([delaySeconds, some]) =>
    Array.from({ length: Math.ceil(some.length / lane.messageSize) }, (_, index) => ({
      body: {
        ...inThisCell(env),
        topic,
        outboxIds: some.slice(index * lane.messageSize, (index + 1) * lane.messageSize).map(({ id }) => id),
      } satisfies OutboxNudge,
      ...(delaySeconds > 0 && { delaySeconds }),
    })),
  )
  const queue = queueOf(env, lane)
  for (let from = 0; from < messages.length; from += MOST_MESSAGES)
    await queue.sendBatch(messages.slice(from, from + MOST_MESSAGES))
}
