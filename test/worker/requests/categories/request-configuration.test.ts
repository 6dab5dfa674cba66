import { beforeAll, describe, expect, it } from 'vitest'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { FORM, file, levelsOf, makeCategory, question, rule, saveForm, step } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let second: Client
let member: Client
let approver: TestPerson

beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  second = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  member = await signIn(company, await company.addPerson())
  approver = await company.addPerson()
})

const create = (name: string) => admin.post('/api/intake-categories', { name })
const categories = async () =>
  (await admin.get('/api/intake-categories/for-settings')).body as { id: string; name: string }[]

describe('a request category', () => {
  it('a category has a unique name, ignoring case, and deleting one frees its name', async () => {
    const name = `Software ${newId()}`
    const { body } = await create(name)
    for (const taken of [name, name.toUpperCase(), `  ${name.toLowerCase()} `]) {
      const answer = await create(taken)
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer)).toEqual({ name: 'Another category has this name' })
    }
    const other = (await create(`Other ${newId()}`)).body
    const renamed = { name, description: '', version: 1 }
    expect(fieldsOf(await admin.call('PUT', `/api/intake-categories/${other.id}`, { body: renamed }))).toEqual({
      name: 'Another category has this name',
    })
    await admin.call('DELETE', `/api/intake-categories/${body.id}`)
    expect((await create(name)).status).toBe(200)
    const elsewhere = await makeCompany()
    const stranger = await signIn(elsewhere, await elsewhere.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await stranger.post('/api/intake-categories', { name })).status).toBe(200)
  })

  it('one of two simultaneous changes of a category succeeds', async () => {
    const { body } = await create(`Contested ${newId()}`)
    const change = (client: Client, description: string) =>
      client.call('PUT', `/api/intake-categories/${body.id}`, { body: { name: newId(), description, version: 1 } })
    const answers = await Promise.all([change(admin, 'A'), change(second, 'B')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.reason).toBe('STALE_VERSION')
    const winner = answers.find((answer) => answer.status === 200)?.body
    expect((await categories()).find((c) => c.id === body.id)).toMatchObject({ name: winner.name, version: 2 })
  })

  it('all categories can be put in order', async () => {
    const before = await categories()
    const reversed = before.map((category, i) => ({ id: category.id, ordinal: before.length - i }))
    const answer = await admin.call('PUT', '/api/intake-categories', { body: reversed })
    expect(answer.status).toBe(200)
    expect((await categories()).map((c) => c.id)).toEqual(before.map((c) => c.id).reverse())
  })

  it('a category that is read-only is put in order, but not renamed, changed or deleted at any door', async () => {
    const { id } = (await create('Kept as it is')).body
    await run('UPDATE intake_categories SET is_read_only = 1 WHERE id = ?', id)
    const refused = [
      await admin.call('PUT', '/api/intake-categories', { body: [{ id, name: 'Renamed' }] }),
      await admin.call('PUT', '/api/intake-categories', { body: [{ id, description: 'Other words' }] }),
      await admin.call('PUT', `/api/intake-categories/${id}`, { body: { name: 'Renamed' } }),
      await admin.call('DELETE', `/api/intake-categories/${id}`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    expect((await admin.call('PUT', '/api/intake-categories', { body: [{ id, ordinal: 0 }] })).status).toBe(200)
    expect((await categories()).find((c) => c.id === id)).toMatchObject({ name: 'Kept as it is', ordinal: 0 })
    await run('UPDATE intake_categories SET is_read_only = 0 WHERE id = ?', id)
  })

  it('a deleted category takes no new requests and keeps the old ones', async () => {
    const category = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [approver.userId] })]] })
    const id = await file(member, category.id, { title: 'Stays' })
    await admin.call('DELETE', `/api/intake-categories/${category.id}`)
    expect((await member.get(`/api/intake-categories/${category.id}/steps`)).status).toBe(404)
    expect((await member.get(`/api/intake-submission/${id}`)).body).toMatchObject({ title: 'Stays' })
    expect((await member.get(`/api/intake-submission/${id}/answers`)).status).toBe(200)
    const history = await admin.get(`/api/audit-logs?targetType=INTAKE_CATEGORY&targetId=${category.id}`)
    expect(history.body.edges[0].node.action).toBe('intake-category.deleted')
  })
})

const FORM_MUTATION = `mutation ($c: ID!, $t: ID!, $b: Int!, $n: Int!, $s: [IntakeStepInput!]!, $v: Int) {
  updateIntakeSteps(intakeCategoryId: $c, transactionId: $t, batch: $b, totalBatches: $n, intakeSteps: $s, formVersion: $v) {
    complete formVersion } }`

