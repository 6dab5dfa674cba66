import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AuditEntry, auditStatement } from '../../../../worker/core/audit.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { csvOf } from '../../../../worker/core/csv.ts'
import { file, makeCategory, save } from '../../../support/worker/intake.ts'
import { clientOf, exchange, given, impersonationToken } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** The company's whole log, for its admins. */

let company: TestCompany
let ada: TestPerson
let bo: TestPerson
let admin: Client
beforeEach(async () => {
  company = await makeCompany()
  ada = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  bo = await company.addPerson({ name: 'Bo Member' })
  admin = await signIn(company, ada)
})

const DAY = 86_400_000
const FIRST = Date.parse('2026-03-01T12:00:00Z')

const write = async (...entries: Partial<AuditEntry>[]) => {
  const full = entries.map((entry, i) => ({
    changeKey: newId(),
    companyId: company.id,
    actorUserId: ada.userId,
    impersonatorUserId: null,
    action: 'test.changed',
    targetType: 'GROUP' as const,
    targetId: 'g1',
    message: `Change ${i + 1}`,
    changeData: null,
    occurredAt: FIRST + i * DAY,
    ...entry,
  }))
  await auditStatement(env.DB, full).run()
}
const log = async (query = '') => (await admin.get(`/api/audit-logs/company?${query}`)).body
const messages = async (query = ''): Promise<string[]> =>
  (await log(query)).edges.map((edge: { node: { message: string } }) => edge.node.message)

