import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { createApp } from '../../../../worker/app.tsx'
import { inCell } from '../../../../worker/core/cells.ts'
import { isHeld } from '../../../../worker/core/told/held.ts'
import type { Env } from '../../../../worker/env.ts'
import { handleQueue } from '../../../../worker/jobs.ts'
import { type Recovery, rewindStorage } from '../../../../worker/objects/recovery/approval-object.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

const app = createApp()
const context = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never
const held = { ...env, OUTLAY_HELD_CELLS: ' 0 ' } as Env

it('a held cell answers no one, says when to try again, and its jobs wait', async () => {
  const company = await makeCompany()
  const { cookie } = await signIn(company, await company.addPerson())
  const ask = (bindings: Env) =>
    app.fetch(
      new Request('https://outlay.test/api/current-company', { headers: { Cookie: cookie ?? '' } }),
      bindings,
      context,
    )
  expect((await ask(env)).status).toBe(200)
  const refused = await ask(held)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60'])
  expect(await refused.json()).toMatchObject({ reason: 'HELD' })

  await run('DELETE FROM tick_leases')
  const done: string[] = []
  const message = (body: object) => ({
    ...{ id: 'm', body, ack: () => done.push('ack') },
    retry: ({ delaySeconds }: { delaySeconds: number }) => done.push(`retry in ${delaySeconds}`),
  })
  const send = (queue: string, body: object) => handleQueue({ queue, messages: [message(body)] } as never, held)
  await send('outlay-outbox', { topic: 'notification.request', outboxIds: null })
  await send('outlay-ticks', { tick: 'JOBS', cell: 0, sentAt: Date.now() })
  expect(done).toEqual(['retry in 60'])
  expect(await rows('SELECT tick FROM tick_leases')).toEqual([])
})

it('only that cell is held, but with the directory all are', () => {
  const of = (cells: string, cell: number) => isHeld({ OUTLAY_HELD_CELLS: cells }, cell)
  expect([of('2', 2), of('2', 1), of('1, 2', 2), of('12', 2), of('', 0), of('0', 2)]).toEqual([
    ...[true, false, true, false, false, true],
  ])
})

it('calls that reach into a held cell from another one are refused', () => {
  const cells = { ...env, CELL_1: env.DB, OUTLAY_HELD_CELLS: '1' } as Env
  expect(() => inCell({ env: cells, opened: new Map(), db: { cost: {} } } as never, 1)).toThrow('is being repaired')
})

it('storage is put back to the bookmark of the moment, and says what takes that back', async () => {
  const asked: unknown[] = []
  const storage: Recovery = {
    getBookmarkForTime: async (at) => `at ${Number(at)}`,
    onNextSessionRestoreBookmark: async (bookmark) => {
      asked.push(bookmark)
      return 'undo'
    },
  }
  expect(await rewindStorage(storage, 5)).toBe('undo')
  expect(asked).toEqual(['at 5'])
})