describe('a form', () => {
  const sendForm = (client: Client, variables: Record<string, unknown>) =>
    client.graphql(FORM_MUTATION, { t: newId(), b: 1, n: 1, s: FORM, ...variables })

  it('a form saved from an outdated version is refused, and one of two simultaneous saves is kept', async () => {
    const { id } = (await create(`Form ${newId()}`)).body
    expect(await saveForm(admin, id, FORM)).toBe(1)
    const stale = await sendForm(second, { c: id, v: 0 })
    expect(stale.body.errors[0].extensions).toMatchObject({ code: 'CONFLICT', reason: 'STALE_VERSION' })
    const race = await Promise.all([sendForm(admin, { c: id, v: 1 }), sendForm(second, { c: id, v: 1 })])
    expect(race.filter((answer) => answer.body.errors)).toHaveLength(1)
    expect(await rows('SELECT version FROM intake_form_versions WHERE intake_category_id = ?', id)).toHaveLength(2)
  })

  it('a form can be sent in batches, in any order, with a long step split over several', async () => {
    const { id } = (await create(`Long ${newId()}`)).body
    const questions = ['one', 'two', 'three'].map((name, ordinal) => ({ ...question(name, 'TEXT'), ordinal }))
    const part = (...of: typeof questions) => [{ ...step('long', []), questions: of }]
    const [a, b, c] = questions
    if (!a || !b || !c) throw new Error('No questions')
    const t = newId()
    const second = await sendForm(admin, { c: id, t, b: 2, n: 2, s: part(c) })
    expect(second.body.data.updateIntakeSteps).toEqual({ complete: false, formVersion: 0 })
    const first = await sendForm(admin, { c: id, t, b: 1, n: 2, s: part(a, b) })
    expect(first.body.data.updateIntakeSteps).toEqual({ complete: true, formVersion: 1 })
    const { steps } = (await member.get(`/api/intake-categories/${id}/steps`)).body
    expect(steps).toHaveLength(1)
    expect(steps[0].questions.map((q: { id: string }) => q.id)).toEqual(['one', 'two', 'three'])
  })

  it('an invalid form names every question concerned', async () => {
    const { id } = (await create(`Wrong ${newId()}`)).body
    const waits = (of: string) => ({ conditionBooleans: [{ valuesQuestionId: of, value: true }] })
    const steps = [
      step('s', [
        question('first', 'REQUEST_TITLE'),
        question('twice', 'REQUEST_TITLE'),
        question('empty', 'CUSTOM_SELECT'),
        question('lost', 'TEXT', waits('nowhere')),
        question('egg', 'YES_NO', waits('hen')),
        question('hen', 'YES_NO', waits('egg')),
      ]),
    ]
    const answer = await sendForm(admin, { c: id, s: steps })
    expect(Object.keys(fieldsOf(answer)).sort()).toEqual(['egg', 'empty', 'lost', 'twice'])
  })
})

describe('a workflow', () => {
  const levels = (client: Client, workflowId: string, version: number, label = 'legal') =>
    client.post(`/api/intake-workflow/${workflowId}/levels`, {
      version,
      entryPoints: NO_CONDITIONS,
      levels: levelsOf([rule(label, { approverUserIds: [approver.userId] })]),
    })

  it('one of two simultaneous saves of a workflow succeeds, and the history says whose', async () => {
    const category = await makeCategory(admin, { levels: [] })
    const answers = await Promise.all([levels(admin, category.workflowId, 2), levels(second, category.workflowId, 2)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect((await levels(admin, category.workflowId, 2)).body.reason).toBe('STALE_VERSION')
    const history = await admin.get(`/api/audit-logs?targetType=INTAKE_WORKFLOW&targetId=${category.workflowId}`)
    expect(history.body.edges[0].node.message).toBe('Saved version 3 of the workflow Standard')
  })

  it('a workflow can name only the company’s own people and groups', async () => {
    const category = await makeCategory(admin, { levels: [] })
    const other = await makeCompany()
    const stranger = await other.addPerson()
    const body = {
      version: 2,
      entryPoints: NO_CONDITIONS,
      levels: levelsOf([
        rule('foreign', { approverUserIds: [stranger.userId] }),
        rule('group', { approverGroupIds: [await other.add('groups')] }),
        rule('own', { approverUserIds: [approver.userId] }),
      ]),
    }
    const answer = await admin.post(`/api/intake-workflow/${category.workflowId}/levels`, body)
    expect(Object.keys(fieldsOf(answer)).sort()).toEqual(['foreign', 'group'])
  })

  it('changing a workflow doesn’t affect requests in progress', async () => {
    const category = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [approver.userId] })]] })
    const id = await file(member, category.id, { title: 'Under way' })
    await levels(admin, category.workflowId, 2, 'finance')
    const { body } = await member.get(`/api/intake-submission/${id}/approvals`)
    expect(body.levels[0].blocks.map((b: { label: string }) => b.label)).toEqual(['legal'])
    expect(body.workflow.version).toBe(2)
    const next = await file(member, category.id, { title: 'After' })
    const after = await member.get(`/api/intake-submission/${next}/approvals`)
    expect(after.body.levels[0].blocks.map((b: { label: string }) => b.label)).toEqual(['finance'])
  })
})
