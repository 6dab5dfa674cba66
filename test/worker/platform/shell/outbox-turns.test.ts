import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { outboxStatement } from '../../../../worker/core/outbox.ts'
import { claim, TOPICS_WITH_TURNS } from '../../../../worker/core/outbox-claim.ts'
import { LANES } from '../../../../worker/core/outbox-lanes.ts'
import { laneOf, registeredTopics } from '../../../../worker/core/outbox-registry.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeCompany } from '../../../support/worker/world.ts'

/** Long work is divided fairly: a company with thousands of files delays another company by one. */

const START = 1_900_000_000_000
const db = new Database(env.DB, 'first-primary')
const TOPIC = 'document.read'

const put = async (companyId: string, count: number, at: number): Promise<void> => {
  const made = Array.from({ length: count }, () => ({
    id: newId(),
    companyId,
    topic: TOPIC,
    payload: {} as never,
    createdAt: at,
  }))
  for (let from = 0; from < count; from += 1_000)
    await outboxStatement(env.DB, made.slice(from, from + 1_000) as never).run()
}

const makeCompanies = async (count: number): Promise<string[]> => {
  await run('DELETE FROM outbox WHERE topic = ?', TOPIC)
  const companies = await Promise.all(Array.from({ length: count }, () => makeCompany()))
  return companies.map(({ id }) => id)
}

/** Who is served by the next claims, each at its own millisecond. */
const served = async (count: number, from: number): Promise<string[]> => {
  const companies: string[] = []
  for (let at = 0; at < count; at++) {
    const { rows } = await claim(db, LANES.documents, TOPIC, null, from + at)
    companies.push(...rows.map(({ companyId }) => companyId))
  }
  return companies
}

describe('companies take turns', () => {
  it('a company with 10,000 files delays another company by one file', async () => {
    const [large = '', small = ''] = await makeCompanies(2)
    await put(large, 10_000, START)
    expect(await served(3, START + 1)).toEqual([large, large, large])
    await put(small, 3, START + 10)
    const after = await served(8, START + 11)
    expect(after.filter((id) => id === small)).toHaveLength(3)
    expect(after.indexOf(small)).toBeLessThanOrEqual(1)
    expect(after.slice(0, 6).join().replaceAll(large, 'L').replaceAll(small, 'S')).toMatch(/^L?(,?S,L){2}/)
  })

  it('three companies get every third file each, although one came first', async () => {
    const companies = await makeCompanies(3)
    for (const [place, id] of companies.entries()) await put(id, 50, START + place)
    const order = await served(30, START + 10)
    for (const id of companies) expect(order.filter((each) => each === id)).toHaveLength(10)
    for (let at = 0; at < 30; at += 3) expect(new Set(order.slice(at, at + 3)).size).toBe(3)
  })

  it('each file is taken once, and a claim reads few rows however many wait', async () => {
    const [large = '', small = ''] = await makeCompanies(2)
    await put(large, 3_000, START)
    await put(small, 1, START)
    const before = db.cost.rowsRead
    const ids = new Set<string>()
    for (let at = 0; at < 20; at++) {
      const { rows } = await claim(db, LANES.documents, TOPIC, ['whatever a message names'], START + 1 + at)
      for (const { id } of rows) ids.add(id)
    }
    expect(ids.size).toBe(20)
    expect((db.cost.rowsRead - before) / 20).toBeLessThan(60)
  })

  it('nothing is claimed twice while it is worked on, or once nothing is left', async () => {
    const [only = ''] = await makeCompanies(1)
    await put(only, 2, START)
    expect(await served(4, START + 1)).toEqual([only, only])
  })

  it('every topic of the lanes of files and imports has turns', () => {
    const topics = registeredTopics().filter(
      (topic) => ['imports', 'documents'].includes(laneOf(topic).name) && !topic.startsWith('test.'),
    )
    expect(topics.toSorted()).toEqual(TOPICS_WITH_TURNS)
  })
})
