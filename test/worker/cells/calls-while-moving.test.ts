import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { advanceMove, beginMove, confirmMove } from '../../../worker/features/platform/moves/index.ts'
import { cellFor, settledIn } from '../../support/worker/database.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import type { Answer } from '../../support/worker/world.ts'

/** Calls that come at any moment of a move: those of others go on, those of the company are answered in words. */

const moving = { env, now: () => Date.now() }
/** Generous, because other tests run beside this one. A move that lets no one else go on takes longer as a whole. */
const LONGEST_WAIT_MS = 3_000

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

interface Called {
  who: string
  method: string
  name: string
  answer: Answer
  took: number
}

it('no call is lost while a company moves, others’ calls go on, and its own are answered or refused in words', async () => {
  const { id: companyId } = world.own
  const home = cellFor(companyId)
  const away = home === 1 ? 2 : 1
  await world.as('admin').get('/api/departments')
  await beginMove(moving, { companyId, toCell: away, startedBy: 'test' })
  let isOver = false
  const work = advanceMove(moving, companyId).finally(() => {
    isOver = true
  })
  const calls: Called[] = []
  const callAll = async (who: 'admin' | 'otherAdmin') => {
    for (let count = 0; !isOver && count < 500; count += 1) {
      const name = `While moving ${who} ${count}`
      for (const method of ['GET', 'POST']) {
        const startedAt = Date.now()
        const answer =
          method === 'GET'
            ? await world.as(who).get('/api/departments')
            : await world.as(who).post('/api/departments', { name })
        calls.push({ who, method, name, answer, took: Date.now() - startedAt })
      }
    }
  }
  await Promise.all([work, callAll('admin'), callAll('otherAdmin')])
  settledIn(companyId, away)
  const of = (who: string, method: string) => calls.filter((call) => call.who === who && call.method === method)
  // They came while it moved, many times.
  expect(of('otherAdmin', 'POST').length).toBeGreaterThan(5)
  expect(of('admin', 'POST').length).toBeGreaterThan(5)
  const statuses = (found: readonly Called[]) => [...new Set(found.map(({ answer }) => answer.status))]
  expect(statuses([...of('otherAdmin', 'GET'), ...of('otherAdmin', 'POST')])).toEqual([200])
  expect(statuses(of('admin', 'GET'))).toEqual([200])
  const refused = of('admin', 'POST').filter(({ answer }) => answer.status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { answer } of refused)
    expect(answer).toMatchObject({
      status: 409,
      body: { reason: 'COMPANY_MOVES', message: expect.stringContaining('is being moved') },
    })
  expect(Math.max(...calls.map(({ took }) => took))).toBeLessThan(LONGEST_WAIT_MS)
  // What was answered is there afterwards, and nothing that was refused.
  await world.as('admin').get('/api/departments')
  const kept = (await world.as('admin').get('/api/departments')).body.map(({ name }: { name: string }) => name)
  const made = of('admin', 'POST').filter(({ answer }) => answer.status === 200)
  expect(kept.filter((name: string) => name.startsWith('While moving')).sort()).toEqual(
    made.map(({ name }) => name).sort(),
  )
  await confirmMove(moving, companyId)
}, 120_000)
