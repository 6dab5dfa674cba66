import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QuestionType } from '../../../../schema/requests/forms/form.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { answersOf, file, makeCategory, question, rule, save, saveForm, step } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { switchOnSourcing } from '../../../support/worker/sourcing.ts'
import {
  type Answer,
  type Client,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

/** A required question about something that the company doesn't use isn't asked, by any door, and holds no one up. */

const KINDS = {
  'business units': { type: 'BUSINESS_UNIT_SELECT', table: 'business_units', flag: 'enableBusinessUnits' },
  entities: { type: 'ENTITY_SELECT', table: 'entities', flag: 'enableEntities' },
} as const satisfies Record<string, { type: QuestionType; table: string; flag: string }>

let company: TestCompany
let person: TestPerson
let admin: Client
let doer: Client
let doerId: string

beforeAll(async () => {
  company = await makeCompany()
  await switchOnSourcing(company)
  person = await company.addPerson({ flags: ['hasAdminAccess', 'hasVendorAdminAccess'] })
  admin = await signIn(company, person)
  const other = await company.addPerson()
  doerId = other.userId
  doer = await signIn(company, other)
})

const ok = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer
}

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('%s', (units) => {
  const { type, table, flag } = KINDS[units]
  const turn = (isOn: boolean) =>
    run(`UPDATE companies SET flags = json_set(flags, '$.${flag}', json('${isOn}')) WHERE id = ?`, company.id)
  const form = [
    step('what', [
      question('title', 'REQUEST_TITLE', { isRequired: true }),
      question('unit', type, { isRequired: true }),
      question('of-unit', 'TEXT', { isRequired: true, conditionAnyOfs: [] }),
    ]),
    { ...step('later', [question('late', type, { isRequired: true })], 9), isAdditionalStep: true },
  ]
  const answers = { title: 'Laptops', 'of-unit': 'Yes' }
  let categoryId: string
  let unitId: string
  beforeAll(async () => {
    await turn(true)
    unitId = await company.add(table, 'North')
    const levels = [
      [
        rule('more', {
          ...{ type: 'ADDITIONAL_STEP', approverUserIds: [doerId] },
          settings: { stepIds: ['later'], workflowType: 'SUB_LEVELS' },
        }),
      ],
    ]
    categoryId = (await makeCategory(admin, { form, levels })).id
  })
  beforeEach(() => turn(false))
  const preview = (given: object) =>
    admin.post('/api/intake-submissions/preview-approvals', {
      ...{ intakeCategoryId: categoryId, answers: answersOf({ ...given }) },
    })

  it('the form says which it doesn’t ask, and only while they are off', async () => {
    const path = `/api/intake-categories/${categoryId}/steps`
    expect(ok(await admin.get(path)).body.unused).toContain(type)
    await turn(true)
    expect(ok(await admin.get(path)).body.unused).not.toContain(type)
  })

  it('a request is filed, previewed and kept as a draft without it, and asked for it once they are on', async () => {
    ok(await preview(answers))
    ok(await save(admin, categoryId, answers))
    const draft = ok(await save(admin, categoryId, answers, { isDraft: true })).body.id
    ok(await save(admin, categoryId, answers, { id: draft }))
    await turn(true)
    expect(fieldsOf(await save(admin, categoryId, answers))).toEqual({ unit: 'Required' })
    ok(await save(admin, categoryId, { ...answers, unit: unitId }))
  })

  it('no one newly chooses one, and what was chosen before stays', async () => {
    const chosen = { ...answers, unit: unitId }
    const why = `Your company doesn’t use ${units}`
    expect(fieldsOf(await save(admin, categoryId, chosen))).toEqual({ unit: why })
    await turn(true)
    const id = await file(admin, categoryId, chosen)
    await turn(false)
    ok(await save(admin, categoryId, { ...chosen, title: 'Screens' }, { id, version: 1 }))
    const { body } = await admin.get(`/api/intake-submission/${id}/answers`)
    expect(body.answers).toContainEqual(expect.objectContaining({ questionId: 'unit', value: unitId }))
  })

  it.each(['before', 'after'])(
    'an additional step of a request that was filed %s they went off is done',
    async (when) => {
      await turn(when === 'before')
      const id = await file(admin, categoryId, when === 'before' ? { ...answers, unit: unitId } : answers)
      await turn(false)
      const { levels } = (await admin.get(`/api/intake-submission/${id}/approvals`)).body
      const [block] = levels[0].blocks
      const complete = () =>
        doer.post(`/api/additional-step-tasks/${block.id}/complete`, {
          ...{ seenVersion: 1, steps: [{ stepId: 'later', fields: [] }] },
        })
      ok(await complete())
    },
  )

  it('a public form never asks strangers for it, whether they are on or off', async () => {
    const created = ok(await admin.post('/api/intake-categories', { name: `Public ${newId()}`, type: 'PUBLIC' })).body
      .id
    const saving = () => saveForm(admin, created, [step('what', [question('unit', type, { isRequired: true })])])
    await expect(saving()).rejects.toThrow('public')
    await turn(true)
    await expect(saving()).rejects.toThrow('public')
  })

  it('a vendor and a service are saved without such a field of their own', async () => {
    await turn(true)
    const { version } = (await admin.get('/api/custom-form-fields')).body
    const field = (id: string) => question(id, type, { label: id, isRequired: true })
    ok(
      await admin.post('/api/custom-form-fields', {
        ...{ version, vendorFormFields: [field('v')], serviceFormFields: [field('s')] },
        serviceItemFormFields: [field('i')],
      }),
    )
    const vendor = (name: string) =>
      admin.post('/api/vendors', { name: `${name} ${units}`, owners: [person.userId], paymentMethod: 'ACH' })
    expect((await vendor('Asked')).status).toBe(400)
    await turn(false)
    expect((await admin.get('/api/custom-form-fields')).body.unused).toContain(type)
    const vendorId = ok(await vendor('Free')).body.id
    const period = { startDate: '2030-01-01', endDate: '2030-12-31', totalServicePeriodCost: 100, currency: 'USD' }
    ok(await admin.post('/api/services', { name: `Hosting ${units}`, vendorId, servicePeriods: [period] }))
  })
})
