import { beforeAll, describe, expect, it } from 'vitest'
import type { FormStep } from '../../../../schema/requests/forms/form.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { approvals, request, usd } from '../../../support/worker/filing-scene.ts'
import {
  answersOf,
  FORM,
  file,
  makeCategory,
  question,
  rule,
  save,
  saveForm,
  step,
} from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Answers that decide a request's approvals can't be slipped in, misspelled around or removed. */

let company: TestCompany
let admin: Client
let requester: Client
let approver: TestPerson
const people: Record<string, TestPerson> = {}

beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  approver = await company.addPerson({ name: 'Abe Approver' })
  for (const name of ['Wim', 'Tom']) people[name] = await company.addPerson({ name: `${name} Watcher` })
  requester = await signIn(company, await company.addPerson({ name: 'Rita Requester' }))
})

const later = (...questions: FormStep['questions']): FormStep => ({
  ...step('later', questions, 9),
  isAdditionalStep: true,
})
const labelsOf = async (id: string): Promise<string[]> =>
  (await approvals(requester, id)).levels.flatMap((level: { blocks: { label: string }[] }) =>
    level.blocks.map((b) => b.label),
  )
const storedIn = async (id: string): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (
      await rows<{ q: string; value: string }>(
        'SELECT question_id AS q, value FROM intake_answers WHERE submission_id = ?',
        id,
      )
    ).map(({ q, value }) => [q, JSON.parse(value)]),
  )

describe('answers to additional steps', () => {
  it('answers to additional steps are ignored when filing, in drafts, edits and previews', async () => {
    const safe = { valuesQuestionId: 'safe', value: true }
    const category = await makeCategory(admin, {
      form: [...FORM, later(question('safe', 'YES_NO'), question('checked', 'TEXT', { isRequired: true }))],
      levels: [
        [
          rule('legal', { approverUserIds: [approver.userId] }),
          rule('check', {
            type: 'ADDITIONAL_STEP',
            approverUserIds: [approver.userId],
            settings: { stepIds: ['later'] },
          }),
        ],
        [rule('waved', { approverUserIds: [approver.userId], conditionBooleans: [safe] })],
      ],
    })
    const sneaked = { title: 'Laptops', safe: true, checked: 5 }
    const preview = await requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: category.id,
      answers: answersOf(sneaked),
    })
    expect(preview.body.levels).toHaveLength(1)
    const id = await file(requester, category.id, sneaked)
    expect(await storedIn(id)).toEqual({ title: 'Laptops' })
    expect(await labelsOf(id)).toEqual(['legal', 'check'])
    expect((await save(requester, category.id, { ...sneaked, title: 'More' }, { id, version: 1 })).status).toBe(200)
    expect(await storedIn(id)).toEqual({ title: 'More' })
    const { body } = await save(requester, category.id, sneaked, { isDraft: true })
    const [draft] = await rows<{ answers: string }>(
      'SELECT draft_answers AS answers FROM intake_submissions WHERE id = ?',
      body.id,
    )
    expect(JSON.parse(String(draft?.answers))).toEqual({ title: 'Laptops' })
  })

  it('an edit keeps the answers of a completed step, which still decide who approves', async () => {
    const category = await makeCategory(admin, {
      form: [step('what', [question('title', 'REQUEST_TITLE')]), later(question('cost', 'REQUEST_AMOUNT'))],
      levels: [
        [
          rule('fill', {
            type: 'ADDITIONAL_STEP',
            approverUserIds: [approver.userId],
            settings: { stepIds: ['later'] },
          }),
        ],
        [
          rule('large', {
            approverUserIds: [approver.userId],
            conditionNumerics: [{ valuesQuestionId: 'cost', minimumValue: 100_000, maximumValue: null }],
          }),
        ],
      ],
    })
    const id = await file(requester, category.id, { title: 'Laptops' })
    const { levels } = await approvals(requester, id)
    const filled = await (await signIn(company, approver)).post(
      `/api/additional-step-tasks/${levels[0].blocks[0].id}/complete`,
      {
        seenVersion: 1,
        steps: [{ stepId: 'later', fields: answersOf({ cost: usd(250_000) }) }],
      },
    )
    expect(filled.status).toBe(200)
    expect((await request(requester, id)).body.requestAmount).toEqual(usd(250_000))
    expect((await save(requester, category.id, { title: 'Laptops', cost: usd(1) }, { id, version: 2 })).status).toBe(
      200,
    )
    expect((await request(requester, id)).body.requestAmount).toEqual(usd(250_000))
    expect(await labelsOf(id)).toContain('large')
  })
})

