import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import { systemContext } from '../../../../worker/core/system-context.ts'
import { startScheduledSyncs } from '../../../../worker/features/connections/sync-runs/index.ts'
import '../../../../worker/features/connections/sync-runs/jobs.ts'
import '../../../../worker/features/platform/currency-rates/jobs.ts'
import { type CurrencyScene, gbp, makeCurrencyScene, today } from '../../../support/worker/currency-scene.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { answersOf, save } from '../../../support/worker/intake.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

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

let on = {} as CurrencyScene
beforeAll(async () => {
  // Those of other files, which apply to everyone.
  await run("DELETE FROM currency_rates WHERE company_id = ''")
  on = await makeCurrencyScene(['enableIntakeRequests', 'enableCurrencies'])
})

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
