import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseArguments } from '../../../worker/local/host/arguments.ts'
import { ensureBundles } from '../../../worker/local/host/bundle-apart.ts'
import { cronMatches } from '../../../worker/local/host/cron.ts'
import { Mailbox } from '../../../worker/local/host/mailbox/store.ts'
import { paths } from '../../../worker/local/host/paths.ts'
import { splitStatements } from '../../../worker/local/host/sql-statements.ts'
import { bodyOf } from '../../../worker/local/host/stand-ins/body.ts'
import { createStandIns } from '../../../worker/local/host/stand-ins/index.ts'

describe('passing on what a stand-in answers', () => {
  it.each([200, 204, 304, 400])('an answer with status %i arrives as it is', async (status) => {
    const body = status === 200 || status === 400 ? 'text' : null
    const passed = new Response(await bodyOf(new Response(body, { status })), { status })
    expect([passed.status, await passed.text()]).toEqual([status, body ?? ''])
  })
})

describe.runIf(process.platform === 'linux')('bundling', () => {
  const childrenOf = (parent: number): string[] =>
    readdirSync(`/proc/${parent}/task`).flatMap((thread) =>
      readFileSync(`/proc/${parent}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    )

  it('leaves no bundler in memory', async () => {
    const before = childrenOf(process.pid)
    rmSync(join(paths.build, 'door.mjs.json'), { force: true })
    const started = Date.now()
    const { door = '' } = await ensureBundles(false)
    expect(statSync(door).mtimeMs).toBeGreaterThanOrEqual(started - 1000)
    expect(childrenOf(process.pid)).toEqual(before)
  })
})

describe('splitting a migration into statements', () => {
  it('statements end at semicolons outside quotes, comments and triggers', () => {
    const sql = `
      -- a; comment
      CREATE TABLE a (x TEXT DEFAULT ';', "y;" TEXT); /* another; one */
      INSERT INTO a VALUES ('it''s; fine', \`b;\`);
      CREATE TRIGGER t AFTER UPDATE ON a WHEN CASE WHEN 1 THEN 1 END BEGIN
        SELECT CASE WHEN new.x = 'end;' THEN RAISE(ABORT, 'no; END') END; -- END;
        DELETE FROM a;
      END;
      CREATE TEMP TRIGGER u BEFORE DELETE ON a BEGIN SELECT 1; END;
      SELECT CASE WHEN 1 THEN 2 END;
      ;
      -- the end`
    const statements = splitStatements(sql)
    expect(statements.map((statement) => statement.slice(0, 18))).toEqual([
      'CREATE TABLE a (x ',
      'INSERT INTO a VALU',
      'CREATE TRIGGER t A',
      'CREATE TEMP TRIGGE',
      'SELECT CASE WHEN 1',
    ])
    expect(statements[2]).toMatch(/DELETE FROM a;\s+END$/)
  })

  it('a trigger without an end is refused', () => {
    expect(() => splitStatements('CREATE TRIGGER t AFTER UPDATE ON a BEGIN SELECT 1;')).toThrow('no END')
  })
})

it('cron expressions fire in their minute', () => {
  const friday = new Date('2026-11-20T06:30:00Z')
  expect(
    ['* * * * *', '30 6 * * *', '*/15 6-8 * * *', '30 6 * * FRI', '30 6 20 11 *'].map((each) =>
      cronMatches(each, friday),
    ),
  ).toEqual([true, true, true, true, true])
  expect(
    ['31 6 * * *', '30 7 * * *', '30 6 * * MON-THU', '30 6 21 * *'].map((each) => cronMatches(each, friday)),
  ).toEqual([false, false, false, false])
})

it('the command line takes its options in any order and refuses unknown ones', () => {
  const plain = { port: 8787, dataDir: undefined, reset: false, demo: true, dev: false, help: false, cells: undefined }
  expect(parseArguments([])).toEqual(plain)
  expect(parseArguments(['--no-demo', '--data=x', '--reset', '--port', '9000'], '/home')).toEqual({
    ...{ ...plain, port: 9000, dataDir: '/home/x', reset: true, demo: false },
  })
  expect(() => parseArguments(['--port'])).toThrow('--port takes a number')
  expect(() => parseArguments(['--port', '-1'])).toThrow('--port takes a number from 0 to 65534, not -1.')
  expect(() => parseArguments(['--data'])).toThrow('--data takes the path of a folder.')
  expect(() => parseArguments(['now'])).toThrow('Unknown option now')
  expect(() => parseArguments(['--cells', '0'])).toThrow('--cells takes a number')
})

describe("NetSuite's stand-in", () => {
  const folder = mkdtempSync(join(tmpdir(), 'outlay-netsuite-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('every account’s host is answered, a wrong login is refused, and faults reach all of them', async () => {
    const standIns = createStandIns({ mailbox: new Mailbox(folder) })
    const ask = (account: string) =>
      standIns.answer(
        new Request(`https://${account}.suitetalk.api.netsuite.com/services/rest/record/v1/vendor/1`, {
          headers: { authorization: 'OAuth realm="7654321_SB1"' },
        }),
      )
    expect((await ask('7654321-sb1')).status).toBe(401)
    expect((await ask('999')).status).toBe(401)
    expect((await standIns.answer(new Request('https://netsuite.example.com/'))).status).toBe(502)
    expect(standIns.hosts).toContain('*.suitetalk.api.netsuite.com')
    standIns.faults.set({ host: '*.suitetalk.api.netsuite.com', kind: '500', next: 2, seconds: 0 })
    expect((await ask('7654321-sb1')).status).toBe(500)
    expect((await ask('999')).status).toBe(500)
    expect((await ask('999')).status).toBe(401)
  })
})

describe("Resend's stand-in", () => {
  const folder = mkdtempSync(join(tmpdir(), 'outlay-mailbox-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const mail = { from: 'Outlay <a@outlay.example>', to: ['ada@example.com'], subject: 'Hello', text: 'Hello' }

  const fresh = (name: string) => {
    const mailbox = new Mailbox(join(folder, name))
    const standIns = createStandIns({ mailbox })
    const send = async (body: unknown, headers: Record<string, string> = {}, path = '/emails') => {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { authorization: 'Bearer key', ...headers } }
      const answer = await standIns.answer(new Request(`https://api.resend.com${path}`, init))
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    return { mailbox, standIns, send }
  }

  it('the mailbox keeps emails across restarts, newest first, and finds them by recipient', async () => {
    const { send } = fresh('keep')
    await send(mail)
    await send([{ ...mail, to: 'omar@example.com' }, mail], {}, '/emails/batch')
    const { mailbox } = fresh('keep')
    expect(mailbox.list().map((each) => each.to[0])).toEqual(['ada@example.com', 'omar@example.com', 'ada@example.com'])
    expect(mailbox.list('OMAR@')).toHaveLength(1)
  })

  it('one key sends one email, also after a restart, and refuses another payload', async () => {
    const { send } = fresh('once')
    const first = await send(mail, { 'idempotency-key': 'k' })
    const { mailbox, send: later } = fresh('once')
    expect(await later(mail, { 'idempotency-key': 'k' })).toEqual(first)
    expect((await later({ ...mail, subject: 'Other' }, { 'idempotency-key': 'k' })).body.name).toBe(
      'invalid_idempotent_request',
    )
    expect(mailbox.list()).toHaveLength(1)
  })

  it('invalid calls get the errors that Resend documents', async () => {
    const { mailbox, send } = fresh('refuse')
    expect(await send(mail, { authorization: '' })).toMatchObject({ status: 401, body: { name: 'missing_api_key' } })
    expect(await send({ ...mail, to: undefined })).toMatchObject({
      status: 422,
      body: { name: 'missing_required_field' },
    })
    expect(await send({ ...mail, to: 'nobody' })).toMatchObject({ status: 422, body: { name: 'validation_error' } })
    expect(await send(mail, { 'idempotency-key': 'x'.repeat(257) })).toMatchObject({ status: 400 })
    expect(mailbox.list()).toEqual([])
  })

  it('failures can be requested, and an email whose answer is lost has still been sent', async () => {
    const { mailbox, standIns, send } = fresh('faults')
    const host = 'api.resend.com'
    standIns.faults.set({ host, kind: '429', next: 2, seconds: 0 })
    expect([(await send(mail)).status, (await send(mail)).status, (await send(mail)).status]).toEqual([429, 429, 200])
    standIns.faults.set({ host, kind: 'lost', next: 1, seconds: 0 })
    expect((await send(mail, { 'idempotency-key': 'l' })).status).toBe(504)
    expect((await send(mail, { 'idempotency-key': 'l' })).status).toBe(200)
    expect(mailbox.list()).toHaveLength(2)
  })

  it('no email leaves this machine', async () => {
    const answer = await fresh('out').standIns.answer(new Request('https://example.com/hook'))
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ code: 'NO_STAND_IN' })
  })
})
