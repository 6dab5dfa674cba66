import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../worker/core/clock.ts'
import { ok } from '../support/worker/answers.ts'
import { makeCategory, question, rule, step } from '../support/worker/intake.ts'
import { runTicks } from '../support/worker/jobs/ticks.ts'
import { run } from '../support/worker/sessions.ts'
import { makeVendorCompany } from '../support/worker/vendor-companies.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../support/worker/world.ts'

/**
 * Calls like those of a program written from the specification alone: with its fields and no others. Checks what they
 * did, not only their status.
 */

let company: TestCompany
let admin: Client
let owner: TestPerson
let approver: TestPerson
let asApprover: Client
let category: { id: string; workflowId: string }

beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  owner = await company.addPerson({ name: 'Olga Owner' })
  approver = await company.addPerson({ name: 'Abe Approver' })
  asApprover = await signIn(company, approver)
  category = await makeCategory(admin, {
    levels: [[rule('legal', { approverUserIds: [approver.userId] })]],
  })
})

const url = (id: string, path = '') => `/api/intake-submission/${id}${path && `/${path}`}`
const put = (path: string, body: unknown) => admin.call('PUT', path, { body })

const fieldOf = (questionId: string, value: unknown) => ({
  stepId: 'what',
  questionId,
  questionOrdinal: 0,
  label: questionId,
  description: '',
  isRequired: false,
  note: '',
  version: 1,
  value,
})
const file = async (title: string, batches = 1): Promise<string> => {
  const submission = { intakeCategoryId: category.id, isDraft: false, watcherUserIds: [owner.userId] }
  const stepOf = (fields: object[]) => [{ stepId: 'what', stepLabel: 'what', stepOrdinal: 0, fields }]
  const parts = batches === 1 ? [[fieldOf('kind', 'new')]] : [[fieldOf('kind', 'new')], [fieldOf('due', '2030-01-01')]]
  let id = ''
  for (const [index, fields] of parts.entries()) {
    const body = {
      batch: index + 1,
      totalBatches: parts.length,
      submission: { ...submission, title, steps: stepOf(fields) },
    }
    id = (await ok(admin.post('/api/intake-submission', body))).id
  }
  return id
}
const blockOf = async (id: string) => (await ok(admin.get(url(id, 'approvals')))).levels[0].blocks[0]

