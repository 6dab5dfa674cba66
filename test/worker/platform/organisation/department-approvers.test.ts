import { beforeAll, describe, expect, it } from 'vitest'
import { fieldValues } from '../../../../worker/features/approvals/tasks/webhook.ts'
import { answerFacts } from '../../../../worker/features/requests/submissions/answer-facts.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { approvals, type FilingScene, makeFilingScene, request } from '../../../support/worker/filing-scene.ts'
import {
  answersOf,
  type Category,
  file,
  makeCategory,
  question,
  rule,
  save,
  saveForm,
  step,
} from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn, type TestPerson } from '../../../support/worker/world.ts'

/** Departments with the approver that the requester chooses for each (DEPARTMENT_SELECT_V2). */

let scene: FilingScene
let category: Category
let marketing: string
let sales: string
let lead: TestPerson
let deputy: TestPerson
let gone: TestPerson
const departments = (isMulti: boolean, asks = true) =>
  question('departments', 'DEPARTMENT_SELECT', {
    label: 'Departments',
    isMulti,
    requireDepartmentApproverAssigneeSelection: asks,
  })
const title = question('title', 'REQUEST_TITLE', { isRequired: true })
const shown = question('shown', 'TEXT')

beforeAll(async () => {
  scene = await makeFilingScene()
  const { company, admin } = scene
  marketing = await company.add('departments', 'Marketing')
  sales = await company.add('departments', 'Sales')
  lead = await company.addPerson({ name: 'Lea Lead' })
  deputy = await company.addPerson({ name: 'Dan Deputy' })
  gone = await company.addPerson({ name: 'Gus Gone', disabled: true })
  for (const { userId } of [lead, deputy, gone]) await company.addToDepartment(marketing, userId, true)
  await company.addToDepartment(marketing, scene.people.filer.userId, false)
  await company.addToDepartment(sales, scene.people.second.userId, true)
  category = await makeCategory(admin, {
    form: [
      step('what', [
        title,
        departments(true),
        { ...shown, conditionAnyOfs: [{ valuesQuestionId: 'departments', values: [marketing] }] },
      ]),
    ],
    levels: [[rule('heads', { approverType: 'DEPARTMENT_APPROVERS', quorum: { kind: 'ALL' } })]],
  })
})

const chosen = (id: string, person: TestPerson | null) => ({
  id,
  departmentApproverAssigneeUserId: person?.userId ?? null,
})
const approversOf = async (id: string): Promise<string[]> =>
  (await approvals(scene.admin, id)).levels[0].blocks[0].approvers.map((a: { name: string }) => a.name).sort()

