import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, FORM, file, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Saved filters, possible filters, the list's file, and actions on several requests. */

let company: TestCompany
let admin: Client
let member: Client
let approver: Client
let software: Category
const SAVED = '/api/intake-submissions/filter-queries'

beforeAll(async () => {
  company = await makeCompany()
  const [rita, abe, boss] = [
    await company.addPerson({ name: 'Rita Requester' }),
    await company.addPerson({ name: 'Abe Approver' }),
    await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }),
  ]
  ;[member, approver, admin] = [await signIn(company, rita), await signIn(company, abe), await signIn(company, boss)]
  software = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [abe.userId] })]] })
})

describe('saved filters', () => {
  it('saved filters can be created, changed and deleted by their owner, and no one else sees them', async () => {
    const { body } = await member.post(SAVED, { label: 'Big ones', queryString: '?filter=ALL&status=PENDING' })
    await member.post(SAVED, { label: 'archive', queryString: 'filter=ARCHIVED' })
    const mine = { id: body.id, label: 'Big ones', queryString: 'filter=ALL&status=PENDING' }
    expect((await member.get(SAVED)).body[1]).toEqual(mine)
    expect((await admin.get(SAVED)).body).toEqual([])
    expect(codeOf(await admin.post(SAVED, { ...mine, label: 'Mine now' }))).toBe('NOT_FOUND')
    expect(codeOf(await admin.call('DELETE', `${SAVED}/${body.id}`))).toBe('NOT_FOUND')
    expect((await member.post(SAVED, { ...mine, label: 'Pending' })).body).toEqual({ id: body.id })
    expect((await member.get(SAVED)).body.map((filter: { label: string }) => filter.label)).toEqual([
      'archive',
      'Pending',
    ])
    expect((await member.call('DELETE', `${SAVED}/${body.id}`)).status).toBe(204)
    expect((await member.get(SAVED)).body).toHaveLength(1)
  })

  it('saved filters have unique names and a maximum number', async () => {
    const again = await member.post(SAVED, { label: 'ARCHIVE', queryString: 'filter=ALL' })
    expect(fieldsOf(again).label).toBe('You already have a filter with this name')
    expect((await admin.post(SAVED, { label: 'Archive', queryString: 'filter=ALL' })).status).toBe(200)
    expect(fieldsOf(await member.post(SAVED, { label: 'x', queryString: '?' })).queryString).toBe('Required')
    expect(fieldsOf(await member.post(SAVED, { label: 'x'.repeat(101), queryString: 'a' })).label).toBeDefined()
    for (let i = 0; i < 49; i++) await member.post(SAVED, { label: `Filter ${i}`, queryString: 'filter=ALL' })
    expect(codeOf(await member.post(SAVED, { label: 'One more', queryString: 'filter=ALL' }))).toBe('RULE_BROKEN')
  })

  it('a repeated command saves a filter once', async () => {
    const id = newId()
    const body = { label: 'Twice', queryString: 'filter=ALL' }
    const first = await approver.post(SAVED, body, id)
    expect((await approver.post(SAVED, body, id)).body).toEqual(first.body)
    expect((await approver.get(SAVED)).body).toHaveLength(1)
  })
})

describe('available filters', () => {
  it('questions with choices or dates can be filtered by, once for each label', async () => {
    const { body } = await member.get('/api/intake-submissions/filter-options')
    expect(body.map(({ label, type }: { label: string; type: string }) => `${label} ${type}`)).toEqual([
      'department DEPARTMENT_SELECT',
      'due DUE_DATE',
      'kind CUSTOM_SELECT',
      'owner MEMBER_SELECT',
      'vendor VENDOR_SELECT',
    ])
    const kind = body.find(({ label }: { label: string }) => label === 'kind')
    expect(kind.options).toEqual([
      { value: 'New', label: 'New' },
      { value: 'Renewal', label: 'Renewal' },
    ])
    const [first] = FORM
    const other = await makeCategory(admin, {
      form: first ? [{ ...first, questions: first.questions.filter(({ id }) => id !== 'due') }] : [],
      levels: [],
    })
    const merged = await member.get('/api/intake-submissions/filter-options')
    expect(merged.body).toHaveLength(5)
    const ofOne = await member.get(`/api/intake-submissions/filter-options?intakeCategoryId=${other.id}`)
    expect(ofOne.body.map(({ label }: { label: string }) => label)).toEqual(['kind'])
  })
})