describe('filing and reading a request', () => {
  it('a request filed by step has its title, needs no transaction id, and reads back the same fields', async () => {
    const id = await file('Laptops', 2)
    const body = await ok(admin.get(url(id)))
    expect(body).toMatchObject({
      title: 'Laptops',
      isDraft: false,
      archived: false,
      status: 'PENDING',
      createdBy: { firstName: 'Ada' },
      assignee: null,
      intakeCategoryId: category.id,
      category: { id: category.id, type: 'INTERNAL', description: expect.any(String) },
      watchers: [{ id: owner.userId, name: 'Olga Owner' }],
      watcherUserIds: [owner.userId],
      vendors: [],
      answerVendors: [],
      associatedVendors: [],
      version: 1,
      dueDate: '2030-01-01',
    })
    expect(body.steps[0]).toMatchObject({ stepId: 'what', stepOrdinal: 0 })
    const given = body.steps[0].fields.map((one: { questionId: string; value: unknown }) => [one.questionId, one.value])
    expect(Object.fromEntries(given)).toMatchObject({ title: 'Laptops', kind: 'new', due: '2030-01-01' })
  })

  it('a request’s own steps can be sent back as an edit', async () => {
    const id = await file('Chairs')
    const { steps } = await ok(admin.get(url(id)))
    const submission = { id, intakeCategoryId: category.id, isDraft: false, title: 'Chairs', steps }
    await ok(admin.post('/api/intake-submission', { batch: 1, totalBatches: 1, submission }))
    expect((await ok(admin.get(url(id)))).title).toBe('Chairs')
  })

  it('a title that was given stays when the form asks for none, also after an edit without a title', async () => {
    const plain = await makeCategory(admin, {
      form: [step('what', [question('kind', 'TEXT')])],
      levels: [[rule('legal', { approverUserIds: [approver.userId] })]],
    })
    const save = (more: object) =>
      ok(
        admin.post('/api/intake-submission', {
          batch: 1,
          totalBatches: 1,
          submission: { intakeCategoryId: plain.id, isDraft: false, steps: [], ...more },
        }),
      )
    const titleOf = async (id: string) => (await ok(admin.get(url(id)))).title
    const { id } = await save({ title: 'Four chairs' })
    expect(await titleOf(id)).toBe('Four chairs')
    await save({ id })
    expect(await titleOf(id)).toBe('Four chairs')
    await save({ id, title: 'Five chairs' })
    expect(await titleOf(id)).toBe('Five chairs')
    const draft = await save({ title: 'Six chairs', isDraft: true })
    await save({ id: draft.id, isDraft: true })
    expect(await titleOf(draft.id)).toBe('Six chairs')
    await save({ id: draft.id })
    expect(await titleOf(draft.id)).toBe('Six chairs')
    expect(await titleOf((await save({})).id)).toMatch(/Ada Admin$/)
  })

  it('the company’s own request is not for a vendor', async () => {
    expect(await ok(admin.get(url(await file('Own'))))).toMatchObject({ forVendor: false, vendorCompany: null })
  })

  it('a form that a vendor fills in names the vendor’s account, alone and in the list', async () => {
    const form = [step('what', [question('vendor', 'VENDOR_SELECT')])]
    const forVendors = await makeCategory(admin, { form, levels: [] })
    const vendorId = await company.add('vendors', 'Acme')
    const account = await makeVendorCompany()
    const send = async (value: string | null) => {
      const steps = [{ stepId: 'what', stepLabel: 'what', stepOrdinal: 0, fields: [fieldOf('vendor', value)] }]
      const submission = { intakeCategoryId: forVendors.id, isDraft: false, title: 'Form', steps }
      return (await ok(admin.post('/api/intake-submission', { batch: 1, totalBatches: 1, submission }))).id
    }
    const [filled, open] = [await send(vendorId), await send(null)]
    // Such forms are filled in by vendors.
    await run("UPDATE intake_categories SET type = 'CUSTOM_VENDOR_FORM' WHERE id = ?", forVendors.id)
    const vendorCompany = { id: account.id, name: account.name }
    expect(await ok(admin.get(url(filled)))).toMatchObject({ forVendor: true, vendorCompany: null })
    await run(
      'INSERT INTO vendor_company_customers (vendor_company_id, company_id, vendor_id, created_at) VALUES (?, ?, ?, 0)',
      ...[account.id, company.id, vendorId],
    )
    expect(await ok(admin.get(url(filled)))).toMatchObject({ forVendor: true, vendorCompany })
    expect(await ok(admin.get(url(open)))).toMatchObject({ forVendor: true, vendorCompany: null })
    const { edges } = await ok(
      admin.get(`/api/intake-submissions?intakeCategoryId=${forVendors.id}&orderBy[by][]=number`),
    )
    expect(edges.map(({ node }: { node: object }) => node)).toEqual([
      expect.objectContaining({ id: open, forVendor: true, vendorCompany: null }),
      expect.objectContaining({ id: filled, forVendor: true, vendorCompany }),
    ])
    const own = await ok(admin.get(`/api/intake-submissions?intakeCategoryId=${category.id}`))
    expect(own.edges[0].node).toMatchObject({ forVendor: false, vendorCompany: null })
  })

  it('people and times of a step are the same in every field', async () => {
    const id = await file('Bypassed')
    const bypasser = await company.addPerson({ name: 'Bo Bypasser', flags: ['hasAdminAccess'] })
    const { id: levelGroupStatusId } = await blockOf(id)
    const call = await signIn(company, bypasser)
    await ok(call.post(url(id, 'remind'), { levelGroupStatusId, note: 'Soon' }))
    await ok(call.post(url(id, 'bypass'), { levelGroupStatusId, approverNote: 'Agreed' }))
    const person = { id: bypasser.userId, userId: bypasser.userId, name: 'Bo Bypasser' }
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await blockOf(id)).toMatchObject({
      ...{ bypassedAt: time, bypassedBy: person, remindedAt: time, remindedBy: person, approvedAt: time },
      ...{ createdBy: null, approverNote: 'Agreed', remindedWithNote: 'Soon' },
    })
  })

  it('a step says that its approvers got an email only if one was sent', async () => {
    const deaf = await company.addPerson({ name: 'Dean Deaf' })
    const asDeaf = await signIn(company, deaf)
    const { version: _, ...own } = await ok(asDeaf.get('/api/current-user/notification-settings'))
    await ok(asDeaf.post('/api/current-user/notification-settings', { ...own, receiveEmail: false }))
    const silent = await makeCategory(admin, { levels: [[rule('silent', { approverUserIds: [deaf.userId] })]] })
    const fields = [fieldOf('kind', 'new')]
    const steps = [{ stepId: 'what', stepLabel: 'what', stepOrdinal: 0, fields }]
    const submission = { intakeCategoryId: silent.id, isDraft: false, title: 'Quiet', steps }
    const { id } = await ok(admin.post('/api/intake-submission', { batch: 1, totalBatches: 1, submission }))
    await runTicks(env)
    expect(await blockOf(id)).toMatchObject({ emailSent: false })
  })

  it('a decision doesn’t need the version that was seen, and the step says who decided', async () => {
    const id = await file('Desks')
    expect(await blockOf(id)).toMatchObject({ emailSent: false })
    await runTicks(env)
    const before = await blockOf(id)
    expect(before).toMatchObject({
      parentLevelGroupStatusId: null,
      sublevels: [],
      emailSent: true,
      approvedAt: null,
      approvedBy: [],
      delegateApproverUser: null,
      isManagerApprover: false,
      isRequestor: false,
      departments: [],
      businessUnits: [],
      groups: [],
      approverMatrixCells: [],
      assigneeUser: null,
      remindedWithNote: null,
    })
    expect(before.blockStatuses).toMatchObject([{ id: expect.any(String), blockStatus: 'PENDING' }])
    const decision = { status: 'APPROVED', comment: 'Fine', levelGroupStatusId: before.id }
    await ok(asApprover.post(url(id, 'status'), decision))
    expect(await blockOf(id)).toMatchObject({
      status: 'APPROVED',
      approverNote: 'Fine',
      approvedAt: expect.any(String),
      approvedBy: [{ id: approver.userId, name: 'Abe Approver' }],
    })
    expect((await ok(admin.get(url(id)))).status).toBe('APPROVED')
  })

  it('a task is added by its rule type and details', async () => {
    const id = await file('Lamps')
    const task = { ruleType: 'TASK', level: 1, details: { approverUserIds: [owner.userId], description: 'Look' } }
    await ok(admin.post(url(id, 'task'), task))
    const { levels } = await ok(admin.get(url(id, 'approvals')))
    expect(levels[0].blocks[1]).toMatchObject({ label: 'Task', approvers: [{ userId: owner.userId }] })
  })

  it('a call that needs no body works without one', async () => {
    const id = await file('Rugs')
    const copy = await ok(admin.post(url(id, 'duplicate')))
    expect((await ok(admin.get(url(copy.id)))).isDraft).toBe(true)
    await ok(admin.post(url(id, 'restart')))
    expect((await ok(admin.get(url(id)))).run).toBe(2)
  })
})

