import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { signInAsStaff } from '../../../support/worker/platform-staff.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany } from '../../../support/worker/world.ts'

let staff: Client
let companyId: string
beforeAll(async () => {
  staff = await signInAsStaff()
})
beforeEach(async () => {
  await run('UPDATE outbox SET dead_at = NULL, done_at = 1 WHERE dead_at IS NOT NULL')
  companyId = (await makeCompany()).id
})

/** Given up at the first database; audit summaries of a day that has none do nothing. */
const giveUp = async (values: Record<string, string | number | null> = {}) => {
  const row = {
    ...{ id: newId(), company_id: companyId, topic: 'audit.head-mail', payload: '{"day":"2020-01-01"}' },
    ...{ created_at: 1, available_at: 1, attempts: 10, dead_at: 5, last_error: 'Error: 500', sent_with: newId() },
    ...values,
  }
  const names = Object.keys(row)
  await run(
    `INSERT INTO outbox (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
  return String(row.id)
}
const rowOf = async (id: string) => (await rows('SELECT * FROM outbox WHERE id = ?', id))[0]
const history = (id = companyId) =>
  rows<{ message: string; data: string }>(
    'SELECT full_message AS message, full_data AS data FROM audit_log WHERE company_id = ?',
    id,
  )
const AGAIN = '/api/super-admin/operations/given-up/send-again'
const ASIDE = '/api/super-admin/operations/given-up/put-aside'
const CHOSEN = { cell: 0, topic: 'audit.head-mail' }

it('an effect that was given up is tried again as if for the first time, under its key, and its company’s history says so', async () => {
  const effectId = await giveUp({ topic: 'documents.send', payload: '{}', sent_with: 'its-key' })
  const chosen = { cell: 0, topic: 'documents.send', effectId }
  const { status, body } = await staff.post(AGAIN, chosen)
  expect([status, body]).toEqual([200, { count: 1, isMore: false }])
  expect(await rowOf(effectId)).toMatchObject({ dead_at: null, sent_with: 'its-key' })
  expect((await history()).map(({ message }) => message)).toEqual([
    'Sent again what was given up: Sending documents by email',
  ])
})

it('all of a kind are sent again, each company’s history has its own, and other kinds stay given up', async () => {
  const other = (await makeCompany()).id
  const [first, second, third] = [await giveUp(), await giveUp(), await giveUp({ company_id: other })]
  const kept = await giveUp({ topic: 'api-keys.ending' })
  const { body } = await staff.post(AGAIN, CHOSEN)
  expect(body).toEqual({ count: 3, isMore: false })
  for (const id of [first, second, third]) expect((await rowOf(id))?.dead_at).toBeNull()
  expect((await rowOf(kept))?.dead_at).toBe(5)
  const [entry] = await history()
  expect(entry?.message).toBe('Sent again what was given up: 2 times: Audit log summary')
  expect(JSON.parse(entry?.data ?? '{}').effects.toSorted()).toEqual([first, second].toSorted())
  expect(JSON.parse((await history(other))[0]?.data ?? '{}')).toEqual({ effects: [third] })
})

it('a repeated command sends nothing a second time', async () => {
  const effectId = await giveUp()
  const command = newId()
  const call = () => staff.post(AGAIN, { ...CHOSEN, effectId }, command)
  const first = await call()
  expect(first.status).toBe(200)
  await run('UPDATE outbox SET dead_at = 9, attempts = 10 WHERE id = ?', effectId)
  expect((await call()).body).toEqual(first.body)
  expect((await rowOf(effectId))?.dead_at).toBe(9)
  expect(await history()).toHaveLength(1)
})

it.each([
  ['whose secret was erased', 'session.login-link', '{}', /secret link/],
  ['whose own page says that it failed', 'sync.run', '{"runId":"r"}', /Its own page/],
  ['that no release knows', 'no.topic', '{}', /doesn’t know/],
])('an effect %s isn’t sent again, with the reason, and changes nothing', async (_, topic, payload, reason) => {
  const effectId = await giveUp({ topic, payload })
  const { status, body } = await staff.post(AGAIN, { cell: 0, topic, effectId })
  expect([status, body.code]).toEqual([422, 'RULE_BROKEN'])
  expect(body.message).toMatch(reason)
  expect((await rowOf(effectId))?.dead_at).toBe(5)
  expect(await history()).toEqual([])
})

it('an effect is put aside with a reason, which is in the history, and isn’t listed or carried out anymore', async () => {
  const effectId = await giveUp()
  const { status } = await staff.post(ASIDE, { ...CHOSEN, effectId, reason: 'The address is gone' })
  expect(status).toBe(200)
  expect(await rowOf(effectId)).toMatchObject({ dead_at: null, last_error: 'Put aside: The address is gone' })
  expect((await rowOf(effectId))?.done_at).toBeGreaterThan(1_000_000)
  const [entry] = await history()
  expect(entry?.message).toBe('Put aside what was given up: Audit log summary')
  expect(JSON.parse(entry?.data ?? '{}')).toEqual({ effects: [effectId], reason: 'The address is gone' })
  expect((await staff.post(AGAIN, { ...CHOSEN, effectId })).status).toBe(404)
})

it('without a reason nothing is put aside, and a database that isn’t there has no effects', async () => {
  const effectId = await giveUp()
  const { status, body } = await staff.post(ASIDE, { ...CHOSEN, effectId, reason: ' ' })
  expect([status, Object.keys(body.fields)]).toEqual([400, ['reason']])
  expect((await staff.post(AGAIN, { ...CHOSEN, cell: 9_000, effectId })).status).toBe(404)
  expect((await rowOf(effectId))?.dead_at).toBe(5)
})

it('more than two hundred of a kind are sent again in several calls, each saying whether there are more', async () => {
  const statement = env.DB.prepare(
    `INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at, attempts, dead_at)
     VALUES (?, ?, 'audit.head-mail', '{"day":"2020-01-01"}', 1, 1, 10, 5)`,
  )
  await env.DB.batch(Array.from({ length: 203 }, () => statement.bind(newId(), companyId)))
  expect((await staff.post(ASIDE, { ...CHOSEN, reason: 'Old' })).body).toEqual({ count: 200, isMore: true })
  expect((await staff.post(ASIDE, { ...CHOSEN, reason: 'Old' })).body).toEqual({ count: 3, isMore: false })
})
