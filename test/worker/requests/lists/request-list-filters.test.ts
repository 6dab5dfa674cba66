import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, file, makeCategory, question, rule, step } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** The filters of the list of requests, and their cost. */

let company: TestCompany
let admin: Client
let member: Client
let rita: TestPerson
let abe: TestPerson
let boss: TestPerson
let software: Category
let travel: Category
let vendor: string
let other: string
let finance: string
let legal: string
const ids: Record<string, string> = {}

const FORM = (prefix: string) => [
  step('what', [
    question('title', 'REQUEST_TITLE', { label: 'Title', isRequired: true }),
    question(`${prefix}kind`, 'CUSTOM_SELECT', {
      label: 'Kind',
      options: ['New', 'Renewal'].map((label, ordinal) => ({
        id: `${prefix}-${label.toLowerCase()}`,
        label,
        parentId: null,
        ordinal,
      })),
    }),
    question(`${prefix}pays`, 'DEPARTMENT_SELECT', { label: 'Who pays?', isMulti: true }),
    question(`${prefix}data`, 'YES_NO', { label: 'Personal data' }),
    question(`${prefix}begins`, 'START_DATE', { label: 'Begins' }),
    question('vendor', 'VENDOR_SELECT', { label: 'Vendor' }),
    question('why', 'TEXT', { label: 'Why' }),
    question('vendor2', 'VENDOR_SELECT', { label: 'Vendor' }),
  ]),
]

beforeAll(async () => {
  company = await makeCompany()
  rita = await company.addPerson({ name: 'Rita Requester' })
  abe = await company.addPerson({ name: 'Abe Approver' })
  boss = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  ;[member, admin] = [await signIn(company, rita), await signIn(company, boss)]
  ;[vendor, other, finance, legal] = [
    await company.add('vendors', 'Northwind'),
    await company.add('vendors', 'Southwind'),
    await company.add('departments', 'Finance'),
    await company.add('departments', 'Legal'),
  ]
  const levels = [[rule('legal', { approverUserIds: [abe.userId] })]]
  software = await makeCategory(admin, { form: FORM('s'), levels })
  travel = await makeCategory(admin, { form: FORM('t'), levels })
  const make = async (title: string, client: Client, category: Category, answers: object) => {
    ids[title] = await file(client, category.id, { title, ...answers } as never)
  }
  await make('A', member, software, { skind: 's-new', spays: [finance], sdata: true, sbegins: '2026-03-01', vendor })
  await make('B', member, software, {
    skind: 's-renewal',
    spays: [finance, legal],
    sdata: false,
    sbegins: '2026-04-01',
    vendor2: other,
  })
  await make('C', admin, software, { skind: 's-new', spays: [legal], vendor })
  await make('D', admin, travel, { tkind: 't-new', tpays: [finance], tbegins: '2026-03-31', vendor })
  await make('E', member, travel, {})
})

const titles = async (client: Client, query: Record<string, string | string[]>): Promise<string> => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ filter: 'ALL', ...query })) {
    if (Array.isArray(value)) for (const item of value) params.append(`${name}[]`, item)
    else params.append(name, value)
  }
  const answer = await client.get(`/api/intake-submissions?${params}`)
  expect({ query, status: answer.status }).toEqual({ query, status: 200 })
  return answer.body.edges
    .map((edge: { node: { title: string } }) => edge.node.title)
    .sort()
    .join('')
}

