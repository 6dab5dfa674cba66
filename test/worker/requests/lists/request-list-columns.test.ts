import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowLevel } from '../../../../schema/approvals/workflows/definition.ts'
import type { ColumnAnswer } from '../../../../schema/requests/endpoints.ts'
import { codeOf } from '../../../support/worker/doors.ts'
import {
  type Category,
  file,
  makeCategory,
  question,
  rule,
  saveForm,
  saveLevels,
  step,
} from '../../../support/worker/intake.ts'
import { statementsOf } from '../../../support/worker/query-plans.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** A category's custom columns in its list of requests, and in that list's file. */

let company: TestCompany
let admin: Client
let member: Client
let abe: Client
let category: Category
let vendor: string
let full: string
let bare: string

const kinds = (...labels: string[]) =>
  labels.map((label, ordinal) => ({ id: label.toLowerCase(), label, parentId: null, ordinal }))
const FORM = (options = kinds('New', 'Renewal')) => [
  step('what', [
    question('title', 'REQUEST_TITLE', { label: 'Title', isRequired: true }),
    question('kind', 'CUSTOM_SELECT', { label: 'Kind', isMulti: true, options }),
    question('vendor', 'VENDOR_SELECT'),
    question('owner', 'MEMBER_SELECT'),
    question('budget', 'MONEY'),
    question('data', 'YES_NO'),
    question('begins', 'START_DATE'),
    question('term', 'DURATION'),
    question('where', 'ADDRESS'),
    question('note', 'TEXT'),
  ]),
]
const ASKED = ['kind', 'vendor', 'owner', 'budget', 'data', 'begins', 'term', 'where', 'note']

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableCurrencies'])
  const [rita, approver, boss] = [
    await company.addPerson({ name: 'Rita Requester' }),
    await company.addPerson({ name: 'Abe Approver' }),
    await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }),
  ]
  ;[member, abe, admin] = [await signIn(company, rita), await signIn(company, approver), await signIn(company, boss)]
  vendor = await company.add('vendors', 'Northwind')
  category = await makeCategory(admin, {
    form: FORM(),
    levels: [
      [rule('legal', { approverUserIds: [approver.userId] })],
      [
        rule('setup', {
          type: 'TASK',
          approverUserIds: [boss.userId],
          conditionAnyOfs: [{ valuesQuestionId: 'kind', values: ['new'] }],
        }),
      ],
    ],
  })
  await columns([...ASKED.map((id) => ({ questionId: id })), { ruleId: 'legal' }, { ruleId: 'setup' }])
  const where = { country: 'US', address1: '1 Main St', address2: '', city: 'Salem', state: 'OR', postalCode: '97301' }
  await admin.post('/api/currency-rates', { base: 'EUR', date: '2026-01-01', rate: '1.1' })
  full = await file(member, category.id, {
    ...{ title: 'Full', kind: ['new', 'renewal'], vendor, owner: approver.userId, data: false, begins: '2026-03-01' },
    ...{ budget: { value: 125_050, currency: 'EUR' }, term: { years: 1, months: 6, days: 0 }, where, note: 'vendor' },
  })
  bare = await file(member, category.id, { title: 'Bare' })
})

const columns = async (sources: { questionId?: string; ruleId?: string }[]) => {
  const path = `/api/intake-categories/${category.id}/settings`
  const { owners: _, ...settings } = (await admin.get(path)).body
  const dashboardCustomColumns = sources.map(({ questionId = null, ruleId = null }) => ({
    ...{ columnName: `The ${questionId ?? ruleId}`, questionId, ruleId },
  }))
  const answer = await admin.post(path, { ...settings, ownerIds: [], dashboardCustomColumns })
  expect(answer.status).toBe(200)
}

const listed = async (client: Client, title: string): Promise<ColumnAnswer[]> => {
  const query = `intakeCategoryId=${category.id}&filter=ALL&include[]=columnAnswers`
  const { body } = await client.get(`/api/intake-submissions?${query}`)
  return body.edges.find((edge: { node: { title: string } }) => edge.node.title === title).node.columnAnswers
}
const valuesOf = async (client: Client, title: string) =>
  Object.fromEntries((await listed(client, title)).map((c) => [c.columnName, c.answers.map(({ value }) => value)]))
const decide = async (client: Client, id: string, block: string) => {
  const { levels } = (await client.get(`/api/intake-submission/${id}/approvals`)).body
  const blocks = levels.flatMap((level: { blocks: { id: string; ruleId: string }[] }) => level.blocks)
  const levelGroupStatusId = blocks.find((b: { ruleId: string }) => b.ruleId === block).id
  const body = { levelGroupStatusId, status: 'APPROVED', seenVersion: 1 }
  return client.post(`/api/intake-submission/${id}/status`, body)
}