describe('the list of requests', () => {
  const list = async (query: string) => (await ok(admin.get(`/api/intake-submissions?${query}`))).edges
  const numbersOf = (edges: { node: { number: number } }[]) => edges.map(({ node }) => node.number)

  it('each row has the specification’s fields without asking for them', async () => {
    await file('Rows')
    const [{ node }] = await list(`intakeCategoryId=${category.id}&search=Rows`)
    expect(node).toMatchObject({
      requestor: { name: 'Ada Admin', departments: [], businessUnits: [] },
      createdBy: { name: 'Ada Admin' },
      watchers: [{ id: owner.userId }],
      vendors: [],
      currency: null,
      columnAnswers: [],
    })
  })

  it('an empty name[] is no filter, and the archive is a status', async () => {
    const id = await file('Old stock')
    await ok(put(url(id, 'archived'), { archived: true }))
    expect(await list('answerFilters[]=&search=Old+stock&status=')).toEqual([])
    const [found] = await list('status=ARCHIVED&search=Old+stock')
    expect(found.node).toMatchObject({ id, archived: true })
  })

  it('requests are filtered by custom fields of their linked services', async () => {
    const region = question('region', 'CUSTOM_SELECT', {
      label: 'Region',
      options: [{ id: 'eu', label: 'Europe', parentId: null, ordinal: 0 }],
    })
    const seats = question('seats', 'TEXT', { label: 'Seats' })
    await ok(
      admin.post('/api/custom-form-fields', {
        vendorFormFields: [],
        serviceFormFields: step('x', [region]).questions,
        serviceItemFormFields: step('y', [seats]).questions,
      }),
    )
    const stored = await ok(admin.get('/api/custom-form-fields'))
    const [{ id: regionId, options }] = stored.serviceFormFields
    const [{ id: seatsId }] = stored.serviceItemFormFields
    const vendor = await ok(
      admin.post('/api/vendors', { name: `Vendor ${newId()}`, owners: [owner.userId], paymentMethod: 'ACH' }),
    )
    const service = await ok(
      admin.post('/api/services', {
        name: 'Hosting',
        vendorId: vendor.id,
        customForm: [{ stepId: 'any', fields: [{ questionId: regionId, value: options[0].id }] }],
        servicePeriods: [
          {
            startDate: '2026-01-01',
            endDate: '2026-12-31',
            totalServicePeriodCost: 1000,
            customForm: [{ questionId: seatsId, value: 'Forty' }],
          },
        ],
      }),
    )
    const id = await file('With hosting')
    await file('Without hosting')
    await ok(admin.post(url(id, 'services'), { serviceIds: [service.id] }))
    const found = async (name: string, ...pairs: string[]) =>
      (await list(`${new URLSearchParams(pairs.map((pair) => [`${name}[]`, pair]))}`)).map(
        ({ node }: { node: { id: string } }) => node.id,
      )
    expect(await found('serviceAnswerFilters', 'Region', 'Europe')).toEqual([id])
    expect(await found('servicePeriodAnswerFilters', 'Seats', 'forty')).toEqual([id])
    expect(await found('serviceAnswerFilters', 'Region', 'Asia')).toEqual([])
    const odd = await admin.get('/api/intake-submissions?serviceAnswerFilters[]=Region')
    expect(odd.body.fields.serviceAnswerFilters).toBe(
      'serviceAnswerFilters must be a list of question labels and values in sets of 2',
    )
  })

  it('several sort fields apply, page after page', async () => {
    for (const title of ['Sort B', 'Sort A', 'Sort C']) await file(title)
    const order = 'orderBy[by][]=status&orderBy[by][]=number&orderBy[dir][]=ASC&orderBy[dir][]=DESC&search=Sort'
    const all = numbersOf(await list(order))
    expect(all).toEqual([...all].sort((a, b) => b - a))
    const first = await ok(admin.get(`/api/intake-submissions?${order}&first=2`))
    const next = await list(`${order}&first=2&cursor=${first.pageInfo.endCursor}`)
    expect([...numbersOf(first.edges), ...numbersOf(next)]).toEqual(all)
  })
})