describe('filtering the list of requests', () => {
  it('requests are filtered by requester, vendor, category and status, alone and together', async () => {
    expect(await titles(admin, { requestorUserId: rita.userId })).toBe('ABE')
    expect(await titles(admin, { vendorId: vendor })).toBe('ACD')
    expect(await titles(admin, { vendorId: vendor, intakeCategoryId: software.id })).toBe('AC')
    expect(await titles(admin, { vendorId: vendor, intakeCategoryId: software.id, requestorUserId: rita.userId })).toBe(
      'A',
    )
    expect(await titles(admin, { status: 'PENDING', requestorUserId: rita.userId })).toBe('ABE')
    expect(await titles(admin, { status: 'APPROVED', requestorUserId: rita.userId })).toBe('')
    expect(await titles(member, { vendorId: vendor })).toBe('A')
    expect(await titles(member, { requestorUserId: abe.userId })).toBe('')
  })

  it('requests are filtered by answers: one of a list, yes or no, an option by label, any of several values', async () => {
    const by = (answerFilters: string[], more = {}) => titles(admin, { answerFilters, ...more })
    expect(await by(['Who pays?', finance])).toBe('ABD')
    expect(await by(['who PAYS?', finance])).toBe('ABD')
    expect(await by(['Who pays?', finance, 'Who pays?', legal])).toBe('ABCD')
    expect(await by(['Kind', 'New'])).toBe('ACD')
    expect(await by(['Kind', 's-new'])).toBe('AC')
    expect(await by(['Kind', 'New'], { intakeCategoryId: travel.id })).toBe('D')
    expect(await by(['Personal data', 'true'])).toBe('A')
    expect(await by(['Personal data', 'false'])).toBe('B')
    expect(await by(['Vendor', vendor])).toBe('ACD')
    expect(await by(['Vendor', other])).toBe('B')
    expect(await by(['Vendor', other], { intakeCategoryId: software.id })).toBe('B')
    expect(await by(['Vendor', vendor], { intakeCategoryId: software.id })).toBe('AC')
    expect(await by(['Kind', 'New', 'Who pays?', legal])).toBe('C')
    expect(await by(['Begins', '2026-03-01,2026-03-31'])).toBe('AD')
    expect(await by(['Begins', ',2026-03-30'])).toBe('A')
    expect(await by(['Begins', '2026-03-02,'])).toBe('BD')
    expect(await by(['Begins', '2026-04-01'])).toBe('B')
    expect(await by(['Kind', '" OR 1=1'])).toBe('')
    expect(await titles(member, { answerFilters: ['Who pays?', finance] })).toBe('AB')
  })

  it('an amount is within a range of one currency, both ends included, and other currencies don’t match', async () => {
    const amounts = { A: [500, 'USD'], B: [1_000, 'USD'], C: [1_000, 'EUR'], D: [2_000, 'USD'] }
    for (const [title, [value, currency]] of Object.entries(amounts)) {
      const to = [value, currency, ids[title]]
      await run('UPDATE intake_submissions SET amount_value = ?, amount_currency = ? WHERE id = ?', ...to)
    }
    expect(await titles(admin, { amount: 'USD,500,1000' })).toBe('AB')
    expect(await titles(admin, { amount: 'USD,501,' })).toBe('BD')
    expect(await titles(admin, { amount: 'USD,,999' })).toBe('A')
    expect(await titles(admin, { amount: 'EUR,,' })).toBe('C')
    expect(await titles(member, { amount: 'USD,,' })).toBe('AB')
    expect(await titles(admin, { amount: 'USD,501,', 'orderBy[by]': ['coalescedRequestAmount', 'createdAt'] })).toBe(
      'BD',
    )
    for (const wrong of ['USD', 'XXX,1,2', 'USD,2,1', 'USD,1.5,', 'USD,-1,', 'USD,1,2,3', 'USD,1 OR 1=1,']) {
      const answer = await admin.get(`/api/intake-submissions?amount=${encodeURIComponent(wrong)}`)
      expect([wrong, codeOf(answer), Object.keys(fieldsOf(answer))]).toEqual([wrong, 'INVALID', ['amount']])
    }
    const { body } = await admin.graphql(
      'query { intakeSubmissions(filter: ALL, amount: "USD,501,") { edges { node { title } } } }',
    )
    expect(body.data.intakeSubmissions.edges).toHaveLength(2)
    const csv = await admin.get('/api/download-intake-submissions?filter=ALL&amount=USD,2000,2000')
    expect(String(csv.body).trim().split('\n')).toHaveLength(2)
  })

  it('answer filters use the current answers, not former ones', async () => {
    const change = { id: ids.E, version: 1, intakeCategoryId: travel.id, isDraft: false }
    const answers = [
      { questionId: 'title', value: 'E' },
      { questionId: 'tdata', value: true },
    ]
    const submission = { ...change, answers }
    expect((await member.post('/api/intake-submission', { batch: 1, totalBatches: 1, submission })).status).toBe(200)
    expect(await titles(admin, { answerFilters: ['Personal data', 'true'] })).toBe('AE')
    const back = { ...submission, version: 2, answers: [answers[0]] }
    await member.post('/api/intake-submission', { batch: 1, totalBatches: 1, submission: back })
    expect(await titles(admin, { answerFilters: ['Personal data', 'true'] })).toBe('A')
  })

  it('date filters use days in the person’s time zone, both included', async () => {
    // 23:30 on the first of March in New York is the second in UTC.
    await run('UPDATE intake_submissions SET created_at = ? WHERE id = ?', Date.parse('2026-03-02T04:30:00Z'), ids.A)
    await run('UPDATE sessions SET timezone = ? WHERE company_id = ?', 'America/New_York', company.id)
    expect(await titles(admin, { createdFrom: '2026-03-01', createdTo: '2026-03-01' })).toBe('A')
    expect(await titles(admin, { createdFrom: '2026-03-02', createdTo: '2026-03-02' })).toBe('')
    await run('UPDATE sessions SET timezone = NULL WHERE company_id = ?', company.id)
    expect(await titles(admin, { createdFrom: '2026-03-02', createdTo: '2026-03-02' })).toBe('A')
    expect(await titles(admin, { createdTo: '2026-03-01' })).toBe('')
    expect(await titles(admin, { submittedFrom: '2099-01-01' })).toBe('')
    expect(await titles(admin, { decidedTo: '2099-01-01' })).toBe('')
  })

  it('requests are filtered by assignee', async () => {
    expect(await titles(admin, { assigneeUserId: abe.userId })).toBe('')
    await run('UPDATE intake_submissions SET assignee_user_id = ? WHERE id = ?', abe.userId, ids.B)
    expect(await titles(admin, { assigneeUserId: abe.userId })).toBe('B')
    expect(await titles(admin, { assigneeUserId: abe.userId, intakeCategoryId: travel.id })).toBe('')
    const { body } = await admin.get(`/api/intake-submissions?filter=ALL&assigneeUserId=${abe.userId}`)
    expect(body.edges[0].node.assignee).toEqual({ id: abe.userId, name: 'Abe Approver' })
  })

  it('unreadable filters are refused, each beside its field', async () => {
    const refused = async (query: string) => {
      const answer = await admin.get(`/api/intake-submissions?${query}`)
      return { code: codeOf(answer), fields: fieldsOf(answer) }
    }
    expect(await refused('answerFilters[]=Kind')).toEqual({
      code: 'INVALID',
      fields: { answerFilters: 'answerFilters must be a list of question labels and values in sets of 2' },
    })
    expect((await refused('createdFrom=2026-13-01')).fields.createdFrom).toMatch(/^There is no month 13/)
    expect((await refused('dueTo=1.3.2026')).fields.dueTo).toBe('Date must be in format yyyy-mm-dd')
    expect((await refused('requestorUserId=no%20id')).fields.requestorUserId).toBeDefined()
    const many = Array.from({ length: 42 }, () => 'answerFilters[]=x').join('&')
    expect((await refused(many)).fields.answerFilters).toBe('At most 20 answers')
  })

  it('rows include who filed it, the requester’s units and the watchers on request', async () => {
    await company.addToDepartment(finance, rita.userId)
    const include = ['createdBy', 'requestorUnits', 'watchers'].map((extra) => `include[]=${extra}`).join('&')
    const { body } = await admin.get(`/api/intake-submissions?filter=ALL&search=A&${include}`)
    const node = body.edges.find((edge: { node: { id: string } }) => edge.node.id === ids.A).node
    expect(node).toMatchObject({
      createdBy: { id: rita.userId, name: 'Rita Requester' },
      requestor: { departments: [{ id: finance, name: 'Finance' }], businessUnits: [] },
      watchers: [],
    })
    expect(node.currentLevelPendingDuration).toBeGreaterThanOrEqual(0)
  })

  it('the departments of requesters are any of those chosen, whatever else the requests are about', async () => {
    const [east, west] = [await company.add('departments', 'East'), await company.add('departments', 'West')]
    const join = (department: string, { userId }: TestPerson) =>
      run(
        'INSERT INTO department_members (company_id, department_id, user_id) VALUES (?, ?, ?)',
        company.id,
        department,
        userId,
      )
    await join(east, rita)
    expect(await titles(admin, { departmentIds: [east] })).toBe('ABE')
    expect(await titles(admin, { departmentIds: [west] })).toBe('')
    expect(await titles(admin, { departmentIds: [east, west] })).toBe('ABE')
    await join(west, boss)
    expect(await titles(admin, { departmentIds: [east, west] })).toBe('ABCDE')
    expect(await titles(admin, { departmentIds: [west], vendorId: vendor })).toBe('CD')
    expect(await titles(member, { departmentIds: [west] })).toBe('')
    const many = await admin.get(
      `/api/intake-submissions?${Array.from({ length: 21 }, () => 'departmentIds[]=x').join('&')}`,
    )
    expect(codeOf(many)).toBe('INVALID')
  })
})