describe('a column that a category adds to its list', () => {
  it('everyone who files sees the column, with the type of what it shows', async () => {
    const { body } = await member.get(`/api/intake-categories/${category.id}/columns`)
    expect(body.map((c: { type: string }) => c.type)).toEqual([
      ...['CUSTOM_SELECT', 'VENDOR_SELECT', 'MEMBER_SELECT', 'MONEY', 'YES_NO', 'START_DATE', 'DURATION', 'ADDRESS'],
      ...['TEXT', 'APPROVAL', 'TASK'],
    ])
    expect(body[9]).toEqual({
      ...{ ordinal: 9, columnName: 'The legal', questionId: null, ruleId: 'legal', type: 'APPROVAL' },
    })
  })

  it('the column shows an answer in words, and the state of a task', async () => {
    expect(await valuesOf(member, 'Full')).toEqual({
      'The kind': ['New', 'Renewal'],
      'The vendor': ['Northwind'],
      'The owner': ['Abe Approver'],
      'The budget': [125_050],
      'The data': [false],
      'The begins': ['2026-03-01'],
      'The term': ['1 year, 6 months'],
      'The where': ['1 Main St, Salem, OR 97301, US'],
      'The note': ['vendor'],
      'The legal': ['Waiting for Abe Approver'],
      'The setup': ['Not yet'],
    })
    const [kind, , , budget] = await listed(member, 'Full')
    expect(kind?.answers[0]).toEqual({ id: 'new', value: 'New', currency: null })
    expect(budget?.answers[0]?.currency).toBe('EUR')
  })

  it('the column is empty without an answer, or if the task isn’t required', async () => {
    const values = Object.entries(await valuesOf(member, 'Bare')).filter(([, list]) => list.length > 0)
    expect(values).toEqual([['The legal', ['Waiting for Abe Approver']]])
  })

  it('the column follows the task and shows current names', async () => {
    expect((await decide(abe, full, 'legal')).status).toBe(200)
    expect((await decide(abe, bare, 'legal')).status).toBe(200)
    await run('UPDATE vendors SET name = ? WHERE id = ?', 'Northwind Traders', vendor)
    expect(await valuesOf(admin, 'Full')).toMatchObject({
      'The vendor': ['Northwind Traders'],
      'The legal': ['Approved by Abe Approver'],
      'The setup': ['Waiting for Ada Admin'],
    })
    await admin.call('PUT', `/api/intake-submission/${full}/archived`, { body: { archived: true } })
    expect(await valuesOf(admin, 'Full')).toMatchObject({ 'The setup': ['Not decided'] })
    await admin.call('PUT', `/api/intake-submission/${full}/archived`, { body: { archived: false } })
  })

  it('the column is in the file of the category’s list and in no other', async () => {
    const fileOf = async (query: string): Promise<string[]> =>
      (await member.get(`/api/download-intake-submissions?filter=ALL${query}`)).body.trim().split('\r\n')
    const [header, , row] = await fileOf(`&intakeCategoryId=${category.id}`)
    expect(header?.endsWith('The where,The note,The legal,The setup')).toBe(true)
    const cells = '"New; Renewal",Northwind Traders,Abe Approver,1250.50,EUR,No,2026-03-01,"1 year, 6 months"'
    expect(header).toContain('The budget,The budget currency,')
    expect(row).toContain(cells)
    expect(row?.endsWith('vendor,Approved by Abe Approver,Waiting for Ada Admin')).toBe(true)
    expect((await fileOf(''))[0]).not.toContain('The kind')
  })

  it('the column keeps a deleted option’s label and is removed with its question', async () => {
    const { definition, version } = (await admin.get(`/api/intake-workflow/${category.workflowId}`)).body
    const levels = (definition.levels as WorkflowLevel[]).map((level) =>
      level.rules.map((each) => ({ ...each, conditionAnyOfs: [] })),
    )
    // A question that a rule uses can't be deleted.
    await saveLevels(admin, category.workflowId, levels, version)
    await saveForm(admin, category.id, FORM(kinds('New')))
    expect((await valuesOf(member, 'Full'))['The kind']).toEqual(['New', 'Renewal'])
    await saveForm(admin, category.id, [step('what', [question('title', 'REQUEST_TITLE', { isRequired: true })])])
    expect(Object.keys(await valuesOf(member, 'Full'))).toEqual(['The legal', 'The setup'])
    await saveForm(admin, category.id, FORM())
  })

  it('the column costs no extra round trip and is read only for one category’s list', async () => {
    const query = '/api/intake-submissions?filter=ALL&include[]=columnAnswers'
    const { body } = await member.get(query)
    expect(body.edges[0].node.columnAnswers).toBeUndefined()
    const statements = await statementsOf(() => member.get(`${query}&intakeCategoryId=${category.id}`))
    expect(statements.filter(({ sql }) => sql.includes('custom_columns'))).toHaveLength(2)
    const elsewhere = await makeCompany()
    const stranger = await signIn(elsewhere, await elsewhere.addPerson({ flags: ['hasAdminAccess'] }))
    expect(codeOf(await stranger.get(`/api/intake-categories/${category.id}/columns`))).toBe('NOT_FOUND')
    const foreign = await stranger.get(`${query}&intakeCategoryId=${category.id}`)
    expect(foreign.body.edges).toEqual([])
  })
})
