import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormStep } from '../../../../schema/requests/forms/form.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import {
  type Category,
  FORM,
  file,
  levelsOf,
  makeCategory,
  question,
  rule,
  save,
  saveForm,
  saveLevels,
  step,
} from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** A category's settings besides its form and workflows, and copies of it. */

let company: TestCompany
let admin: Client
let second: Client
let owner: Client
let ownerPerson: TestPerson
let member: Client
let approver: TestPerson

beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  second = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  ownerPerson = await company.addPerson({ name: 'Olive Owner' })
  owner = await signIn(company, ownerPerson)
  member = await signIn(company, await company.addPerson())
  approver = await company.addPerson({ name: 'Ann Approver' })
})

const levels = () => [
  [rule('legal', { approverUserIds: [approver.userId] })],
  [
    rule('large', {
      approverUserIds: [approver.userId],
      conditionAnyOfs: [{ valuesQuestionId: 'kind', values: ['renewal'] }],
    }),
  ],
]
const make = (): Promise<Category> => makeCategory(admin, { levels: levels() })
const path = (id: string) => `/api/intake-categories/${id}/settings`
const read = async (id: string) => (await admin.get(path(id))).body
const change = async (client: Client, id: string, more: object) => {
  const { owners, ...settings } = await read(id)
  return client.post(path(id), { ...settings, ownerIds: owners.map((o: { id: string }) => o.id), ...more })
}
const column = (columnName: string, of: { questionId?: string; ruleId?: string }) => ({
  ...{ columnName, questionId: null, ruleId: null },
  ...of,
})