describe('normalized answers', () => {
  it('spaces and capitals in emails and texts don’t slip past conditions', async () => {
    const category = await makeCategory(admin, {
      form: [step('who', [question('mail', 'EMAIL'), question('land', 'TEXT'), question('day', 'DATE')])],
      levels: [
        [
          rule('mail', {
            approverUserIds: [approver.userId],
            conditionAnyOfs: [{ valuesQuestionId: 'mail', values: ['Eve@Evil.test'] }],
          }),
        ],
        [
          rule('land', {
            approverUserIds: [approver.userId],
            conditionAnyOfs: [{ valuesQuestionId: 'land', values: ['Narnia'] }],
          }),
        ],
      ],
    })
    const id = await file(requester, category.id, { mail: '  EVE@evil.TEST ', land: ' narnia', day: ' 2030-01-31 ' })
    expect(await labelsOf(id)).toEqual(['mail', 'land'])
    expect(await storedIn(id)).toMatchObject({ mail: 'eve@evil.test', day: '2030-01-31' })
  })

  it('a blank date is no date, also where one is required', async () => {
    const form = (isRequired: boolean) => [
      step('when', [question('title', 'REQUEST_TITLE'), question('due', 'DUE_DATE', { isRequired })]),
    ]
    const levels = [[rule('legal', { approverUserIds: [approver.userId] })]]
    const free = await makeCategory(admin, { form: form(false), levels })
    for (const blank of ['', '   ']) {
      const id = await file(requester, free.id, { title: 'x', due: blank })
      expect((await request(requester, id)).body.dueDate).toBeNull()
      expect((await storedIn(id)).due).toBeNull()
    }
    const strict = await makeCategory(admin, { form: form(true), levels })
    expect(fieldsOf(await save(requester, strict.id, { title: 'x', due: ' ' }))).toEqual({ due: 'Required' })
  })
})

describe('a form that rules depend on', () => {
  const steps = (...questions: FormStep['questions']) => [
    step('what', [question('title', 'REQUEST_TITLE'), ...questions]),
  ]
  const amount = question('amount', 'REQUEST_AMOUNT', { label: 'Amount' })
  const kind = question('kind', 'CUSTOM_SELECT', {
    label: 'Kind',
    options: ['new', 'old'].map((id, ordinal) => ({ id, label: id, parentId: null, ordinal })),
  })
  const trySave = (id: string, intakeSteps: FormStep[]) =>
    admin.graphql(
      `mutation ($c: ID!, $t: ID!, $s: [IntakeStepInput!]!) {
         updateIntakeSteps(intakeCategoryId: $c, transactionId: $t, batch: 1, totalBatches: 1, intakeSteps: $s) { formVersion }
       }`,
      { c: id, t: newId(), s: intakeSteps },
    )

  it('a question or option that a rule asks about can’t be removed or change its type, and the rule is named', async () => {
    const category = await makeCategory(admin, {
      form: steps(amount, kind),
      levels: [
        [
          rule('CFO', {
            approverUserIds: [approver.userId],
            conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 100_000_000, maximumValue: null }],
          }),
        ],
        [
          rule('IT', {
            approverUserIds: [approver.userId],
            conditionAnyOfs: [{ valuesQuestionId: 'kind', values: ['old'] }],
          }),
        ],
      ],
    })
    const refused = async (form: FormStep[]): Promise<string> => {
      const { body } = await trySave(category.id, form)
      expect(body.errors?.[0]?.extensions?.code).toBe('INVALID')
      return body.errors[0].message
    }
    expect(await refused(steps(kind))).toMatch('“CFO” of the workflow “Standard” asks about “Amount”')
    expect(await refused(steps({ ...amount, type: 'TEXT' }, kind))).toMatch('“CFO”')
    // A hundred million cents would become a hundred million dollars.
    expect(await refused(steps({ ...amount, type: 'NUMBER' }, kind))).toMatch('“CFO”')
    const [first] = kind.options
    expect(await refused(steps(amount, { ...kind, options: first ? [first] : [] }))).toMatch(
      '“IT” of the workflow “Standard” asks for “old”',
    )
    const id = await file(requester, category.id, { title: 'Jet', amount: usd(100_000_000) })
    expect(await labelsOf(id)).toEqual(['CFO'])
    expect(await saveForm(admin, category.id, steps({ ...amount, label: 'Cost' }, kind, question('why', 'TEXT')))).toBe(
      2,
    )
  })

  it('a form that already lacked a question can still be changed', async () => {
    const category = await makeCategory(admin, {
      form: steps(amount),
      levels: [
        [
          rule('CFO', {
            approverUserIds: [approver.userId],
            conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 1, maximumValue: null }],
          }),
        ],
      ],
    })
    await run(
      'UPDATE intake_form_versions SET definition = replace(definition, \'"id":"amount"\', \'"id":"lost"\') WHERE intake_category_id = ?',
      category.id,
    )
    expect(await saveForm(admin, category.id, steps(question('why', 'TEXT')))).toBe(2)
  })
})

