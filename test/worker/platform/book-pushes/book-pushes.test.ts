import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId, systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import type { StaffContext } from '../../../../worker/core/operation.ts'
import { pushBooks } from '../../../../worker/features/platform/book-pushes/receive.ts'
import { type Pushing, startPushing, workOnPushed } from '../../../support/worker/pushing.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** The custom sync, called as a company's own system does. */

const ACCOUNTS = 'id,name,number,type\n6100,Software,6100,OPEX\n4000,Sales,4000,REVENUE\n1000,Bank,1000,OTHER\n'
const VENDORS = [
  { id: 'V1', name: 'Acme', email: 'books@acme.test' },
  { id: 'V2', name: 'Globex' },
]
const LINES = `documentId,documentType,date,lineId,accountId,amount,vendorId,memo
B1,BILL,2026-05-10,1,6100,"1,200.50",V1,"Licences, yearly"
B1,BILL,2026-05-10,2,6100,99.5,V1,
B1,BILL,2026-05-10,3,1000,-1300.00,V1,
B2,BILL,2026-06-01,1,6100,10,V2,
I1,INVOICE,2026-06-02,1,4000,-500,,
`
const READ = [
  { erpId: 'B1', line: '1', amount: 120_050, vendor: 'V1' },
  { erpId: 'B1', line: '2', amount: 9_950, vendor: 'V1' },
  { erpId: 'B2', line: '1', amount: 1_000, vendor: 'V2' },
  { erpId: 'I1', line: '1', amount: 50_000, vendor: null },
]

let there: Pushing
beforeEach(async () => {
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  there = await startPushing()
})

const pushAll = async (generation: string): Promise<void> => {
  await there.push(generation, 'accounts', ACCOUNTS)
  await there.push(generation, 'vendors', VENDORS)
  await there.push(generation, 'transactions', LINES)
}
const rowsKept = async (): Promise<number> => {
  const [found] = await rows<{ count: number }>(
    'SELECT COUNT(*) AS count FROM book_push_rows WHERE company_id = ?',
    there.company.id,
  )
  return found?.count ?? 0
}