describe('the settings of a category', () => {
  it('owners can configure the category and nothing else', async () => {
    const { id } = await make()
    expect((await owner.get(path(id))).status).toBe(403)
    const saved = await change(admin, id, { ownerIds: [ownerPerson.userId], enableAssignees: true })
    expect(saved.body.owners).toEqual([{ id: ownerPerson.userId, name: 'Olive Owner' }])
    expect((await owner.get(path(id))).body).toMatchObject({ enableAssignees: true })
    expect((await change(owner, id, { enableAssignees: false })).status).toBe(200)
    const own = await change(owner, id, { ownerIds: [ownerPerson.userId, approver.userId] })
    expect(own.status).toBe(403)
    expect((await owner.get(path((await make()).id))).status).toBe(404)
    expect((await change(admin, id, { ownerIds: [] })).status).toBe(200)
    expect((await owner.get(path(id))).status).toBe(403)
  })

  it('an owner can email only documents they may read or that the workflow sends already', async () => {
    const { id, workflowId } = await make()
    await change(admin, id, { ownerIds: [ownerPerson.userId] })
    const secret = await makeDocument(admin, 'Board minutes')
    const mine = await makeDocument(owner, 'Terms')
    const sending = (client: Client, version: number, documentIds: string[]) =>
      client.post(`/api/intake-workflow/${workflowId}/levels`, {
        version,
        entryPoints: NO_CONDITIONS,
        levels: levelsOf([
          rule('terms', {
            type: 'SEND_DOCUMENT',
            approverUserIds: [approver.userId],
            settings: { sendDocument: { recipient: { source: 'REQUESTER' }, emailCopy: '', documentIds } },
          }),
        ]),
      })
    expect(fieldsOf(await sending(owner, 2, [mine, secret]))).toEqual({
      terms: 'One of the documents doesn’t exist, or you don’t have access to it',
    })
    expect((await sending(owner, 2, [mine])).status).toBe(200)
    expect((await sending(admin, 3, [mine, secret])).status).toBe(200)
    expect((await sending(owner, 4, [secret])).status).toBe(200)
  })

  it('an unknown, foreign or disabled owner is refused', async () => {
    const { id } = await make()
    const elsewhere = await makeCompany()
    const gone = await company.addPerson({ disabled: true })
    for (const userId of [newId(), (await elsewhere.addPerson()).userId, gone.userId]) {
      const answer = await change(admin, id, { ownerIds: [userId] })
      expect(fieldsOf(answer)).toEqual({ ownerIds: 'One of the people isn’t an active member' })
    }
    expect((await read(id)).owners).toEqual([])
  })

  it('each column is a question or a task of the category', async () => {
    const { id, workflowId } = await make()
    const columns = [column('Kind', { questionId: 'kind' }), column('Legal', { ruleId: 'legal' })]
    expect((await change(admin, id, { dashboardCustomColumns: columns })).body.dashboardCustomColumns).toEqual(columns)
    const source = (message: string) => ({ 'dashboardCustomColumns.0.source': message })
    const refused: [object[], Record<string, string>][] = [
      [[column('Neither', {})], source('Must provide either a question or a task')],
      [[column('Both', { questionId: 'kind', ruleId: 'legal' })], source('Must provide either a question or a task')],
      [[column('Unknown', { questionId: 'nothing' })], source('This question is not in the form, or has no answer')],
      [[column('Unknown', { ruleId: 'nothing' })], source('This task is not in a workflow of the category')],
      [
        [columns[0] ?? {}, column('KIND', { questionId: 'title' })],
        { 'dashboardCustomColumns.1.columnName': 'Another column has this name' },
      ],
      [
        [columns[0] ?? {}, column('Kind again', { questionId: 'kind' })],
        { 'dashboardCustomColumns.1.source': 'This is already a column' },
      ],
    ]
    for (const [dashboardCustomColumns, fields] of refused) {
      const answer = await change(admin, id, { dashboardCustomColumns })
      expect({ status: answer.status, fields: fieldsOf(answer) }).toEqual({ status: 400, fields })
    }
    expect((await read(id)).dashboardCustomColumns).toEqual(columns)
    await saveLevels(admin, workflowId, [[rule('legal', { approverUserIds: [approver.userId] })]], 2)
    await saveForm(admin, id, [step('s', [question('title', 'REQUEST_TITLE')])])
    expect((await read(id)).dashboardCustomColumns).toEqual([columns[1]])
  })

  it('one of two simultaneous changes succeeds, and the log has before and after', async () => {
    const { id } = await make()
    const { version } = await read(id)
    const answers = await Promise.all([
      change(admin, id, { enableAssignees: true, version }),
      change(second, id, { approvalMode: 'ALL_AT_ONCE', version }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    await change(admin, id, { ownerIds: [ownerPerson.userId], approvalMode: 'ALL_AT_ONCE', enableAssignees: true })
    const log = await admin.get(`/api/audit-logs?targetType=INTAKE_CATEGORY&targetId=${id}`)
    expect(log.body.edges[0].node.changeData.after).toEqual({
      ...{ approvalMode: 'ALL_AT_ONCE', assignees: true, owners: ['Olive Owner'], columns: [] },
    })
  })

  it('the category’s setting decides when approvers are asked, over the company’s', async () => {
    const { id } = await make()
    const before = await file(member, id, { title: 'One by one', kind: 'renewal', reason: 'Yes' })
    await change(admin, id, { approvalMode: 'ALL_AT_ONCE' })
    const after = await file(member, id, { title: 'All', kind: 'renewal', reason: 'Yes' })
    expect([await waitingFor(before), await waitingFor(after)]).toEqual([1, 2])
    expect([await awaitedOnPage(before), await awaitedOnPage(after)]).toEqual([1, 2])
  })
})

/** How many blocks the request's page says are waited for. */
const awaitedOnPage = async (submission: string): Promise<number> => {
  const { levels } = (await admin.get(`/api/intake-submission/${submission}/approvals`)).body
  return levels
    .flatMap((level: { blocks: { isAwaited: boolean }[] }) => level.blocks)
    .filter((b: { isAwaited: boolean }) => b.isAwaited).length
}

/** How many blocks a request is waiting for now. */
const waitingFor = async (submission: string): Promise<number> => {
  const [row] = await rows<{ waiting: string }>(
    'SELECT waiting_for AS waiting FROM intake_submissions WHERE id = ?',
    submission,
  )
  return JSON.parse(row?.waiting ?? '[]').length
}

describe('a copy of a category', () => {
  const copyOf = (id: string, more: object = {}) =>
    admin.post(`/api/intake-categories/${id}/duplicate`, {
      ...{ name: `Copy ${newId()}`, includeForm: true, includeWorkflow: true, includeAdvanced: true },
      ...more,
    })

  it('a copy has its own form, workflows and settings, which refer to its own questions', async () => {
    const original = await make()
    const columns = [column('Kind', { questionId: 'kind' }), column('Legal', { ruleId: 'legal' })]
    await change(admin, original.id, { dashboardCustomColumns: columns, ownerIds: [ownerPerson.userId] })
    const { body } = await copyOf(original.id)
    const { steps } = (await admin.get(`/api/intake-categories/${body.id}/steps`)).body
    const questions = steps.flatMap((s: { questions: { id: string; label: string }[] }) => s.questions)
    const kind = questions.find((q: { label: string }) => q.label === 'kind')
    const reason = questions.find((q: { label: string }) => q.label === 'reason')
    expect(kind.id).not.toBe('kind')
    const renewal = kind.options.find((o: { label: string }) => o.label === 'Renewal').id
    expect(reason.conditionAnyOfs).toEqual([{ valuesQuestionId: kind.id, values: [renewal] }])
    const copied = (await admin.get(`/api/intake-categories/${body.id}/rules`)).body
    expect(copied.map((r: { label: string }) => r.label)).toEqual(['legal', 'large'])
    const workflow = (await admin.get(`/api/intake-workflow/${copied[0].workflowId}`)).body
    expect(workflow.definition.levels[1].rules[0].conditionAnyOfs).toEqual([
      { valuesQuestionId: kind.id, values: [renewal] },
    ])
    const settings = await read(body.id)
    expect(settings.owners).toEqual([{ id: ownerPerson.userId, name: 'Olive Owner' }])
    expect(settings.dashboardCustomColumns).toEqual([
      column('Kind', { questionId: kind.id }),
      column('Legal', { ruleId: copied[0].id }),
    ])
    const answers = Object.fromEntries(questions.map((q: { id: string; label: string }) => [q.label, q.id]))
    const filed = await save(member, body.id, {
      [answers.Title]: 'In the copy',
      [answers.reason]: 'x',
      [kind.id]: renewal,
    })
    expect(filed.status).toBe(200)
    expect(await waitingFor(filed.body.id)).toBe(1)
  })

  it('a copy has only the parts that were chosen', async () => {
    const original = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [approver.userId] })]] })
    await change(admin, original.id, { enableAssignees: true, ownerIds: [ownerPerson.userId] })
    const { body } = await copyOf(original.id, { includeForm: false, includeAdvanced: false })
    expect((await admin.get(`/api/intake-categories/${body.id}/steps`)).body.steps).toEqual([])
    expect((await admin.get(`/api/intake-categories/${body.id}/rules`)).body).toHaveLength(1)
    expect(await read(body.id)).toMatchObject({ owners: [], enableAssignees: false })
  })

  it('copying workflows that use the form copies the form too', async () => {
    const hook = { url: 'https://hooks.acme-tools.com/x', fields: [{ key: 'title', value: '', questionId: 'title' }] }
    const webhook = rule('hook', { type: 'WEBHOOK', approverType: 'NO_APPROVERS', settings: { webhook: hook } })
    const only = await makeCategory(admin, { levels: [[webhook]] })
    for (const id of [only.id, (await make()).id]) {
      const { body } = await copyOf(id, { includeForm: false })
      const { steps } = (await admin.get(`/api/intake-categories/${body.id}/steps`)).body
      expect(steps.length).toBeGreaterThan(0)
    }
  })

  it('a copy’s tasks refer to its own questions and steps', async () => {
    const form = [
      ...FORM,
      step('address', [question('mail', 'EMAIL'), question('price', 'MONEY')], 2),
      { ...step('later', [question('check', 'TEXT')], 3), isAdditionalStep: true },
    ]
    const document = await makeDocument(admin)
    const settings: Partial<WorkflowRule>[] = [
      {
        type: 'WEBHOOK',
        approverType: 'NO_APPROVERS',
        settings: {
          webhook: {
            url: 'https://hooks.acme-tools.com/x',
            fields: [
              { key: 'title', value: '', questionId: 'title' },
              { key: 'from', value: 'Outlay', questionId: null },
            ],
          },
        },
      },
      {
        type: 'SEND_DOCUMENT',
        settings: {
          sendDocument: {
            recipient: { source: 'QUESTION', questionId: 'mail' },
            emailCopy: '',
            documentIds: [document],
          },
        },
      },
      { type: 'CREATE_SERVICE', settings: { createService: { mappings: { name: 'title', totalCost: 'price' } } } },
      { type: 'ADDITIONAL_STEP', settings: { stepIds: ['later'] } },
    ]
    const rules = settings.map((more, n) => rule(`task-${n}`, { approverUserIds: [approver.userId], ...more }))
    const original = await makeCategory(admin, { form, levels: [rules] })
    const { body } = await copyOf(original.id)
    const { steps } = (await admin.get(`/api/intake-categories/${body.id}/steps`)).body as { steps: FormStep[] }
    const idOf = (label: string) => steps.flatMap((s) => s.questions).find((q) => q.label === label)?.id
    const [copied] = (await admin.get(`/api/intake-categories/${body.id}/rules`)).body
    const { definition } = (await admin.get(`/api/intake-workflow/${copied.workflowId}`)).body
    const [webhook, send, service, additional] = definition.levels[0].rules.map((r: WorkflowRule) => r.settings)
    expect(webhook.webhook.fields.map((f: { questionId: string | null }) => f.questionId)).toEqual([
      idOf('Title'),
      null,
    ])
    expect(send.sendDocument.recipient.questionId).toBe(idOf('mail'))
    expect(service.createService.mappings).toEqual({ name: idOf('Title'), totalCost: idOf('price') })
    expect(additional.stepIds).toEqual([steps.find((s) => s.label === 'later')?.id])
    expect(idOf('mail')).not.toBe('mail')
  })

  it('a copy needs an unused name', async () => {
    const { id } = await make()
    const { body } = await copyOf(id)
    const names = (await admin.get('/api/intake-categories/for-settings')).body as { id: string; name: string }[]
    const name = names.find((c) => c.id === body.id)?.name.toUpperCase()
    expect(fieldsOf(await copyOf(id, { name }))).toEqual({ name: 'Another category has this name' })
  })
})