/** Thousands of copies of a request, all older than it, each a second apart. */
const multiply = async (id: string, count: number) => {
  const columns = `company_id, intake_category_id, form_version, requestor_user_id, requestor_name, created_by_user_id,
    is_draft, status, amount_value, amount_currency, vendor_id, version, submitted_at, updated_at`
  await run(
    `WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < ?2)
     INSERT INTO intake_submissions (id, number, title, created_at, ${columns})
     SELECT s.id || '-' || k.i, 100000 - k.i, 'Copy ' || k.i, 1000000000000 - 1000 * k.i, ${columns
       .split(',')
       .map((name) => `s.${name.trim()}`)
       .join(', ')}
       FROM intake_submissions s CROSS JOIN k WHERE s.id = ?1`,
    id,
    count,
  )
  await run(
    `INSERT INTO intake_answers (submission_id, version, question_id, company_id, value)
     SELECT s.id, a.version, a.question_id, a.company_id, a.value FROM intake_submissions s
       JOIN intake_answers a ON a.submission_id = ?1 WHERE s.id LIKE ?1 || '-%'`,
    id,
  )
}

const readOf = (headers: Headers): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])
const tripsOf = (headers: Headers): number => Number(/trips=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

describe('the filtered list with many requests', () => {
  beforeAll(async () => {
    await multiply(ids.C ?? '', 3000)
  })

  it('a page with five filters costs at most two round trips and rows in proportion to the page', async () => {
    const query = new URLSearchParams({
      filter: 'ACTIVE',
      status: 'PENDING',
      intakeCategoryId: software.id,
      vendorId: vendor,
      createdFrom: '2001-01-01',
      createdTo: '2001-12-31',
    })
    query.append('include[]', 'none')
    query.append('answerFilters[]', 'Kind')
    query.append('answerFilters[]', 'New')
    const { status, body, headers } = await admin.get(`/api/intake-submissions?${query}`)
    expect(status).toBe(200)
    expect(body.edges).toHaveLength(20)
    expect(tripsOf(headers)).toBeLessThanOrEqual(2)
    expect(readOf(headers)).toBeLessThanOrEqual(100)
  })

  it('a search for rare text continues page by page at a bounded cost, and finds it', async () => {
    const found: string[] = []
    let cursor = ''
    let pages = 0
    const costs: number[] = []
    do {
      const { body, headers } = await admin.get(`/api/intake-submissions?filter=ALL&search=Copy 2999${cursor}`)
      found.push(...body.edges.map((edge: { node: { title: string } }) => edge.node.title))
      costs.push(readOf(headers))
      cursor = body.pageInfo.hasNextPage ? `&cursor=${body.pageInfo.endCursor}` : ''
      pages += 1
    } while (cursor && pages < 10)
    expect(found).toEqual(['Copy 2999'])
    expect(pages).toBeLessThanOrEqual(8)
    // Who searches on and on is shown more at a time only after a few pages.
    expect(costs.slice(0, 4).filter((cost) => cost > 300)).toEqual([])
  })

  it('pages of a search neither lose nor repeat a request, in any order', async () => {
    for (const by of ['createdAt', 'id', 'status', 'requestorName', 'number', 'coalescedRequestAmount', 'dueDate']) {
      for (const dir of ['ASC', 'DESC']) {
        const seen: string[] = []
        let cursor = ''
        for (let pages = 0; pages < 40; pages++) {
          const query = `filter=ALL&search=Copy 29&vendorId=${vendor}&orderBy[by][]=${by}&orderBy[dir][]=${dir}&first=40`
          const { body } = await admin.get(`/api/intake-submissions?${query}${cursor}`)
          seen.push(...body.edges.map((edge: { node: { id: string } }) => edge.node.id))
          if (!body.pageInfo.hasNextPage) break
          cursor = `&cursor=${body.pageInfo.endCursor}`
        }
        expect({ by, dir, count: seen.length, unique: new Set(seen).size }).toEqual({
          by,
          dir,
          count: 111,
          unique: 111,
        })
      }
    }
  })

  it('the file has every request that matches the filters', async () => {
    const { body } = await admin.get(`/api/download-intake-submissions?filter=ALL&search=Copy 29&vendorId=${vendor}`)
    expect(body.trim().split('\r\n')).toHaveLength(112)
  })
})
