import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { endCall, permitCall } from '../../../../worker/objects/connection/client.ts'
import type { ConnectionObject } from '../../../../worker/objects/connection/object.ts'

/** What one connection's object lets through. */

const LIMITS = { perMinute: 60_000, atOnce: 3 }
const connection = () => ({ companyId: newId(), provider: 'NETSUITE' })

it('no more calls run at the same time than the provider allows', async () => {
  const name = connection()
  const permits = await Promise.all(Array.from({ length: 5 }, () => permitCall(env, name, LIMITS)))
  expect(permits.map(({ place }) => place !== null)).toEqual([true, true, true, false, false])
  expect(permits[4]?.waitMs).toBeGreaterThan(0)
  // Another connection has its own.
  expect((await permitCall(env, connection(), LIMITS)).place).not.toBeNull()
})

it('a call that has ended makes room for the next one', async () => {
  const name = connection()
  const permits = await Promise.all(Array.from({ length: 3 }, () => permitCall(env, name, LIMITS)))
  expect((await permitCall(env, name, LIMITS)).place).toBeNull()
  await endCall(env, name, permits[1]?.place ?? '')
  expect((await permitCall(env, name, LIMITS)).place).not.toBeNull()
  expect((await permitCall(env, name, LIMITS)).place).toBeNull()
})

it('a caller that died doesn’t keep its place for good', async () => {
  const name = connection()
  await Promise.all(Array.from({ length: 3 }, () => permitCall(env, name, LIMITS)))
  const stub = env.CONNECTIONS.getByName(JSON.stringify([name.companyId, name.provider]))
  await runInDurableObject(stub, (object: ConnectionObject) => {
    Object.assign(object, { clock: { now: () => Date.now() + 10 * 60_000 } })
  })
  expect((await permitCall(env, name, LIMITS)).place).not.toBeNull()
})

it('calls wait for their turn in the minute, and take no turn while no place is free', async () => {
  const name = connection()
  const limits = { perMinute: 10, atOnce: 2 }
  expect((await permitCall(env, name, limits)).waitMs).toBe(0)
  expect((await permitCall(env, name, limits)).waitMs).toBeGreaterThan(5_000)
  for (let at = 0; at < 3; at++) expect((await permitCall(env, name, limits)).waitMs).toBeLessThan(1_000)
})
