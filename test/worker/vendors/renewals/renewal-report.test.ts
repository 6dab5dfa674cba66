import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../../schema/shared/calendar.ts'
import type { Renewal } from '../../../../schema/vendors/renewals/endpoints.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  anonymous,
  type Client,
  makeCompany,
  ORIGIN,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

/** What ends when: the report, Home and private calendars. */

const today = new Date().toISOString().slice(0, 10)

let company: TestCompany
let admin: Client
let owner: TestPerson
let vendorId: string

const start = async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  owner = await company.addPerson({ name: 'Olga Owner' })
  vendorId = await company.add('vendors', 'Acme; Cloud')
}

const make = async (name: string, endDate: string, more: object = {}, service: object = {}): Promise<string> => {
  const period = { startDate: addDays(endDate, -364), endDate, totalServicePeriodCost: 120_000, currency: 'USD' }
  const servicePeriods = [{ ...period, ...more }]
  const answer = await admin.post('/api/services', { name, vendorId, servicePeriods, ...service })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const reportOf = async (query: string): Promise<Renewal[]> =>
  (await admin.get(`/api/services/renewal-report?${query}`)).body.edges.map((edge: { node: Renewal }) => edge.node)
const names = (renewals: Renewal[]): string[] => renewals.map(({ service }) => service.name)

describe('the renewal report', () => {
  beforeAll(async () => {
    await start()
    await make(
      'March',
      '2040-03-31',
      { startDate: '2039-04-01', noticeDays: 60, renewalReminders: ['2040-01-15'] },
      { ownerIds: [owner.userId] },
    )
    await make('April', '2040-04-01')
    await make('Continues', '2040-03-15')
    const id = await make('Archived', '2040-03-20')
    await admin.post('/api/services/archive', { serviceIds: [id], archived: true })
    const found = await admin.get('/api/services?search=Continues')
    const next = { startDate: '2040-03-16', endDate: '2041-03-15', totalServicePeriodCost: 1, currency: 'USD' }
    await admin.post(`/api/services/${found.body.edges[0].node.id}/add-service-item`, next)
  })

  it('the report lists periods by end date within whole months, without archived services', async () => {
    expect(names(await reportOf('dateRange=2040-03,2040-03'))).toEqual(['Continues', 'March'])
    expect(names(await reportOf('dateRange=2040-03,2040-04'))).toEqual(['Continues', 'March', 'April'])
    const [goesOn, march] = await reportOf('dateRange=2040-03,2040-03')
    expect(goesOn).toMatchObject({ continuesOn: '2040-03-16', cancelBy: null, owners: [] })
    expect(march).toMatchObject({
      endDate: '2040-03-31',
      cancelBy: '2040-01-31',
      renewalReminders: ['2040-01-15'],
      owners: [{ firstName: 'Olga' }],
      continuesOn: null,
      totalServicePeriodCost: 120_000,
      amortizedCost: 10_000,
    })
  })

  it('the report can list by last day to cancel, and filter by owner or vendor', async () => {
    expect(names(await reportOf('by=CANCEL&dateRange=2040-01,2040-01'))).toEqual(['March'])
    expect(names(await reportOf('by=CANCEL&dateRange=2040-03,2040-03'))).toEqual([])
    expect(names(await reportOf(`dateRange=2040-03,2040-04&ownerId=${owner.userId}`))).toEqual(['March'])
    expect(names(await reportOf(`dateRange=2040-03,2040-04&vendorId=${vendorId}`))).toHaveLength(3)
    expect(names(await reportOf('dateRange=2040-03,2040-04&vendorId=nobody'))).toEqual([])
  })

  it('paging neither loses nor repeats a period', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const path = `/api/services/renewal-report?dateRange=2040-01,2041-12&first=1${cursor && `&cursor=${cursor}`}`
      const { body } = await admin.get(path)
      seen.push(...body.edges.map((edge: { node: Renewal }) => `${edge.node.service.name} ${edge.node.endDate}`))
      cursor = body.pageInfo.hasNextPage ? body.pageInfo.endCursor : ''
    } while (cursor)
    expect(seen).toEqual(['Continues 2040-03-15', 'March 2040-03-31', 'April 2040-04-01', 'Continues 2041-03-15'])
  })

  it('the report can be a CSV file, with plain dates and no formulas', async () => {
    await make('=HYPERLINK("x")', '2042-02-28', { noticeDays: 28 })
    const { body, headers } = await admin.get('/api/services/renewal-report.csv?dateRange=2042-02,2042-02')
    expect(headers.get('Content-Disposition')).toMatch(/outlay-renewals-\d{4}-\d\d-\d\d\.csv/)
    const [header, line] = String(body).trim().split('\r\n')
    expect(header).toContain('Service,Vendor,Period starts,Period ends,Renews,Notice (days),Last day to cancel')
    expect(line).toContain('"\'=HYPERLINK(""x"")","Acme; Cloud",2041-03-01,2042-02-28,Manual,28,2042-01-31')
  })
})

