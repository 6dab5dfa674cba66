import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDueEvents } from '../../../../worker/features/requests/sourcing-events/open.ts'
import { sealOf } from '../../../../worker/objects/sourcing-seal/client.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  bidOf,
  type EventScene,
  jobContext,
  makeEventScene,
  openByJob,
  setClock,
} from '../../../support/worker/sourcing-events.ts'
import { anonymous } from '../../../support/worker/world.ts'

/** What ends or starts at the deadline does so at that millisecond, and not a minute before or after. */

const SECRET = 'our-secret-remark'

let scene: EventScene
let deadline: number
const status = async (): Promise<string> => (await scene.admin.get(scene.path)).body.status
const submit = async () => anonymous.post(`${scene.first.path}/submit`, bidOf(1))

beforeEach(async () => {
  scene = await makeEventScene()
  const [row] = await rows<{ deadline: number }>('SELECT deadline FROM sourcing_events WHERE id = ?', scene.eventId)
  if (!row) throw new Error('The event isn’t kept')
  deadline = row.deadline
})

describe('the object of an event', () => {
  it('opens nothing a millisecond before the deadline, and everything at it', async () => {
    await scene.submit(scene.first, bidOf(120_000, { remark: SECRET }))
    const [row] = await rows<{ sealed_bid: string }>(
      'SELECT sealed_bid FROM sourcing_bidders WHERE id = ?',
      scene.first.id,
    )
    const parts = [{ bidderId: scene.first.id, part: 'bid' as const, sealed: row?.sealed_bid ?? '' }]
    const open = () => sealOf(env, scene.company.id, scene.eventId).open(null, parts)
    for (const early of [60_000, 30_000, 1000, 1]) {
      await setClock(scene.company.id, scene.eventId, deadline - early)
      expect(await open()).toEqual({ refused: 'STILL_SEALED' })
      // The job, whose clock is ahead of the object's, opens nothing either.
      await openByJob(scene.company.id, 2)
      expect(await status()).toBe('OPEN')
    }
    await setClock(scene.company.id, scene.eventId, deadline)
    expect(await open()).toMatchObject({ refused: null, texts: [expect.stringContaining(SECRET)] })
  })

  it('takes bids until a millisecond before the deadline, and none at it', async () => {
    await setClock(scene.company.id, scene.eventId, deadline)
    expect((await submit()).body.reason).toBe('DEADLINE_PASSED')
    await setClock(scene.company.id, scene.eventId, deadline - 1)
    expect((await submit()).status).toBe(200)
  })
})

it('the job opens an event at its deadline, and not a millisecond before', async () => {
  await scene.submit(scene.first, bidOf(120_000))
  await setClock(scene.company.id, scene.eventId, deadline + 60_000)
  await openDueEvents(jobContext(scene.company.id, deadline - 1))
  expect(await status()).toBe('OPEN')
  await openDueEvents(jobContext(scene.company.id, deadline))
  expect(await status()).toBe('OPENED')
})

it('a bidder’s link ends thirty days after the deadline', async () => {
  const passed = async (days: number, minutes: number): Promise<number> => {
    const ago = days * 24 * 3_600_000 + minutes * 60_000
    await run('UPDATE sourcing_events SET deadline = ? WHERE id = ?', Date.now() - ago, scene.eventId)
    return (await anonymous.get(scene.first.path)).status
  }
  expect(await passed(30, -5)).toBe(200)
  expect(await passed(30, 5)).toBe(404)
})

it('a bidder’s question that is sent again because its answer got lost is asked once', async () => {
  const ask = (path: string, question: string, commandId: string) =>
    anonymous.call('POST', `${path}/questions`, { body: { question }, commandId })
  const first = await ask(scene.first.path, 'Is paint included?', 'intent-1')
  const again = await ask(scene.first.path, 'Is paint included?', 'intent-1')
  expect(again).toMatchObject({ status: 200, body: first.body })
  expect(await scene.audit('question-asked')).toHaveLength(1)
  // Another bidder's id of the same name, and another question, are others.
  const other = await ask(scene.second.path, 'Is paint included?', 'intent-1')
  expect(other.body.id).not.toBe(first.body.id)
  expect((await ask(scene.first.path, 'And packing?', 'intent-2')).body.id).not.toBe(first.body.id)
  expect((await anonymous.get(scene.first.path)).body.questions).toHaveLength(2)
})