describe('watchers in an edit', () => {
  it('an edit sets who watches from then on, and leaves watchers alone if it doesn’t name any', async () => {
    const category = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [approver.userId] })]] })
    const watchersOf = async (id: string) =>
      (
        await rows<{ userId: string }>(
          'SELECT user_id AS userId FROM request_participants WHERE target_id = ? AND is_watcher = 1',
          id,
        )
      )
        .map(({ userId }) => userId)
        .sort()
    const [wim, tom] = [people.Wim?.userId ?? '', people.Tom?.userId ?? '']
    const id = await file(requester, category.id, { title: 'A' }, { watcherUserIds: [wim] })
    await save(requester, category.id, { title: 'B' }, { id, version: 1 })
    expect(await watchersOf(id)).toEqual([wim])
    const edit = await save(requester, category.id, { title: 'C' }, { id, version: 2, watcherUserIds: [tom] })
    expect([edit.status, await watchersOf(id)]).toEqual([200, [tom]])
    // Nothing else changes.
    await save(requester, category.id, { title: 'C' }, { id, version: 3, watcherUserIds: [wim, tom] })
    expect(await watchersOf(id)).toEqual([wim, tom].sort())
    const stranger = await (await makeCompany()).addPerson()
    const refused = await save(
      requester,
      category.id,
      { title: 'D' },
      { id, version: 3, watcherUserIds: [stranger.userId] },
    )
    expect(Object.keys(fieldsOf(refused))).toEqual(['watcherUserIds'])
    // Someone who has left meanwhile can stay.
    await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', tom)
    expect((await save(requester, category.id, { title: 'E' }, { id, version: 3, watcherUserIds: [tom] })).status).toBe(
      200,
    )
    expect(await watchersOf(id)).toEqual([tom])
  })
})

describe('a delegate who filed', () => {
  it('a delegate who filed the request is shown only what they may do', async () => {
    const filer = await company.addPerson({ name: 'Fay Filer', flags: ['submitsSpendRequestsForOthers'] })
    const colleague = await company.addPerson({ name: 'Cole Colleague' })
    await run(
      'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?, ?, ?, 1)',
      company.id,
      approver.userId,
      filer.userId,
    )
    const category = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [approver.userId] })]] })
    const fay = await signIn(company, filer)
    const own = await file(fay, category.id, { title: 'Filed by Fay' }, { requestorUserId: colleague.userId })
    const other = await file(requester, category.id, { title: 'Of somebody else' })
    const waiting = (await fay.get('/api/intake-submissions/needs-attention?filter=approver')).body as { id: string }[]
    expect(waiting.map(({ id }) => id)).toContain(other)
    expect(waiting.map(({ id }) => id)).not.toContain(own)
    const listed = (await fay.get('/api/intake-submissions?filter=ACTION_REQUIRED')).body.edges as {
      node: { id: string }
    }[]
    expect(listed.map(({ node }) => node.id)).toContain(other)
    expect(listed.map(({ node }) => node.id)).not.toContain(own)
  })
})