describe('a generation', () => {
  it('a generation changes nothing before it is complete, and then has the same lines as any accounting system', async () => {
    await pushAll('2026-11-24')
    expect(await there.lines()).toEqual([])
    expect((await there.complete('2026-11-24')).body).toMatchObject({ generation: '2026-11-24', state: 'APPLYING' })
    await workOnPushed(there.company.id)
    expect(await there.lines()).toEqual(READ)
    expect((await there.program.get('/api/custom-sync/2026-11-24')).body).toMatchObject({
      state: 'APPLIED',
      pushes: [
        { kind: 'accounts', rows: 3, state: 'STAGED' },
        { kind: 'transactions', rows: 5 },
        { kind: 'vendors', rows: 2 },
      ],
    })
    expect((await there.admin.get('/api/current-company')).body).toMatchObject({ erpIntegrationType: 'CUSTOM' })
  })

  it('a generation replaces the one before: what it has no more is gone, and mappings stay', async () => {
    await pushAll('one')
    await there.apply('one')
    const vendorId = (await there.admin.post('/api/vendors', { name: 'Acme Incorporated' })).body.id ?? newId()
    await run(
      "UPDATE erp_objects SET vendor_id = ? WHERE company_id = ? AND erp_id = 'V1'",
      ...[vendorId, there.company.id],
    )
    await there.push('two', 'vendors', [{ id: 'V1', name: 'Acme Inc.' }])
    await there.push('two', 'transactions', LINES.split('\n').slice(0, 3).join('\n'))
    await there.apply('two')
    expect(await there.lines()).toEqual(READ.slice(0, 2))
    expect(await there.objects('VENDOR')).toEqual([
      { erpId: 'V1', name: 'Acme Inc.', isThere: 1, vendorId },
      { erpId: 'V2', name: 'Globex', isThere: 0, vendorId: expect.any(String) },
    ])
    // Accounts weren't pushed again, so they stay as they are.
    expect(await there.objects('ACCOUNT')).toHaveLength(3)
  })

  it('a generation with a first day leaves earlier transactions as they are', async () => {
    await pushAll('one')
    await there.apply('one')
    await there.push('two', 'transactions', `${LINES.split('\n')[0]}\nB3,BILL,2026-06-05,1,6100,7,V1,\n`)
    await there.apply('two', { transactionsFrom: '2026-06-01' })
    expect((await there.lines()).map(({ erpId }) => erpId)).toEqual(['B1', 'B1', 'B3'])
    await there.push('three', 'transactions', `${LINES.split('\n')[0]}\nB4,BILL,2026-05-31,1,6100,7,V1,\n`)
    expect(await there.complete('three', { transactionsFrom: '2026-06-01' })).toMatchObject({
      status: 400,
      body: { details: { problems: [{ line: 2, message: 'Date 2026-05-31 is before transactionsFrom' }] } },
    })
  })

  it('a generation whose files don’t fit together changes nothing, and is complete once the wrong file was pushed again', async () => {
    await pushAll('one')
    await there.push('one', 'vendors', [{ id: 'V2', name: 'Globex' }])
    const refused = await there.complete('one')
    expect(refused).toMatchObject({ status: 400, body: { reason: 'DOES_NOT_FIT' } })
    expect(refused.body.details.problems[0]).toEqual({
      ...{ kind: 'transactions', part: 1, line: 2 },
      message: 'Vendor "V1" is not known',
    })
    expect((await there.admin.get('/api/custom-sync')).body.edges[0].node).toMatchObject({
      state: 'OPEN',
      problems: [{ line: 2 }, { line: 3 }, { line: 4 }],
    })
    await there.push('one', 'vendors', VENDORS)
    await there.apply('one')
    expect(await there.lines()).toEqual(READ)
  })

  it.each([
    [
      'a line twice',
      [
        { documentId: 'A', date: '2026-05-01', lineId: '1', accountId: '6100', amount: 1 },
        { documentId: 'A', date: '2026-05-01', lineId: '1', accountId: '6100', amount: 2 },
      ],
      /twice/,
    ],
    [
      'two dates',
      [
        { documentId: 'A', date: '2026-05-01', lineId: '1', accountId: '6100', amount: 1 },
        { documentId: 'A', date: '2026-05-02', lineId: '2', accountId: '6100', amount: 2 },
      ],
      /several dates/,
    ],
    [
      'an unknown account',
      [{ documentId: 'A', date: '2026-05-01', lineId: '1', accountId: '9', amount: 1 }],
      /Account "9" is not known/,
    ],
  ])('a generation with %s is refused', async (_, lines, message) => {
    await there.push('one', 'accounts', ACCOUNTS)
    await there.push('one', 'transactions', lines)
    expect(await there.complete('one')).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
    expect(await there.lines()).toEqual([])
  })

  it('a generation is completed once: asked again it answers the same, and another one has to wait', async () => {
    await pushAll('one')
    await there.complete('one')
    expect((await there.complete('one')).status).toBe(200)
    expect(await rows('SELECT id FROM sync_runs WHERE company_id = ?', there.company.id)).toHaveLength(1)
    await there.push('two', 'vendors', VENDORS)
    const early = await there.complete('two')
    expect(early.status).toBe(429)
    expect(early.headers.get('Retry-After')).toBe('30')
    expect((await there.push('one', 'vendors', VENDORS)).body).toMatchObject({ reason: 'NOT_OPEN' })
  })

  it('a discarded generation takes no more files, and leaves what there was', async () => {
    await pushAll('one')
    await there.apply('one')
    await there.push('two', 'vendors', [{ id: 'V9', name: 'Other' }])
    expect((await there.program.call('DELETE', '/api/custom-sync/two')).body).toMatchObject({ state: 'DISCARDED' })
    expect((await there.complete('two')).status).toBe(422)
    expect(await there.lines()).toEqual(READ)
  })
})