describe('the company’s log', () => {
  it('paging starts with the newest entry and shows each entry once, also at the same instant', async () => {
    await write(...Array.from({ length: 7 }, (_, i) => ({ occurredAt: FIRST + Math.floor(i / 3) })))
    const seen: string[] = []
    let cursor = ''
    for (;;) {
      const { edges, pageInfo } = await log(`first=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...edges.map((edge: { node: { message: string } }) => edge.node.message))
      if (!pageInfo.hasNextPage) break
      cursor = pageInfo.endCursor
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `Change ${n}`))
  })

  it('the log can be filtered by object, person and days', async () => {
    await write({}, { targetType: 'DEPARTMENT' }, { actorUserId: bo.userId }, {})
    expect(await messages('targetType=DEPARTMENT')).toEqual(['Change 2'])
    expect(await messages(`userId=${bo.userId}`)).toEqual(['Change 3'])
    expect(await messages('from=2026-03-02T12:00:00Z&until=2026-03-04T12:00:00Z')).toEqual(['Change 3', 'Change 2'])
    expect(await messages(`userId=${ada.userId}&targetType=GROUP&from=2026-03-02T00:00:00Z`)).toEqual(['Change 4'])
    expect(await messages('until=2020-01-01T00:00:00Z')).toEqual([])
  })

  it('what an admin did as someone else is found under both people, with both names', async () => {
    const asBo = clientOf(await exchange(admin, given(await impersonationToken(admin, bo.userId))))
    const sent = await asBo.graphql('mutation { getSignedUploadUrl(fileName: "a.pdf") { url } }')
    expect(sent.status).toBe(200)
    await write({
      actorUserId: bo.userId,
      impersonatorUserId: ada.userId,
      message: 'Done for Bo',
      occurredAt: FIRST + 9 * DAY * 365,
    })
    admin = await signIn(company, ada)
    for (const person of [ada, bo]) {
      const { edges } = await log(`userId=${person.userId}&targetType=GROUP`)
      expect(edges[0].node).toMatchObject({
        message: 'Done for Bo',
        user: { firstName: 'Bo' },
        impersonator: { firstName: 'Ada' },
      })
      expect(edges).toHaveLength(1)
    }
  })

  it('entries name what was changed, but no one’s drafts', async () => {
    const group = await company.add('groups', 'Legal')
    const category = await makeCategory(admin, { levels: [] })
    const client = await signIn(company, bo)
    const draft = await save(client, category.id, { title: 'Secret plan' }, { isDraft: true })
    const filed = await file(client, category.id, { title: 'Open plan' })
    await write(
      { targetId: group, message: 'group' },
      { targetType: 'INTAKE_SUBMISSION', targetId: draft.body.id, message: 'draft' },
      { targetType: 'INTAKE_SUBMISSION', targetId: filed, message: 'request' },
      { targetType: 'MEMBER', targetId: bo.userId, message: 'member' },
      { targetId: 'gone', message: 'gone' },
    )
    const { edges } = await log('first=100')
    const nameOf = (message: string) =>
      edges.find(({ node }: { node: { message: string } }) => node.message === message).node.targetName
    expect(['group', 'draft', 'request', 'member', 'gone'].map(nameOf)).toEqual([
      'Legal',
      null,
      expect.stringMatching(/^#\d+ Open plan$/),
      'Bo Member',
      null,
    ])
  })

  it('members can’t read the log, and it has nothing from another company', async () => {
    await write({})
    const other = await makeCompany()
    const theirs = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await theirs.get('/api/audit-logs/company')).body.edges).toEqual([])
    const member = await signIn(company, bo)
    for (const part of ['company', 'company.csv']) {
      expect((await member.get(`/api/audit-logs/${part}`)).status).toBe(403)
    }
  })

  it('an invalid instant, type or cursor is refused beside its field', async () => {
    for (const [query, field] of [
      ['from=yesterday', 'from'],
      ['until=2026-13-01', 'until'],
      ['targetType=EVERYTHING', 'targetType'],
      ['cursor=nonsense', 'cursor'],
    ] as const) {
      const { status, body } = await admin.get(`/api/audit-logs/company?${query}`)
      expect({ query, status, fields: Object.keys(body.fields) }).toEqual({ query, status: 400, fields: [field] })
    }
  })
})

describe('the CSV file of the log', () => {
  it('the file has every entry, more than one read returns, and no cell that can run as a formula', async () => {
    await write(...Array.from({ length: 1_030 }, () => ({ occurredAt: FIRST })), {
      message: '=HYPERLINK("http://evil.example"; "click")',
      changeData: { before: { name: 'A, "B"' }, after: { name: 'C\nD' } },
      occurredAt: FIRST + DAY,
    })
    const answer = await admin.get('/api/audit-logs/company.csv')
    expect(answer.headers.get('Content-Type')).toContain('text/csv')
    expect(answer.headers.get('Content-Disposition')).toMatch(/filename="outlay-audit-log-\d{4}-\d\d-\d\d\.csv"/)
    const lines = (answer.body as string).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 1_031)
    expect(lines[0]).toBe('Time (UTC),Person,E-mail,Through,What happened,Action,Object,Name,Object id,Change')
    expect(lines[1]).toContain('"\'=HYPERLINK(""http://evil.example""; ""click"")"')
    expect(new Set(lines.slice(2).map((line) => /Change (\d+)/.exec(line)?.[1])).size).toBe(1_030)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', '"\'\tx"'],
    ['\r\nx', '"\'\r\nx"'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    [-5, '-5'],
    [null, ''],
  ])('the file writes %j as %j', (value, expected) => {
    expect(csvOf([[value]])).toBe(`\uFEFF${expected}\r\n`)
  })
})

describe('the history of an object', () => {
  it('the history is empty before the first change, and missing for another company’s object', async () => {
    const stranger = await makeCompany()
    const historyOf = (targetType: string, targetId: string) =>
      admin.get(`/api/audit-logs?targetType=${targetType}&targetId=${targetId}`)
    for (const [type, table] of [
      ['GROUP', 'groups'],
      ['VENDOR', 'vendors'],
      ['DEPARTMENT', 'departments'],
    ] as const) {
      expect(await historyOf(type, await company.add(table))).toMatchObject({ status: 200, body: { edges: [] } })
      expect((await historyOf(type, await stranger.add(table))).status).toBe(404)
    }
    expect((await historyOf('VENDOR_SETTINGS', company.id)).body.edges).toEqual([])
    expect((await historyOf('VENDOR_SETTINGS', stranger.id)).status).toBe(404)
  })
})