describe('the questions of a form', () => {
  it('questions are exported as CSV, one line each, with conditions in words and no formula', async () => {
    const created = await admin.post('/api/intake-categories', { name: `Exported ${newId()}` })
    const { id } = created.body
    await saveForm(admin, id, [
      step('Basics', [
        question('kind-x', 'CUSTOM_SELECT', {
          label: '=Kind',
          options: [
            { id: 'tool', label: 'Tool', parentId: null, ordinal: 0 },
            { id: 'cad', label: 'CAD', parentId: 'tool', ordinal: 1 },
          ],
        }),
        question('cost-x', 'MONEY', { label: 'Cost' }),
        question('why-x', 'TEXT', {
          label: 'Why, and when?',
          isRequired: true,
          chainOperator: 'OR',
          conditionAnyOfs: [{ valuesQuestionId: 'kind-x', values: ['cad'] }],
          conditionNumerics: [{ valuesQuestionId: 'cost-x', minimumValue: 100_000, maximumValue: null }],
        }),
      ]),
    ])
    const answer = await admin.get(`/api/intake-categories/${id}/steps.csv`)
    expect(answer.headers.get('Content-Type')).toContain('text/csv')
    const lines = String(answer.body).split('\r\n')
    expect(lines[1]).toBe('Basics,When filing,\'=Kind,Choice from a list,No,No,,"Tool; Tool > CAD",,,No,No,No,No')
    expect(lines[3]).toBe(
      `Basics,When filing,"Why, and when?",Text,Yes,No,,,,"'=Kind is CAD or Cost at least $1,000.00",No,No,No,No`,
    )
  })

  it('a question offers its options, and former choices can still be found', async () => {
    await make()
    const vendor = await company.add('vendors', 'Zenith Tools')
    await rows('UPDATE vendors SET archived_at = 1 WHERE id = ?', vendor)
    const ask = async (field: string, more: string, client = member) =>
      (await client.graphql(`{ ${field}(intakeQuestionId: "vendor", ${more}) { label value } }`)).body
    const found = [{ label: 'Zenith Tools', value: vendor }]
    expect((await ask('optionsForIntakeQuestion', 'search: "zenith"')).data.optionsForIntakeQuestion).toEqual([])
    expect((await ask('submissionOptionsForIntakeQuestion', 'search: "zenith"')).data).toEqual({
      submissionOptionsForIntakeQuestion: found,
    })
    expect((await ask('optionsForIntakeQuestion', `search: "none", includeIds: ["${vendor}"]`)).data).toEqual({
      optionsForIntakeQuestion: found,
    })
    const wrong = await ask('optionsForIntakeQuestion', 'type: TEXT')
    expect(wrong.errors[0].extensions.fields).toEqual({ type: 'The question has another type' })
    const label = async (id: string, type: string) =>
      (await member.graphql(`{ labelFromId(id: "${id}", type: ${type}) }`)).body
    expect((await label(vendor, 'VENDOR_SELECT')).data.labelFromId).toBe('Zenith Tools')
    expect((await label('renewal', 'CUSTOM_SELECT')).data.labelFromId).toBe('Renewal')
    expect((await label(newId(), 'VENDOR_SELECT')).errors[0].extensions.code).toBe('NOT_FOUND')
  })

  it('the number of requests and drafts affected by a change is shown', async () => {
    const { id } = await make()
    await file(member, id, { title: 'Open' })
    await save(member, id, { title: 'Draft' }, { isDraft: true })
    expect((await admin.get(`/api/intake-categories/${id}/form-effects`)).body).toEqual({ openRequests: 1, drafts: 1 })
  })
})

