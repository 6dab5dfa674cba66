import { beforeEach, expect, it } from 'vitest'
import { openCloudflare } from '../../../../worker/local/operate/production/cloudflare.ts'
import { type Done, planRewind, rewindCell } from '../../../../worker/local/operate/production/rewind-cell.ts'
import rewindWorker from '../../../../worker/local/operate/production/rewind-worker.ts'
import { CloudflareThere } from '../../../support/cloudflare-there.ts'

const at = new Date('2026-11-20T10:00:00Z')
const now = new Date('2026-11-20T12:00:00Z')
const cell = { cell: 1, database: 'db-1', isHeld: true }
let there: CloudflareThere
const cloudflare = (token = 'token') => openCloudflare({ account: 'acc', token, fetch: there.fetch })
beforeEach(() => {
  there = new CloudflareThere()
  there.states.push(
    Date.parse('2026-11-20T08:00:00Z'),
    Date.parse('2026-11-20T09:00:00Z'),
    Date.parse('2026-11-20T11:00:00Z'),
  )
  there.current = 3
  there.database.exec(`CREATE TABLE audit_log (target_type, target_id, sequence, occurred_at);
    INSERT INTO audit_log VALUES ('INTAKE_SUBMISSION', 'r1', 3, ${at.getTime() + 1}), ('INTAKE_SUBMISSION', 'r1', 4, ${at.getTime() + 2}),
      ('BILL', 'b1', 1, ${at.getTime() + 5}), ('BILL', 'old', 1, ${at.getTime()}), ('VENDOR', 'v1', NULL, ${at.getTime() + 9})`)
})

const objects = (fails = '') => {
  const put: string[][] = []
  const rewind = async (names: readonly string[]) => {
    put.push([...names])
    return Object.fromEntries(names.filter((name) => name !== fails).map((name) => [name, `undo ${name}`]))
  }
  return { put, rewind }
}
const apply = async (rewind: ReturnType<typeof objects>['rewind'], own = cell) => {
  const kept: string[] = []
  const keep = (done: Done) => void kept.push(JSON.stringify(done))
  const done = await rewindCell(
    cloudflare(),
    rewind,
    await planRewind(cloudflare(), own, at, now),
    keep,
    () => undefined,
  )
  return { done, kept }
}

it('a plan has the bookmark of the moment and the objects that changed since, and changes nothing', async () => {
  const plan = await planRewind(cloudflare(), cell, at, now)
  expect(plan).toMatchObject({ bookmark: 'b-2', objects: ['bill:b1', 'intake:r1'] })
  expect(there.current).toBe(3)
  expect(there.calls).toEqual([
    'POST db-1/query',
    'GET db-1/time_travel/bookmark?timestamp=2026-11-20T10%3A00%3A00.000Z',
  ])
})

it('objects are put back before the database, and what takes both back is kept', async () => {
  const { put, rewind } = objects()
  const { done, kept } = await apply(rewind)
  expect(put).toEqual([['bill:b1', 'intake:r1']])
  expect(there.current).toBe(2)
  expect(done).toEqual({
    at: '2026-11-20T10:00:00.000Z',
    cell: 1,
    objects: { 'bill:b1': 'undo bill:b1', 'intake:r1': 'undo intake:r1' },
    previousBookmark: 'b-3',
  })
  expect(JSON.parse(String(kept.at(-1)))).toEqual(done)
  expect(kept.length).toBe(3)
})

it('the database stays when an object was not put back', async () => {
  await expect(apply(objects('intake:r1').rewind)).rejects.toThrow('intake:r1 was not put back')
  expect(there.current).toBe(3)
})

it('a cell that is not held is not put back', async () => {
  const { put, rewind } = objects()
  await expect(apply(rewind, { ...cell, isHeld: false })).rejects.toThrow('Hold cell 1 first')
  expect([put, there.current]).toEqual([[], 3])
})

it('a moment that can’t be reached is refused, and what Cloudflare says is told', async () => {
  const plan = (moment: string) => planRewind(cloudflare(), cell, new Date(moment), now)
  await expect(plan('2026-11-20T12:00:01Z')).rejects.toThrow('a moment in the past')
  await expect(plan('no day')).rejects.toThrow('a moment in the past')
  await expect(plan('2026-10-20T12:00:00Z')).rejects.toThrow('Cloudflare keeps 30 days')
  await expect(planRewind(cloudflare('wrong'), cell, at, now)).rejects.toThrow('Authentication error')
  await expect(planRewind(cloudflare(), { ...cell, database: 'db-9' }, at, now)).rejects.toThrow('could not be found')
})

it('the Worker for the occasion answers only who has its token', async () => {
  const asked: [string, number][] = []
  const APPROVALS = {
    getByName: (name: string) => ({
      rewind: async (moment: number) => {
        asked.push([name, moment])
        return `undo ${name}`
      },
    }),
  }
  const call = (token: string, REWIND_TOKEN: string) =>
    rewindWorker.fetch(
      new Request('https://rewind.test/', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify({ names: ['bill:b1'], at: 5 }),
      }),
      { APPROVALS, REWIND_TOKEN },
    )
  expect((await call('guess', 'secret')).status).toBe(404)
  expect((await call('', '')).status).toBe(404)
  expect(asked).toEqual([])
  expect(await (await call('secret', 'secret')).json()).toEqual({ 'bill:b1': 'undo bill:b1' })
  expect(asked).toEqual([['bill:b1', 5]])
})
