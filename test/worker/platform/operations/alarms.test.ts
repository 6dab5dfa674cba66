import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { hmacHex } from '../../../../worker/core/hash.ts'
import { runTick } from '../../../support/worker/jobs/ticks.ts'
import { sentMails, standIn } from '../../../support/worker/outside.ts'
import { signInAsStaff } from '../../../support/worker/platform-staff.ts'
import { mailTo, rows, run } from '../../../support/worker/sessions.ts'
import type { Client } from '../../../support/worker/world.ts'

let staff: Client
let serial = 0
let email: string
let sent: { headers: Headers; body: string }[]
let webhookUrl: string
const ALARMS = '/api/super-admin/operations/alarms'

beforeAll(async () => {
  staff = await signInAsStaff()
})
beforeEach(async () => {
  for (const table of ['alarm_settings', 'alarm_states', 'tick_leases', 'audit_checks'])
    await run(`DELETE FROM ${table}`)
  await run('UPDATE outbox SET dead_at = NULL, done_at = 1 WHERE done_at IS NULL')
  await run("UPDATE sync_runs SET finished_at = 1, state = 'COMPLETE' WHERE finished_at IS NULL")
  serial += 1
  email = `ops-${serial}@outlay.test`
  const host = `alarms-${serial}.acme-tools.com`
  webhookUrl = `https://${host}/outlay`
  sent = []
  const taken = sent
  standIn(host, {
    answer: async (request) => {
      taken.push({ headers: request.headers, body: await request.clone().text() })
      return new Response('ok')
    },
  })
})

const save = async (more: Record<string, unknown> = {}) => {
  const body = { emails: [email], webhookUrl, laneMinutes: 15, tickMinutes: 5, sizePercent: 80, version: 0, ...more }
  return staff.call('PUT', ALARMS, { body })
}
const look = async () => {
  await run("DELETE FROM tick_leases WHERE tick = 'WATCH'")
  await runTick(env, 'WATCH')
}
const giveUp = () =>
  run(
    `INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at, attempts, dead_at)
     VALUES (?, 'c', 'api-keys.ending', '{}', 1, 1, 10, 5)`,
    newId(),
  )
const states = () =>
  rows<{ about: string; kind: string; ended_at: number | null; text: string }>(
    'SELECT * FROM alarm_states ORDER BY about',
  )
const calls = (count: number) =>
  vi.waitFor(() => expect(sent).toHaveLength(count), { timeout: 10_000, interval: 20 }).then(() => sent)

it('an alarm is told once when it begins and once when it ends, by email and by a signed call', async () => {
  expect((await save()).status).toBe(200)
  await giveUp()
  await look()
  await look()
  const mail = await mailTo(email)
  expect(mail.subject).toBe('Outlay alarm: Given up in database 0: Email about an API key that ends (1).')
  const [call] = await calls(1)
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    event: 'alarms',
    alarms: [
      { event: 'BEGAN', kind: 'GIVEN_UP', text: 'Given up in database 0: Email about an API key that ends (1).' },
    ],
  })
  const { body } = await staff.post(`${ALARMS}/secret`)
  const timestamp = call?.headers.get('outlay-timestamp')
  expect(call?.headers.get('outlay-signature')).toBe(`v1=${await hmacHex(body.secret, `${timestamp}.${call?.body}`)}`)

  await run('UPDATE outbox SET dead_at = NULL, done_at = 1 WHERE dead_at IS NOT NULL')
  await look()
  expect(sentMails(email)).toHaveLength(1)
  await run('UPDATE alarm_states SET quiet_since = quiet_since - 300000')
  await look()
  await look()
  expect((await mailTo(email, 2)).subject).toMatch(/^Outlay over: Given up in database 0/)
  expect(JSON.parse((await calls(2))[1]?.body ?? '').alarms).toMatchObject([{ event: 'ENDED' }])
  expect(await states()).toMatchObject([{ kind: 'GIVEN_UP', ended_at: expect.any(Number) }])
})

it('three runs that look at the same time tell of an alarm once', async () => {
  await save({ webhookUrl: null })
  await giveUp()
  const began = Date.now()
  const { watchForAlarms } = await import('../../../../worker/features/platform/operations/index.ts')
  const { Database } = await import('../../../../worker/core/database.ts')
  const { createLogger } = await import('../../../../worker/core/log.ts')
  const context = () => ({
    ...{ env, db: new Database(env.DB, 'first-primary'), clock: { now: () => Date.now() } },
    log: createLogger({}, 'error'),
  })
  await Promise.all([1, 2, 3].map(() => watchForAlarms(context())))
  expect(await rows("SELECT id FROM outbox WHERE topic = 'alarms.mail' AND created_at >= ?", began)).toHaveLength(1)
  expect(await states()).toHaveLength(1)
})