describe('renewals on Home', () => {
  beforeEach(start)
  const soon = async (client: Client): Promise<string[]> => {
    const { body } = await client.get('/api/services/upcoming-renewals')
    return names(body.renewals)
  }

  it('Home lists renewals by the day someone must act, unless that is past or far away, or they continue', async () => {
    await make('Ends in 20', addDays(today, 20))
    await make('Ends in 120, cancel in 10', addDays(today, 120), { noticeDays: 110 })
    await make('Ends in 5, too late to cancel', addDays(today, 5), { noticeDays: 30 })
    await make('Ends in 200', addDays(today, 200))
    await make('Ended', addDays(today, -1))
    const goesOn = await make('Continues', addDays(today, 6))
    const next = { startDate: addDays(today, 7), endDate: addDays(today, 300), totalServicePeriodCost: 1 }
    await admin.post(`/api/services/${goesOn}/add-service-item`, { ...next, currency: 'USD' })
    expect(await soon(admin)).toEqual(['Ends in 5, too late to cancel', 'Ends in 120, cancel in 10', 'Ends in 20'])
  })

  it('members see their own services, at most six', async () => {
    const asOwner = await signIn(company, owner)
    await make('Not theirs', addDays(today, 3))
    for (let i = 1; i <= 7; i++) {
      await make(`Theirs ${i}`, addDays(today, i), {}, { ownerIds: [owner.userId] })
    }
    const { body } = await asOwner.get('/api/services/upcoming-renewals')
    expect(names(body.renewals)).toEqual([1, 2, 3, 4, 5, 6].map((i) => `Theirs ${i}`))
    expect(body.hasMore).toBe(true)
  })
})

describe('a private calendar', () => {
  beforeEach(start)
  const FEED = '/api/renewal-feed'
  const pathOf = (url: string) => url.replace(ORIGIN, '')

  it('anyone with the link can read the calendar, which has its owner’s renewals, without a session', async () => {
    const asOwner = await signIn(company, owner)
    const id = await make('Theirs', addDays(today, 40), { noticeDays: 30 }, { ownerIds: [owner.userId] })
    await make('Not theirs', addDays(today, 40))
    expect((await asOwner.get(FEED)).body).toEqual({ feed: null })
    const { url } = (await asOwner.post(FEED, { scope: 'OWN' })).body
    const { body, headers, status } = await anonymous.get(pathOf(url))
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    const text = String(body).replaceAll('\r\n ', '')
    expect(text).toContain('SUMMARY:Ends: Theirs (Acme\\; Cloud)')
    expect(text).toContain(`DTSTART;VALUE=DATE:${addDays(today, 10).replaceAll('-', '')}`)
    expect(text).toContain(`URL:${ORIGIN}/services/${id}`)
    expect(text).not.toContain('Not theirs')
    const all = (await asOwner.post(FEED, { scope: 'ALL' })).body
    expect((await anonymous.get(pathOf(all.url))).body).toContain('Not theirs')
    expect((await asOwner.get(FEED)).body).toMatchObject({ feed: { scope: 'ALL' } })
  })

  it('the calendar ends when it is revoked, replaced, or its owner disabled, and its link isn’t stored', async () => {
    const asOwner = await signIn(company, owner)
    const link = async () => pathOf((await asOwner.post(FEED, { scope: 'OWN' })).body.url)
    const first = await link()
    const second = await link()
    expect((await anonymous.get(first)).status).toBe(404)
    expect((await anonymous.get(second)).status).toBe(200)
    const token = second.split('/')[3] ?? 'none'
    for (const table of ['audit_log', 'command_results', 'outbox', 'renewal_feeds']) {
      expect(JSON.stringify(await rows(`SELECT * FROM ${table} WHERE company_id = ?`, company.id))).not.toContain(token)
    }
    await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', owner.userId)
    expect((await anonymous.get(second)).status).toBe(404)
    await run('UPDATE company_memberships SET disabled_at = NULL WHERE user_id = ?', owner.userId)
    expect((await asOwner.call('DELETE', FEED)).status).toBe(204)
    expect((await anonymous.get(second)).status).toBe(404)
    expect((await asOwner.get(FEED)).body).toEqual({ feed: null })
    const history = await rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE company_id = ? AND target_type = 'MEMBER' ORDER BY id",
      company.id,
    )
    expect(history.map(({ action }) => action)).toEqual([
      'member.renewal-feed-created',
      'member.renewal-feed-created',
      'member.renewal-feed-deleted',
    ])
  })

  it('the calendar of very many services reads few rows, and says from when on it isn’t complete', async () => {
    const many = 700
    await run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
       INSERT INTO services (id, company_id, vendor_id, vendor_key, name, last_end_date, created_at, links, card)
       SELECT ?1 || i, ?1, ?2, 'acme', 'Service ' || i, date(?4, '+' || i || ' days'), 1,
         json_array(json_object('kind', 'OWNER', 'id', 'owner-' || i)),
         json_object('months', json('[]'), 'periods', json_array(json_object('id', ?1 || 'p' || i, 'startDate', ?4,
           'endDate', date(?4, '+' || i || ' days'), 'totalServicePeriodCost', 100, 'currency', 'USD', 'cancelBy', NULL)))
       FROM n`,
      ...[company.id, vendorId, many, today],
    )
    const { url } = (await admin.post(FEED, { scope: 'ALL' })).body
    const answer = await anonymous.get(pathOf(url))
    const text = String(answer.body).replaceAll('\r\n ', '')
    const { rowsRead, trips } = costOf(answer)
    expect(rowsRead).toBeLessThanOrEqual(2_000)
    expect(trips).toBeLessThanOrEqual(2)
    const ended = [...text.matchAll(/SUMMARY:Ends: Service (\d+) \(Acme/g)].map(([, i]) => Number(i))
    expect(ended.length).toBeGreaterThan(400)
    expect(ended).toEqual(ended.map((_, place) => place + 1))
    const from = addDays(today, ended.length).replaceAll('-', '')
    expect(text).toContain(`DTSTART;VALUE=DATE:${from}`)
    expect(text).toMatch(
      /SUMMARY:Not all later renewals are in this calendar\r\n.*\r\nURL:.*\/reports\/services-renewal/,
    )
    // One that has everything doesn't say so.
    const { url: own } = (await (await signIn(company, owner)).post(FEED, { scope: 'OWN' })).body
    expect((await anonymous.get(pathOf(own))).body).not.toContain('Not all later renewals')
  })
})