describe('a question’s own list of departments', () => {
  const listing = (ids: string[]) => [
    step('s', [
      question('title', 'REQUEST_TITLE', { label: 'Title', isRequired: true }),
      question('payer', 'DEPARTMENT_SELECT', {
        label: 'Payer',
        options: ids.map((id, ordinal) => ({ id, label: 'Whatever', parentId: null, ordinal })),
      }),
    ]),
  ]
  const makeNew = async () =>
    (await admin.post('/api/intake-categories', { name: `Listed ${newId()}` })).body.id as string
  const send = (id: string, ids: string[]) =>
    admin.graphql(
      `mutation ($c: ID!, $t: ID!, $s: [IntakeStepInput!]!) {
         updateIntakeSteps(intakeCategoryId: $c, transactionId: $t, batch: 1, totalBatches: 1, intakeSteps: $s) { formVersion } }`,
      { c: id, t: newId(), s: listing(ids) },
    )

  it('the list takes only the company’s own departments and shows their current names', async () => {
    const id = await makeNew()
    const legal = await company.add('departments', `Legal ${newId()}`)
    const foreign = await (await makeCompany()).add('departments')
    for (const unknown of [foreign, newId()]) {
      const answer = await send(id, [legal, unknown])
      expect(answer.body.errors[0].extensions.fields).toEqual({ payer: 'One of the options no longer exists' })
    }
    expect((await send(id, [legal])).body.data.updateIntakeSteps.formVersion).toBe(1)
    const { steps } = (await member.get(`/api/intake-categories/${id}/steps`)).body
    expect(steps[0].questions[1].options[0].label).toMatch(/^Legal /)
  })

  it('a request can only be filed with a department on the list', async () => {
    const id = await makeNew()
    const [legal, sales] = [await company.add('departments'), await company.add('departments')]
    await send(id, [legal])
    const refused = await save(member, id, { title: 'For sales', payer: sales })
    expect({ status: refused.status, fields: fieldsOf(refused) }).toEqual({
      status: 400,
      fields: { payer: 'Choose one of the options' },
    })
    expect((await save(member, id, { title: 'For legal', payer: legal })).status).toBe(200)
  })

  it('a merged department is replaced on the list, once', async () => {
    const id = await makeNew()
    const [from, into] = [await company.add('departments', `Old ${newId()}`), await company.add('departments')]
    await send(id, [from, into])
    const merged = await admin.post(`/api/departments/${from}/merge`, { intoId: into })
    expect(merged.status).toBe(200)
    const { steps } = (await member.get(`/api/intake-categories/${id}/steps`)).body
    expect(steps[0].questions[1].options.map((option: { id: string }) => option.id)).toEqual([into])
  })
})