it('an alarm that continues is told again after a day, not before', async () => {
  await save({ webhookUrl: null })
  await giveUp()
  await look()
  await mailTo(email)
  await run('UPDATE alarm_states SET told_at = told_at - 86390000')
  await look()
  expect(sentMails(email)).toHaveLength(1)
  await run('UPDATE alarm_states SET told_at = told_at - 20000')
  await look()
  expect((await mailTo(email, 2)).subject).toMatch(/^Outlay still on: Given up/)
  await look()
  expect((await staff.get(ALARMS)).body.alarms).toMatchObject([{ kind: 'GIVEN_UP', reminders: 1, endedAt: null }])
})

it('a lane that waits too long, a part that doesn’t run, a broken chain and a full database are alarms', async () => {
  await save({ emails: [], webhookUrl: null, laneMinutes: 15, tickMinutes: 5 })
  const now = Date.now()
  const minute = 60_000
  await run(
    `INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at) VALUES (?, 'c', 'digest.send', '{}', 1, ?)`,
    ...[newId(), now - 16 * minute],
  )
  await run("INSERT INTO tick_leases (tick, until, done_at) VALUES ('JOBS', 0, ?)", now - 6 * minute)
  await run("INSERT INTO tick_leases (tick, until, done_at) VALUES ('OUTBOX', 0, ?)", now - 4 * minute)
  await run(
    "INSERT INTO audit_checks (company_id, checked_at, problem) VALUES ('c', 1, 'Entry 5: The entry was altered.')",
  )
  await look()
  expect((await states()).map(({ about, text }) => [about, text])).toEqual([
    ['CHAIN c 0', 'The audit chain of company c is broken: Entry 5: The entry was altered.'],
    ['LANE mail 0', 'Emails of database 0 wait for 16 minutes.'],
    ['TICK JOBS 0', 'The regular work JOBS of database 0 last ended 6 minutes ago.'],
  ])
  expect(
    await rows("SELECT id FROM outbox WHERE topic IN ('alarms.mail', 'alarms.call') AND created_at > ?", now),
  ).toEqual([])
})

it.each([
  ['two companies', ['c1', 'c2'], 'WAITING', []],
  ['three companies', ['c1', 'c2', 'c3'], 'WAITING', ['PROVIDER TRIAL 0']],
  ['everyone', [''], 'WAITING', ['PROVIDER TRIAL 0']],
] as const)('syncs of %s that fail are an alarm of the provider, or not', async (_, companies, state, expected) => {
  for (const company of companies)
    await run(
      `INSERT INTO sync_runs (id, company_id, provider, kind, trigger, state, failures, error, created_at)
       VALUES (?, ?, 'TRIAL', 'account', 'SCHEDULE', ?, 4, 'It answered 500.', ?)`,
      ...[newId(), company, state, Date.now() - 20 * 60_000],
    )
  await look()
  expect((await states()).map(({ about }) => about)).toEqual(expected)
})

it('a database that doesn’t answer is an alarm, and others are still looked at', async () => {
  const gone = {
    withSession: () => ({ prepare: () => ({ bind: () => ({}) }), batch: () => Promise.reject(new Error('gone')) }),
  }
  await giveUp()
  await run("DELETE FROM tick_leases WHERE tick = 'WATCH'")
  await runTick({ ...env, CELL_1: gone, CELL_2: undefined } as never, 'WATCH')
  expect((await states()).map(({ about }) => about)).toEqual(['CELL 1', 'GIVEN_UP 0'])
})

it.each([
  ['webhookUrl', 'http://hooks.acme-tools.com', /https/],
  ['webhookUrl', 'https://10.0.0.7/hook', /public/],
  ['webhookUrl', 'https://outlay.internal/hook', /public/],
  ['emails', ['no address'], /email/i],
  ['laneMinutes', 1, /At least 2/],
  ['sizePercent', 100, /At most 99/],
] as const)('%s %j is refused beside its field, and changes nothing', async (field, value, text) => {
  const { status, body } = await save({ [field]: value })
  expect(status).toBe(400)
  expect(Object.entries(body.fields)[0]?.[0]).toMatch(new RegExp(`^${field}`))
  expect(Object.values(body.fields)[0]).toMatch(text)
  expect(await rows('SELECT id FROM alarm_settings WHERE version > 0')).toEqual([])
})

it('settings of a version that someone else has changed are refused', async () => {
  expect((await save()).body).toMatchObject({ version: 1, emails: [email] })
  expect((await save({ laneMinutes: 30 })).status).toBe(409)
  expect((await save({ laneMinutes: 30, version: 1 })).body).toMatchObject({ version: 2, laneMinutes: 30 })
})

it('a trial goes to the saved address and webhook, and without any is refused in words', async () => {
  const refused = await staff.post(`${ALARMS}/try`)
  expect([refused.status, refused.body.message]).toEqual([422, 'Save an address or a webhook first.'])
  await save()
  expect((await staff.post(`${ALARMS}/try`)).body).toEqual({ addresses: 1, webhook: true })
  expect((await mailTo(email)).subject).toMatch(/^Outlay trial: desk/)
  expect(JSON.parse((await calls(1))[0]?.body ?? '').alarms).toMatchObject([{ event: 'TRIAL' }])
})
