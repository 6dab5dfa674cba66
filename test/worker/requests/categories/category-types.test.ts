import { beforeAll, describe, expect, it } from 'vitest'
import type { FormStep } from '../../../../schema/requests/forms/form.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { file, question, save, saveForm, step } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Sourcing forms and vendor forms, besides the categories that members file in. */

let company: TestCompany
let admin: Client
let member: Client

const create = (client: Client, type: string, name = `${type} ${newId()}`) =>
  client.post('/api/intake-categories', { name, type })

beforeAll(async () => {
  company = await makeCompany()
  await run(
    `UPDATE companies SET flags = json_set(flags, '$.enableSourcing', json('true'), '$.enableVendorIntake', json('true'))
      WHERE id = ?`,
    company.id,
  )
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  member = await signIn(company, await company.addPerson())
})

const TITLE = [step('s', [question('title', 'REQUEST_TITLE')])]

const sourcing = async (): Promise<string> => {
  const { id } = (await create(admin, 'PUBLIC')).body
  await saveForm(admin, id, TITLE)
  return id
}

describe('types of categories', () => {
  it('a type can be created only if the company has turned on what it is for', async () => {
    for (const type of ['PUBLIC', 'VENDOR', 'CUSTOM_VENDOR_FORM']) expect((await create(admin, type)).status).toBe(200)
    for (const type of ['SERVICE', 'SERVICE_ITEM']) {
      expect(Object.keys(fieldsOf(await create(admin, type)))).toEqual(['type'])
    }
    const without = await makeCompany()
    const other = await signIn(without, await without.addPerson({ flags: ['hasAdminAccess'] }))
    for (const type of ['PUBLIC', 'VENDOR', 'CUSTOM_VENDOR_FORM']) {
      expect(Object.keys(fieldsOf(await create(other, type)))).toEqual(['type'])
    }
  })

  it('members are offered internal categories only and can file only under these', async () => {
    const id = await sourcing()
    const offered = (await member.get('/api/intake-categories')).body.map((category: { id: string }) => category.id)
    expect(offered).not.toContain(id)
    for (const isDraft of [true, false]) {
      expect((await save(member, id, { title: 'By the wrong door' }, { isDraft })).status).toBe(404)
    }
    const settings = (await admin.get('/api/intake-categories/for-settings')).body
    expect(settings.find((category: { id: string }) => category.id === id)).toMatchObject({ type: 'PUBLIC' })
  })

  it('members can’t duplicate a request whose category has become public', async () => {
    const { id } = (await create(admin, 'INTERNAL')).body
    await saveForm(admin, id, TITLE)
    const request = await file(member, id, { title: 'Once' })
    await run(`UPDATE intake_categories SET type = 'PUBLIC' WHERE id = ?`, id)
    expect((await member.post(`/api/intake-submission/${request}/duplicate`, {})).status).toBe(404)
  })
})

describe('the form of a sourcing category', () => {
  it('the form asks strangers nothing that only members know, and says so beside the question', async () => {
    const { id } = (await create(admin, 'PUBLIC')).body
    const steps: FormStep[] = [step('s', [question('who', 'MEMBER_SELECT'), question('v', 'VENDOR_SELECT')])]
    const refused = await admin.graphql(
      `mutation ($c: ID!, $t: ID!, $s: [IntakeStepInput!]!) {
         updateIntakeSteps(intakeCategoryId: $c, transactionId: $t, batch: 1, totalBatches: 1, intakeSteps: $s) { id }
       }`,
      { c: id, t: newId(), s: steps },
    )
    expect(fieldsOf(refused)).toEqual({
      who: 'A public form cannot ask for “Member”: its options are visible to members only',
      v: 'A public form cannot ask for “Vendor”: its options are visible to members only',
    })
  })

  it('later steps of tasks can ask members anything', async () => {
    const { id } = (await create(admin, 'PUBLIC')).body
    const later = { ...step('later', [question('who', 'MEMBER_SELECT')], 1), isAdditionalStep: true }
    expect(await saveForm(admin, id, [...TITLE, later])).toBe(1)
  })
})