describe('a file', () => {
  it.each([
    ['an unknown column', 'accounts', 'id,name,type,colour\n1,A,OPEX,red\n', /no column "colour"/],
    ['a column that is missing', 'accounts', 'id,name\n1,A\n', /no column "type"/],
    ['an open quotation mark', 'accounts', 'id,name,type\n1,"A,OPEX\n', /quotation mark/i],
    ['no rows', 'accounts', 'id,name,type\n', /no rows/],
    ['nothing', 'accounts', '', /empty/],
    ['another encoding', 'accounts', new Uint8Array([0x69, 0x64, 0xe9, 0x0a]), /UTF-8/],
  ])('a file with %s is refused whole', async (_, kind, text, message) => {
    const answer = await there.push('one', kind, text)
    expect(answer).toMatchObject({ status: 400, body: { fields: { file: expect.stringMatching(message) } } })
    expect(await rowsKept()).toBe(0)
  })

  it('a refusal says the line and the column of each wrong row, and none of its rows is taken', async () => {
    const answer = await there.push('one', 'transactions', [
      { documentId: 'A', date: '2026-05-01', lineId: '1', accountId: '6100', amount: '1.00' },
      { documentId: 'A', date: '2026-13-01', lineId: '2', accountId: '6100', amount: '1.00' },
      { documentId: 'A', date: '2026-05-01', lineId: '3', accountId: '6100', amount: '1.005' },
      { documentId: 'A', date: '2026-05-01', accountId: '6100', amount: '1' },
      { documentId: 'A', date: '2026-05-01', lineId: '5', accountId: '6100', amount: '1', colour: 'red' },
    ])
    expect(answer).toMatchObject({ status: 400, body: { reason: 'ROWS_REFUSED', details: { problemCount: 4 } } })
    expect(
      answer.body.details.problems.map(({ line, message }: { line: number; message: string }) => [line, message]),
    ).toEqual([
      [2, expect.stringMatching(/^date: /)],
      [3, 'amount: Not an amount in USD, such as -1250.00'],
      [4, 'lineId: Missing'],
      [5, 'There is no column "colour"'],
    ])
    expect(await rowsKept()).toBe(0)
  })

  it('a file pushed again with its key answers the same and changes nothing, and another file with that key is a conflict', async () => {
    const key = newId()
    const first = await there.push('one', 'vendors', VENDORS, { key })
    const again = await there.push('one', 'vendors', VENDORS, { key })
    expect(again.body).toEqual(first.body)
    expect(await rowsKept()).toBe(2)
    expect((await there.push('one', 'vendors', [{ id: 'V3', name: 'Other' }], { key })).status).toBe(409)
    expect((await there.push('one', 'accounts', ACCOUNTS, { key })).status).toBe(409)
    expect(await rowsKept()).toBe(2)
  })

  it('a file without a key is refused', async () => {
    const body = new Blob([ACCOUNTS], { type: 'text/csv' })
    expect(await there.program.call('POST', '/api/custom-sync/one/accounts', { body })).toMatchObject({
      status: 400,
      body: { fields: { 'Idempotency-Key': expect.stringMatching(/\S/) } },
    })
  })

  it('a file that breaks off leaves the rows of the one before, and counts once when it is pushed again', async () => {
    await there.push('one', 'vendors', VENDORS)
    const key = newId()
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        const text = Array.from({ length: 1500 }, (_, at) => JSON.stringify({ id: `N${at}`, name: `Vendor ${at}` }))
        controller.enqueue(new TextEncoder().encode(`${text.join('\n')}\n`))
      },
      pull: () => Promise.reject(new Error('The line was cut')),
    })
    const context = {
      ...{ env, db: new Database(env.DB, 'first-primary'), clock: systemClock, newId, commandId: key },
      ...{ actor: { companyId: there.company.id }, answerHeaders: new Headers() },
    } as unknown as StaffContext
    const file = { type: 'application/x-ndjson', length: null, stream: broken }
    await expect(pushBooks.run(context, { generation: 'one', kind: 'vendors', part: 1, file })).rejects.toThrow('cut')
    const stateOf = async () =>
      (await rows<{ state: string }>('SELECT state FROM book_pushes WHERE command_id = ?', key))[0]?.state
    expect(await stateOf()).toBe('BROKEN_OFF')
    expect(await rowsKept()).toBe(2)
    expect((await there.program.get('/api/custom-sync/one')).body.pushes).toContainEqual(
      expect.objectContaining({ kind: 'vendors', rows: 2, state: 'STAGED' }),
    )
    const whole = await there.push('one', 'vendors', [{ id: 'V7', name: 'Seventh' }], { key })
    expect(whole.status).toBe(200)
    expect(await rowsKept()).toBe(1)
  })

  it('a file that has another number of rows than it says was cut off', async () => {
    const answer = await there.push('one', 'vendors', VENDORS, { query: '?rows=3' })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/2 rows and should have 3/) } })
  })

  it('a file comes in parts, each of which replaces the same part before', async () => {
    await there.push('one', 'vendors', [VENDORS[0] ?? {}], { query: '?part=1' })
    await there.push('one', 'vendors', [VENDORS[1] ?? {}], { query: '?part=2' })
    await there.push('one', 'vendors', [{ id: 'V8', name: 'Eighth' }], { query: '?part=2' })
    await there.apply('one')
    expect((await there.objects('VENDOR')).map(({ erpId }) => erpId)).toEqual(['V1', 'V8'])
  })

  it('a file is refused above its limits, and when too many arrive at once', async () => {
    const large = await there.program.call('POST', '/api/custom-sync/one/vendors', {
      body: new Blob([new Uint8Array(64 * 1024 * 1024 + 1)], { type: 'text/csv' }),
      commandId: newId(),
    })
    expect(large).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    expect((await there.push('one', 'vendors', 'x', { type: 'text/plain' })).status).toBe(400)
    await there.push('one', 'vendors', VENDORS)
    for (let at = 0; at < 4; at++)
      await run(
        `INSERT INTO book_pushes (id, company_id, generation_id, kind, part, command_id, attempt, state, started_at)
         VALUES (?1, ?2, 'x', 'vendors', 1, ?1, ?1, 'RECEIVING', ?3)`,
        ...[newId(), there.company.id, Date.now()],
      )
    const busy = await there.push('one', 'accounts', ACCOUNTS)
    expect(busy.status).toBe(429)
    expect(busy.headers.get('Retry-After')).toBe('30')
  })

  it('a file of 50,000 rows is received and taken over', async () => {
    await there.push('big', 'accounts', ACCOUNTS)
    const lines = (function* () {
      yield 'documentId,documentType,date,lineId,accountId,amount,memo\n'
      for (let at = 0; at < 50_000; at++)
        yield `D${Math.floor(at / 5)},BILL,2026-0${1 + (Math.floor(at / 5) % 9)}-10,${at % 5},6100,${at % 100}.25,Line ${at}\n`
    })()
    const answer = await there.push('big', 'transactions', [...lines].join(''))
    expect(answer.body).toMatchObject({ rows: 50_000, problemCount: 0, state: 'STAGED' })
    await there.apply('big')
    const [sums] = await rows<{ count: number; total: number }>(
      'SELECT COUNT(*) AS count, SUM(amount_minor) AS total FROM transactions WHERE company_id = ?',
      there.company.id,
    )
    expect(sums).toEqual({ count: 50_000, total: 50_000 * 25 + 500 * 4950 * 100 })
  }, 120_000)
})

it('nothing is pushed into another company’s books, nor while another system is connected', async () => {
  await there.push('one', 'vendors', VENDORS)
  const other = await makeCompany()
  const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
  expect((await stranger.get('/api/custom-sync/one')).status).toBe(404)
  expect((await stranger.get('/api/custom-sync')).body.edges).toEqual([])
  expect((await stranger.post('/api/custom-sync/one/complete')).body).toMatchObject({ reason: 'NOT_CONNECTED' })
  expect((await there.admin.post('/api/create-sync-job', {})).body).toMatchObject({ reason: 'PUSHED' })
})