describe('the CSV file of the list', () => {
  it('the file follows the filters, with times in the person’s time zone, and no text becomes a formula', async () => {
    const id = await file(member, software.id, {
      title: '=HYPERLINK("x")',
      amount: { value: 123_456, currency: 'USD' },
    })
    await file(member, software.id, { title: 'Another, "quoted"' })
    await run('UPDATE intake_submissions SET created_at = ? WHERE id = ?', Date.parse('2026-03-02T04:30:00Z'), id)
    await run('UPDATE sessions SET timezone = ? WHERE company_id = ?', 'America/New_York', company.id)
    const answer = await admin.get('/api/download-intake-submissions?search=HYPERLINK')
    expect(answer.headers.get('Content-Disposition')).toMatch(/filename="outlay-requests-\d{4}-\d\d-\d\d\.csv"/)
    const [header = '', row = '', end] = answer.body.split('\r\n')
    expect(end).toBe('')
    expect(header).toContain('Created (UTC)')
    expect(row).toContain(`"'=HYPERLINK(""x"")"`)
    expect(row).toContain(',1234.56,USD,')
    expect(row).toContain(',2026-03-02 04:30:00,')
    expect(row).toContain('Rita Requester')
    expect((await admin.get('/api/download-intake-submissions?search=quoted')).body).toContain('"Another, ""quoted"""')
    expect((await admin.get('/api/download-intake-submissions?search=nothing')).body.trim().split('\r\n')).toHaveLength(
      1,
    )
    expect(codeOf(await admin.get('/api/download-intake-submissions?answerFilters[]=x'))).toBe('INVALID')
  })
})

const stateOf = async (client: Client, id: string) => (await client.get(`/api/intake-submission/${id}`)).body

describe('actions on several requests', () => {
  it('several requests can be archived and unarchived, each with its result', async () => {
    const own = await file(member, software.id, { title: 'Own' })
    const others = await file(admin, software.id, { title: 'Others' })
    const stranger = await makeCompany()
    const boss = await signIn(stranger, await stranger.addPerson({ flags: ['hasAdminAccess'] }))
    const category = await makeCategory(boss, { levels: [] })
    const foreign = await file(boss, category.id, { title: 'Foreign' })
    const path = '/api/intake-submissions/archived'
    const id = newId()
    const body = { ids: [own, others, foreign, 'unknown', own], archived: true, message: 'Old' }
    const { status, body: answer } = await member.post(path, body, id)
    expect(status).toBe(200)
    const missing = { done: false, message: expect.stringContaining('not found') }
    expect(answer.results).toEqual([
      { id: own, done: true, message: null },
      { id: others, ...missing },
      { id: foreign, ...missing },
      { id: 'unknown', ...missing },
    ])
    expect((await stateOf(member, own)).archived).toBe(true)
    expect((await stateOf(admin, others)).archived).toBe(false)
    expect((await member.post(path, body, id)).body).toEqual(answer)
    const refused = await approver.post(path, { ids: [others], archived: true })
    expect(refused.body.results).toEqual([
      { id: others, done: false, message: 'Only the requester and admins can do this.' },
    ])
    await admin.post(path, { ids: [own, others], archived: false })
    expect((await stateOf(member, own)).archived).toBe(false)
    const log = await admin.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${own}`)
    expect(JSON.stringify(log.body)).toContain('Old')
  })

  it('pending requests get a reminder, and others say why not', async () => {
    const waiting = await file(member, software.id, { title: 'Waiting' })
    const decided = await file(member, software.id, { title: 'Decided' })
    const view = await approver.get(`/api/intake-submission/${decided}/approvals`)
    const decision = { status: 'APPROVED', levelGroupStatusId: view.body.levels[0].blocks[0].id, seenVersion: 1 }
    await approver.post(`/api/intake-submission/${decided}/status`, decision)
    const draft = (await save(member, software.id, { title: 'Draft' }, { isDraft: true })).body.id
    const id = newId()
    const body = { ids: [waiting, decided, draft], note: 'Please' }
    const { body: answer } = await member.post('/api/intake-submissions/remind', body, id)
    expect(answer.results).toEqual([
      { id: waiting, done: true, message: null },
      { id: decided, done: false, message: 'No one needs to act on this request.' },
      { id: draft, done: false, message: expect.stringContaining('not found') },
    ])
    expect((await member.post('/api/intake-submissions/remind', body, id)).body).toEqual(answer)
    const { body: after } = await member.get(`/api/intake-submission/${waiting}/approvals`)
    expect(after.levels[0].blocks[0].remindedNote ?? after.levels[0].blocks[0].remindedWithNote).toBe('Please')
  })

  it('a single request can be archived in every state, and unknown ones are not found', async () => {
    const id = await file(member, software.id, { title: 'One' })
    const put = (client: Client, archived: boolean) =>
      client.call('PUT', `/api/intake-submission/${id}/archived`, { body: { archived, message: 'Done with it' } })
    expect((await put(approver, true)).status).toBe(403)
    expect((await put(member, true)).status).toBe(200)
    expect((await put(member, true)).status).toBe(200)
    expect((await stateOf(member, id)).archived).toBe(true)
    expect((await put(admin, false)).status).toBe(200)
    expect((await stateOf(member, id)).archived).toBe(false)
  })
})
