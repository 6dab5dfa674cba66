import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Tick } from '../../../../worker/env.ts'
import { takeHeaviest } from '../../../../worker/local/limits/invocation.ts'
import { file, makeCategory } from '../../../support/worker/intake.ts'
import { runTick } from '../../../support/worker/jobs/ticks.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/**
 * A day of one cell in fast motion. With 10,000 companies in 200 cells, each cell has fifty, and every part of its minute
 * is an invocation of its own, so that what one cell costs is what each of them costs.
 */

const COMPANIES = 50
const HOURS = 24
/** The trigger fires each minute. Here each firing stands for those of two hours, so that more waits for it than ever does. */
const HOURS_AT_ONCE = 2
const HALF_OF_QUERIES = 500
const HALF_OF_SUBREQUESTS = 500
const PARTS = ['PAYMENTS', 'OUTBOX', 'JOBS', 'MOVES', 'WATCH'] as const

interface Place {
  /** A session ends when no one uses it for hours. */
  signIn: () => Promise<Client>
  categoryId: string
}

const places: Place[] = []
const started = Date.now()

beforeAll(async () => {
  const make = async (): Promise<void> => {
    const company = await makeCompany()
    const boss = await company.addPerson({ flags: ['hasAdminAccess'] })
    const { id } = await makeCategory(await signIn(company, boss), { levels: [] })
    places.push({ categoryId: id, signIn: () => signIn(company, boss) })
  }
  await Promise.all(Array.from({ length: COMPANIES }, make))
  vi.useFakeTimers({ toFake: ['Date'], now: started })
}, 60_000)
afterAll(() => vi.useRealTimers())

describe('a day of a cell with fifty companies', () => {
  it('no invocation uses half of what the platform allows, and nothing is left waiting', async () => {
    const heaviest: Record<string, number> = {}
    let most = { queries: 0, subrequests: 0 }
    takeHeaviest()
    const note = (of: string) => {
      const { queries, subrequests } = takeHeaviest()
      heaviest[of] = Math.max(heaviest[of] ?? 0, queries.count)
      most = {
        queries: Math.max(most.queries, queries.count),
        subrequests: Math.max(most.subrequests, subrequests.count),
      }
    }
    const tick = async (part: Tick['tick']) => {
      await runTick(env, part)
      note(part)
    }
    for (let hour = 0; hour < HOURS; hour += HOURS_AT_ONCE) {
      vi.setSystemTime(started + hour * 3_600_000)
      const busy = places.filter((_, at) => at % 6 === (hour / HOURS_AT_ONCE) % 6)
      for (const { signIn: signInAgain, categoryId } of busy) {
        const admin = await signInAgain()
        await file(admin, categoryId, { title: `Laptops of hour ${hour}` })
        await admin.get('/api/intake-submissions?first=20')
      }
      note('REQUESTS')
      for (const part of PARTS) await tick(part)
    }
    // Those of a whole day at once, as after an outage.
    vi.setSystemTime(started + 2 * HOURS * 3_600_000)
    for (const part of PARTS) await tick(part)
    expect(Object.keys(heaviest).toSorted()).toEqual(['JOBS', 'MOVES', 'OUTBOX', 'PAYMENTS', 'REQUESTS', 'WATCH'])
    expect(heaviest.JOBS).toBeGreaterThan(20)
    expect({ ...most, isHalf: most.queries < HALF_OF_QUERIES && most.subrequests < HALF_OF_SUBREQUESTS }).toEqual({
      ...most,
      isHalf: true,
    })
    const waiting = await rows(
      // Exchange rates come from outside, where no one answers here.
      `SELECT topic, COUNT(*) AS n FROM outbox
        WHERE done_at IS NULL AND dead_at IS NULL AND available_at < ? AND topic <> 'sync.run' GROUP BY topic`,
      started + HOURS * 3_600_000,
    )
    expect(waiting).toEqual([])
  }, 120_000)
})