describe('departments with an approver for each', () => {
  it('the form asks for each department’s approver and accepts only approvers of that department', async () => {
    const refused = async (list: unknown, more = {}) =>
      fieldsOf(await save(scene.requester, category.id, { title: 'Booth', departments: list }, more)).departments
    const everyOne = 'Choose an approver for every department'
    expect(await refused([chosen(marketing, lead), chosen(sales, null)])).toBe(everyOne)
    expect(await refused([marketing])).toBe(everyOne)
    expect(await refused([chosen(marketing, lead), chosen(marketing, deputy)])).toBe(
      'The same department is chosen twice',
    )
    for (const wrong of [gone, scene.people.filer, scene.people.second]) {
      for (const more of [{}, { isDraft: true }])
        expect(await refused([chosen(marketing, wrong)], more)).toBe('Choose an approver for Marketing')
    }
    const other = await makeCompany()
    const foreign = await other.add('departments')
    const stranger = await other.addPerson()
    await other.addToDepartment(foreign, stranger.userId, true)
    expect(await refused([chosen(foreign, stranger)])).toBe('This choice is no longer available. Choose another one.')
    expect(await refused([chosen(marketing, stranger)])).toBe('Choose an approver for Marketing')
  })

  it('disabled people and approvers of other departments or companies are not offered', async () => {
    const offered = async (client = scene.requester) => {
      const { body } = await client.get(`/api/department-approver-select-options?departmentId=${marketing}`)
      return body.edges.map(({ node }: { node: { label: string } }) => node.label)
    }
    expect(await offered()).toEqual(['Dan Deputy', 'Lea Lead'])
    const other = await makeCompany()
    expect(await offered(await signIn(other, await other.addPerson()))).toEqual([])
  })

  it('the chosen approvers approve and are shown by name, and conditions read the departments', async () => {
    const list = [chosen(marketing, deputy), chosen(sales, scene.people.second)]
    const id = await file(scene.requester, category.id, { title: 'Booth', departments: list, shown: 'Yes' })
    expect(await approversOf(id)).toEqual(['Dan Deputy', 'Sue Second'])
    const { answers } = (await scene.requester.get(`/api/intake-submission/${id}/answers`)).body
    expect(answers.map((a: { questionId: string }) => a.questionId)).toEqual(['title', 'departments', 'shown'])
    expect(answers[1]).toMatchObject({
      type: 'DEPARTMENT_SELECT_V2',
      labels: ['Marketing', 'Sales'],
      value: [
        { ...list[0], name: 'Marketing', departmentApproverAssigneeName: 'Dan Deputy' },
        { ...list[1], name: 'Sales', departmentApproverAssigneeName: 'Sue Second' },
      ],
    })
    const found = await scene.admin.get(
      `/api/intake-submissions?filter=ALL&intakeCategoryId=${category.id}&answerFilters[]=Departments&answerFilters[]=${sales}`,
    )
    expect(found.body.edges.map(({ node }: { node: { id: string } }) => node.id)).toContain(id)
  })

  it('unchanged approvers are no edit, and a changed one is asked instead', async () => {
    const first = [chosen(marketing, lead)]
    const id = await file(scene.requester, category.id, { title: 'Booth', departments: first })
    const read = async () => (await scene.requester.get(`/api/intake-submission/${id}/answers`)).body.answers[1].value
    const edit = async (value: unknown, version: number) =>
      (await save(scene.requester, category.id, { title: 'Booth', departments: value }, { id, version })).body
    const untouched = await edit(await read(), 1)
    expect(await approversOf(id)).toEqual(['Lea Lead'])
    await edit([chosen(marketing, deputy)], untouched.version)
    expect(await approversOf(id)).toEqual(['Dan Deputy'])
    const [stored] = await rows<{ value: string }>(
      "SELECT value FROM intake_answers WHERE submission_id = ? AND question_id = 'departments' ORDER BY version DESC",
      id,
    )
    expect(JSON.parse(stored?.value ?? '')).toEqual([chosen(marketing, deputy)])
  })

  it('the department’s other approvers decide if the chosen one no longer approves for it', async () => {
    const { company, admin, requester } = scene
    const events = await company.add('departments', 'Events')
    for (const { userId } of [lead, deputy]) await company.addToDepartment(events, userId, true)
    const id = await file(requester, category.id, { title: 'Fair', departments: [chosen(events, deputy)] })
    const removed = await admin.call('DELETE', `/api/departments/${events}/members/${deputy.userId}`)
    expect(removed.status).toBe(200)
    expect((await admin.post(`/api/intake-submission/${id}/restart`)).status).toBe(200)
    expect(await approversOf(id)).toEqual(['Lea Lead'])
    const copy = await requester.post(`/api/intake-submission/${id}/duplicate`)
    const { answers } = (await requester.get(`/api/intake-submission/${copy.body.id}/answers`)).body
    expect(answers[1].value).toEqual([{ ...chosen(events, null), name: 'Events' }])
  })

  it('merging a department updates drafts and keeps the approver', async () => {
    const { company, admin, requester } = scene
    const from = await company.add('departments', 'Brand')
    await company.addToDepartment(from, lead.userId, true)
    const draft = await save(
      requester,
      category.id,
      { title: 'Logo', departments: [chosen(from, lead), chosen(marketing, deputy)] },
      { isDraft: true },
    )
    expect((await admin.post(`/api/departments/${from}/merge`, { intoId: marketing })).status).toBe(200)
    const { answers } = (await requester.get(`/api/intake-submission/${draft.body.id}/answers`)).body
    expect(answers[1].value).toMatchObject([{ ...chosen(marketing, lead), name: 'Marketing' }])
  })

  it('a draft’s answer takes the new shape when its form changes', async () => {
    const { admin, requester } = scene
    const { id: categoryId } = await makeCategory(admin, {
      form: [step('what', [title, departments(false, false)])],
      levels: [],
    })
    const { body } = await save(requester, categoryId, { departments: marketing }, { isDraft: true })
    await saveForm(admin, categoryId, [step('what', [title, departments(false)])])
    const again = { isDraft: true, id: body.id, version: body.version }
    const saved = await save(requester, categoryId, { title: 'x', departments: marketing }, again)
    expect(saved.status).toBe(200)
    const filed = { id: body.id, version: saved.body.version }
    const open = await save(requester, categoryId, { title: 'x', departments: marketing }, filed)
    expect(fieldsOf(open)).toEqual({ departments: 'Choose an approver for every department' })
    const two = [chosen(marketing, lead), chosen(sales, scene.people.second)]
    expect(fieldsOf(await save(requester, categoryId, { title: 'x', departments: two }, filed))).toEqual({
      departments: 'Must be one choice',
    })
    await saveForm(admin, categoryId, [step('what', [title, departments(false, false)])])
    const done = await save(requester, categoryId, { title: 'x', departments: [chosen(marketing, lead)] }, filed)
    expect(done.status).toBe(200)
    expect((await request(requester, body.id)).body.isDraft).toBe(false)
  })

  it('a webhook gets departments and approvers by name', () => {
    const form = { steps: [step('what', [departments(true)])] }
    const labels = { departments: { [marketing]: 'Marketing', [lead.userId]: 'Lea Lead' } }
    const answers = { departments: [chosen(marketing, lead), chosen(sales, null)] }
    const facts = answerFacts({ form, answers, labels, loaded: undefined })
    expect(fieldValues([{ key: 'who', value: '', questionId: 'departments' }], facts)).toEqual({
      who: [
        { department: 'Marketing', approver: 'Lea Lead' },
        { department: sales, approver: null },
      ],
    })
  })

  it('only questions for departments can ask for approvers', async () => {
    const wrong = question('vendor', 'VENDOR_SELECT', { requireDepartmentApproverAssigneeSelection: true })
    await expect(saveForm(scene.admin, category.id, [step('what', [title, wrong])])).rejects.toThrow(
      'Only a department question can require approvers',
    )
  })

  it('the preview shows the chosen approvers', async () => {
    const { body } = await scene.requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: category.id,
      answers: answersOf({ departments: [chosen(marketing, deputy)] }),
    })
    expect(body.levels[0].blocks[0].approvers).toEqual([
      { userId: deputy.userId, name: 'Dan Deputy', via: 'chosen for department Marketing' },
    ])
  })
})
