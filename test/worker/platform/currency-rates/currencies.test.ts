import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import { systemContext } from '../../../../worker/core/system-context.ts'
import { startScheduledSyncs } from '../../../../worker/features/connections/sync-runs/index.ts'
import '../../../../worker/features/connections/sync-runs/jobs.ts'
import '../../../../worker/features/platform/currency-rates/jobs.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { approvals, request, usd } from '../../../support/worker/filing-scene.ts'
import {
  answersOf,
  type Category,
  FORM,
  file,
  makeCategory,
  question,
  rule,
  save,
  step,
} from '../../../support/worker/intake.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const today = (offset = 0) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)
const gbp = (value: number) => ({ value, currency: 'GBP' })
const jpy = (value: number) => ({ value, currency: 'JPY' })

const feed = (days: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube>${days
    .map(
      (day) =>
        `<Cube time='${day}'><Cube currency='USD' rate='1.08'/><Cube currency='GBP' rate='0.8'/><Cube currency='JPY' rate='162'/><Cube currency='SEK' rate='11.4'/></Cube>`,
    )
    .join('')}</Cube></gesmes:Envelope>`

const asked: string[] = []
let answer = (): Response => new Response(feed([today(-1)]), { headers: { 'content-type': 'text/xml' } })
standIn('www.ecb.europa.eu', {
  answer: (incoming) => {
    asked.push(new URL(incoming.url).pathname)
    return answer()
  },
})

const job = () => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => Date.now() },
  log: createLogger({ job: 'test' }, 'error'),
})

interface Scene {
  company: TestCompany
  admin: Client
  requester: Client
  category: Category
}

const LEVELS = (userId: string) => [
  [rule('legal', { approverUserIds: [userId] })],
  [
    rule('large', {
      approverUserIds: [userId],
      conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 100_000, maximumValue: null }],
    }),
  ],
]

const makeScene = async (flags: Parameters<typeof makeCompany>[0]): Promise<Scene> => {
  const company = await makeCompany(flags)
  const approver = await company.addPerson({ name: 'Abe Approver' })
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const form = [
    ...FORM,
    step(
      'more',
      [
        question('extra', 'MONEY', { label: 'Extra' }),
        question('over', 'TEXT', {
          conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 100_000, maximumValue: null }],
        }),
      ],
      2,
    ),
  ]
  return {
    company,
    admin,
    requester: await signIn(company, await company.addPerson({ name: 'Rita Requester' })),
    category: await makeCategory(admin, { form, levels: LEVELS(approver.userId) }),
  }
}

let on = {} as Scene
let off = {} as Scene
beforeAll(async () => {
  // Those of other files, which apply to everyone.
  await run("DELETE FROM currency_rates WHERE company_id = ''")
  on = await makeScene(['enableIntakeRequests', 'enableCurrencies'])
  off = await makeScene(['enableIntakeRequests'])
})

const labelsOf = async (client: Client, id: string): Promise<string[]> =>
  (await approvals(client, id)).levels.flatMap((level: { blocks: { label: string }[] }) =>
    level.blocks.map((b) => b.label),
  )

describe('a currency without rates', () => {
  it('a request in the currency is refused beside its amount, with what to do, and a draft is kept', async () => {
    const refused = await save(on.requester, on.category.id, { title: 'Chairs', amount: gbp(99_000) })
    expect(refused.status).toBe(400)
    expect(fieldsOf(refused)).toEqual({
      amount: 'There is no exchange rate for GBP. Ask an admin to add one, or enter the amount in USD.',
    })
    const any = await save(on.requester, on.category.id, { title: 'Chairs', extra: gbp(100) })
    expect(Object.keys(fieldsOf(any))).toEqual(['extra'])
    expect(
      (await save(on.requester, on.category.id, { title: 'Chairs', amount: gbp(1) }, { isDraft: true })).status,
    ).toBe(200)
  })

  it('the preview and the simulator say the same', async () => {
    const answers = answersOf({ title: 'Chairs', amount: gbp(99_000) })
    const preview = await on.requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: on.category.id,
      answers,
    })
    expect(preview.body.problem).toMatch('no exchange rate for GBP')
    const { definition } = (await on.admin.get(`/api/intake-workflow/${on.category.workflowId}`)).body
    const trial = await on.admin.post(`/api/intake-workflow/${on.category.workflowId}/simulate`, {
      definition,
      answers,
    })
    expect(trial.body.plan.problem).toBe(preview.body.problem)
  })
})

const MINE = "company_id = '' AND provider = 'ECB'"
/** Half a day later, as far as runs are concerned. */
const nextRun = async () => {
  await run(`UPDATE sync_runs SET id = id || '-before', created_at = created_at - 1000 WHERE ${MINE}`)
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  await startScheduledSyncs(systemContext(job(), { name: 'test', companyId: null, may: ['system.maintain'] }))
  await runGroup(job(), 'sync.run', null)
  const [newest] = await rows(
    `SELECT state, cursor, counts, error FROM sync_runs WHERE ${MINE} ORDER BY created_at DESC LIMIT 1`,
  )
  return newest
}

describe('the provider’s rates', () => {
  it('a run fetches them, the last ninety days if some were missed, otherwise the newest day', async () => {
    await run(`DELETE FROM sync_runs WHERE ${MINE}`)
    asked.length = 0
    answer = () => new Response(feed([today(-1), today(-4)]))
    expect(await nextRun()).toEqual({
      ...{ state: 'COMPLETE', cursor: today(-1), counts: '{"days":2,"rates":6}', error: null },
    })
    expect(asked).toEqual(['/stats/eurofxref/eurofxref-hist-90d.xml'])
    const stored = await rows(
      "SELECT quote, date, rate, source FROM currency_rates WHERE company_id = '' AND date = ? ORDER BY quote",
      today(-1),
    )
    // Unknown currencies are left out.
    expect(stored).toEqual([
      { quote: 'GBP', date: today(-1), rate: '0.8', source: 'PROVIDER' },
      { quote: 'JPY', date: today(-1), rate: '162', source: 'PROVIDER' },
      { quote: 'USD', date: today(-1), rate: '1.08', source: 'PROVIDER' },
    ])
    await nextRun()
    expect(asked.at(-1)).toBe('/stats/eurofxref/eurofxref-daily.xml')
    expect(await rows("SELECT id FROM currency_rates WHERE company_id = ''")).toHaveLength(6)
  })

  it.each([
    ['something else', () => new Response('<html>Sorry</html>'), 'sent something else than its rates'],
    ['an impossible rate', () => new Response(feed([today()]).replace('1.08', '-3')), 'sent something else'],
    ['an impossible day', () => new Response(feed(['soon'])), 'sent something else'],
    ['half a file', () => new Response(feed([today()]).split("<Cube currency='JPY'")[0]), 'sent something else'],
    ['its limit', () => new Response('', { status: 429, headers: { 'Retry-After': '900' } }), 'answered 429'],
    ['an error', () => new Response('', { status: 503 }), 'answered 503'],
  ])('%s instead changes nothing, and the rates are fetched again', async (_, wrong, words) => {
    const before = await rows("SELECT * FROM currency_rates WHERE company_id = ''")
    answer = wrong
    expect(await nextRun()).toMatchObject({
      ...{ state: 'WAITING', cursor: today(-1), error: expect.stringContaining(`European Central Bank ${words}`) },
    })
    expect(await rows("SELECT * FROM currency_rates WHERE company_id = ''")).toEqual(before)
    const [again] = await rows<{ available_at: number }>(
      "SELECT available_at FROM outbox WHERE topic = 'sync.run' AND done_at IS NULL",
    )
    expect(again?.available_at).toBeGreaterThan(Date.now())
    await run(`UPDATE sync_runs SET finished_at = 1 WHERE ${MINE} AND finished_at IS NULL`)
  })
})

describe('an amount in another currency', () => {
  it('conditions compare the amount in the company’s currency, and the reason names the rate', async () => {
    // 1.08 / 0.8 = 1.35: £740 are $999, £741 are $1,000.35.
    const small = await file(on.requester, on.category.id, { title: 'Small', amount: gbp(74_000) })
    expect(await labelsOf(on.requester, small)).toEqual(['legal'])
    const large = await file(on.requester, on.category.id, { title: 'Large', amount: gbp(74_100) })
    expect(await labelsOf(on.requester, large)).toEqual(['legal', 'large'])
    const { levels } = await approvals(on.requester, large)
    const shown = new Date(`${today(-1)}T00:00:00Z`).toLocaleDateString('en-US', {
      dateStyle: 'medium',
      timeZone: 'UTC',
    })
    expect(levels[1].blocks[0].reason).toBe(
      `Amount is $1,000 or more ($1,000.35: £741.00 at 1.35 on ${shown}, European Central Bank)`,
    )
    // ¥149,000 are $993.33.
    const yen = await file(on.requester, on.category.id, { title: 'Yen', amount: jpy(149_000) })
    expect(await labelsOf(on.requester, yen)).toEqual(['legal'])
    expect((await request(on.requester, yen)).body.requestAmount).toEqual(jpy(149_000))
  })

  it('questions are shown by the converted amount', async () => {
    const hidden = await file(on.requester, on.category.id, { title: 'A', amount: gbp(74_000), over: 'Why so much' })
    const shown = await file(on.requester, on.category.id, { title: 'B', amount: gbp(74_100), over: 'Why so much' })
    const answered = async (id: string) =>
      (
        await rows<{ questionId: string }>(
          'SELECT question_id AS questionId FROM intake_answers WHERE submission_id = ?',
          id,
        )
      ).map((row) => row.questionId)
    expect(await answered(hidden)).not.toContain('over')
    expect(await answered(shown)).toContain('over')
  })

  it('the preview uses the same amount as submitting', async () => {
    for (const [value, labels] of [
      [74_000, ['legal']],
      [74_100, ['legal', 'large']],
    ] as const) {
      const { body } = await on.requester.post('/api/intake-submissions/preview-approvals', {
        intakeCategoryId: on.category.id,
        answers: answersOf({ title: 'x', amount: gbp(value) }),
      })
      expect(body.levels.flatMap((l: { blocks: { label: string }[] }) => l.blocks.map((b) => b.label))).toEqual(labels)
      expect(body.problem).toBeNull()
    }
  })

  it('requests are sorted by the converted amount', async () => {
    const scene = await makeScene(['enableIntakeRequests', 'enableCurrencies'])
    const amounts = { dollars: usd(100_000), pounds: gbp(80_000), yen: jpy(140_000), none: undefined }
    for (const [title, amount] of Object.entries(amounts)) {
      await file(scene.requester, scene.category.id, { title, ...(amount && { amount }) })
    }
    const { body } = await scene.admin.get(
      '/api/intake-submissions?orderBy[by][]=coalescedRequestAmount&orderBy[dir][]=DESC',
    )
    // $1,080, $1,000, $933.33.
    expect(body.edges.map((edge: { node: { title: string } }) => edge.node.title)).toEqual([
      'pounds',
      'dollars',
      'yen',
      'none',
    ])
  })
})

describe('vendors with costs in several currencies', () => {
  it('vendors are sorted by their cost in the company’s currency', async () => {
    const { admin, company } = await makeScene(['enableIntakeRequests', 'enableCurrencies'])
    const month = today().slice(0, 7)
    // $1,080, $1,000 and $933.33 in the rest of this year.
    for (const [name, value, currency] of [
      ['Pounds', 80_000, 'GBP'],
      ['Dollars', 100_000, 'USD'],
      ['Yen', 140_000, 'JPY'],
    ] as const) {
      const vendorId = await company.add('vendors', name)
      const period = { startDate: `${month}-01`, endDate: `${month}-28`, totalServicePeriodCost: value, currency }
      const made = await admin.post('/api/services', { name: 'Seats', vendorId, servicePeriods: [period] })
      expect(made.status).toBe(200)
    }
    const sorted = await rows<{ name: string; sort: number }>(
      'SELECT name, next12_sort AS sort FROM vendors WHERE company_id = ? ORDER BY next12_sort DESC',
      company.id,
    )
    expect(sorted).toEqual([
      { name: 'Pounds', sort: 108_000 },
      { name: 'Dollars', sort: 100_000 },
      { name: 'Yen', sort: 93_333 },
    ])
  })
})

describe('rates set by a company', () => {
  it('a company’s rate overrides the provider’s from its day on, and submitted requests keep it', async () => {
    const scene = await makeScene(['enableIntakeRequests', 'enableCurrencies'])
    const answers = { title: 'Pinned', amount: gbp(74_100) }
    const id = await file(scene.requester, scene.category.id, answers)
    const future = await scene.admin.post('/api/currency-rates', { base: 'GBP', date: today(3), rate: '9' })
    const set = await scene.admin.post('/api/currency-rates', { base: 'GBP', date: today(), rate: '1.10' })
    expect([future.status, set.status]).toEqual([200, 200])
    const later = await file(scene.requester, scene.category.id, answers)
    expect(await labelsOf(scene.requester, later)).toEqual(['legal'])
    // An edit of an earlier request keeps the rate of its day.
    const edited = await save(
      scene.requester,
      scene.category.id,
      { ...answers, title: 'Still pinned' },
      { id, version: 1 },
    )
    expect(edited.status).toBe(200)
    expect(await labelsOf(scene.requester, id)).toEqual(['legal', 'large'])
    const chf = { title: 'Francs', amount: { value: 100, currency: 'CHF' } }
    expect((await save(scene.requester, scene.category.id, chf, { id, version: 2 })).status).toBe(400)
    await scene.admin.post('/api/currency-rates', { base: 'CHF', date: today(), rate: '2000' })
    expect((await save(scene.requester, scene.category.id, chf, { id, version: 2 })).status).toBe(200)
    expect((await approvals(scene.requester, id)).levels.at(-1).blocks[0].reason).toMatch(
      /\(\$2,000\.00: CHF.1\.00 at 2000 on .*, set by your company\)/,
    )
    const todays = (await scene.admin.get('/api/currency-rates/today')).body
    expect(todays).toMatchObject({ currency: 'USD' })
    expect(todays.rates.find((r: { base: string }) => r.base === 'GBP')).toEqual({
      base: 'GBP',
      rate: '1.10',
      date: today(),
      source: 'MANUAL',
    })
    expect(todays.rates.find((r: { base: string }) => r.base === 'ILS')).toEqual({
      base: 'ILS',
      rate: null,
      date: null,
      source: null,
    })
    await scene.admin.call('DELETE', `/api/currency-rates/${set.body.id}`)
    expect(await labelsOf(scene.requester, await file(scene.requester, scene.category.id, answers))).toEqual([
      'legal',
      'large',
    ])
  })

  it('only admins can change rates, one a day, unseen by other companies, and the history has every change', async () => {
    const { admin, requester, company } = await makeScene(['enableIntakeRequests', 'enableCurrencies'])
    expect((await requester.get('/api/currency-rates')).status).toBe(403)
    expect((await requester.post('/api/currency-rates', { base: 'GBP', date: today(), rate: '1.2' })).status).toBe(403)
    const { id } = (await admin.post('/api/currency-rates', { base: 'GBP', date: today(), rate: '1.2' })).body
    for (const [body, field] of [
      [{ base: 'GBP', date: today(), rate: '1.3' }, 'date'],
      [{ base: 'USD', date: today(), rate: '1.3' }, 'base'],
      [{ base: 'SEK', date: today(), rate: '1.3' }, 'base'],
      [{ base: 'CHF', date: '2026-02-30', rate: '1.3' }, 'date'],
      [{ base: 'CHF', date: today(), rate: '0.00' }, 'rate'],
      [{ base: 'CHF', date: today(), rate: '-1' }, 'rate'],
      [{ base: 'CHF', date: today(), rate: '1e5' }, 'rate'],
    ] as const) {
      const refused = await admin.post('/api/currency-rates', body)
      expect([refused.status, Object.keys(fieldsOf(refused))]).toEqual([400, [field]])
    }
    expect((await on.admin.call('PUT', `/api/currency-rates/${id}`, { body: { rate: '5' } })).status).toBe(404)
    expect((await on.admin.call('DELETE', `/api/currency-rates/${id}`)).status).toBe(404)
    expect(
      (await admin.call('PUT', `/api/currency-rates/${id}`, { body: { rate: '1.25', version: 1 } })).body.version,
    ).toBe(2)
    expect((await admin.call('PUT', `/api/currency-rates/${id}`, { body: { rate: '1.3', version: 1 } })).status).toBe(
      409,
    )
    expect((await admin.get('/api/currency-rates')).body.edges).toMatchObject([
      { node: { base: 'GBP', quote: 'USD', rate: '1.25', date: today(), version: 2, setBy: { name: 'Test Person' } } },
    ])
    await admin.call('DELETE', `/api/currency-rates/${id}`)
    const history = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND action LIKE 'currency-rate.%' ORDER BY occurred_at, change_key",
      company.id,
    )
    expect(history.map(({ message }) => message)).toEqual([
      `Set the exchange rate 1 GBP = 1.2 USD from ${today()}`,
      `Changed the exchange rate 1 GBP = 1.2 USD from ${today()} to 1 GBP = 1.25 USD from ${today()}`,
      `Deleted the exchange rate 1 GBP = 1.25 USD from ${today()}`,
    ])
    expect((await off.admin.get('/api/currency-rates')).status).toBe(403)
  })
})

describe('when other currencies are off', () => {
  const WRONG = 'Use USD. Other currencies are turned off for your company.'

  it('drafts, submissions and edits refuse other currencies', async () => {
    const { requester, category } = off
    const answers = { title: 'Chairs', amount: gbp(100), extra: jpy(100) }
    for (const isDraft of [true, false]) {
      const refused = await save(requester, category.id, answers, { isDraft })
      expect([refused.status, fieldsOf(refused)]).toEqual([400, { amount: WRONG, extra: WRONG }])
    }
    const preview = await requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: category.id,
      answers: answersOf(answers),
    })
    expect(preview.body.problem).toBe(`Amount: ${WRONG}`)
    const id = await file(requester, category.id, { title: 'Chairs', amount: usd(100) })
    const edited = await save(requester, category.id, { title: 'Chairs', amount: gbp(100) }, { id, version: 1 })
    expect([edited.status, fieldsOf(edited)]).toEqual([400, { amount: WRONG }])
  })

  it('a duplicate leaves out amounts in other currencies', async () => {
    const scene = await makeScene(['enableIntakeRequests', 'enableCurrencies'])
    const id = await file(scene.requester, scene.category.id, { title: 'Chairs', amount: gbp(100), extra: usd(5) })
    await run("UPDATE companies SET flags = json_remove(flags, '$.enableCurrencies') WHERE id = ?", scene.company.id)
    const copy = (await scene.requester.post(`/api/intake-submission/${id}/duplicate`)).body.id
    const [draft] = await rows<{ answers: string }>(
      'SELECT draft_answers AS answers FROM intake_submissions WHERE id = ?',
      copy,
    )
    expect(JSON.parse(String(draft?.answers))).toEqual({ title: 'Chairs', extra: usd(5) })
  })

  it('services refuse other currencies and keep existing ones', async () => {
    const vendorId = await off.company.add('vendors', `Kestrel ${newId()}`)
    const period = { startDate: '2026-01-01', endDate: '2026-12-31', totalServicePeriodCost: 1000 }
    const refused = await off.admin.post('/api/services', {
      name: 'Seats',
      vendorId,
      servicePeriods: [{ ...period, currency: 'GBP' }],
    })
    expect([refused.status, fieldsOf(refused)]).toEqual([400, { 'servicePeriods.0.currency': WRONG }])
    const made = await off.admin.post('/api/services', { name: 'Seats', vendorId, servicePeriods: [period] })
    expect(made.status).toBe(200)
    const [row] = await rows<{ id: string; currency: string }>(
      'SELECT id, currency FROM service_periods WHERE service_id = ?',
      made.body.id,
    )
    expect(row?.currency).toBe('USD')
    await run("UPDATE service_periods SET currency = 'GBP' WHERE service_id = ?", made.body.id)
    await run('UPDATE services SET card = replace(card, \'"USD"\', \'"GBP"\') WHERE id = ?', made.body.id)
    const same = await off.admin.call('PUT', `/api/services/${made.body.id}`, {
      body: { version: 1, servicePeriods: [{ ...period, id: row?.id, currency: 'GBP' }] },
    })
    expect(same.status).toBe(200)
  })
})

describe('an amount without a currency', () => {
  it('an amount without a currency is in the company’s', async () => {
    await run("UPDATE companies SET currency = 'EUR' WHERE id = ?", off.company.id)
    const id = await file(off.requester, off.category.id, { title: 'Plain', amount: { value: 4200 } })
    expect((await request(off.requester, id)).body.requestAmount).toEqual({ value: 4200, currency: 'EUR' })
    await run("UPDATE companies SET currency = 'USD' WHERE id = ?", off.company.id)
  })
})
