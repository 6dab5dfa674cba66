import { beforeAll, describe, expect, it } from 'vitest'
import type { FormStep, Question, QuestionType } from '../../schema/requests/forms/form.ts'
import { type ConditionSet, NO_CONDITIONS } from '../../schema/shared/conditions.ts'
import { newId } from '../../worker/core/clock.ts'
import { fieldsOf } from '../support/worker/doors.ts'
import {
  answersOf,
  createWorkflow,
  levelsOf,
  makeCategory,
  question,
  rule,
  saveForm,
  step,
} from '../support/worker/intake.ts'
import {
  type Answer,
  type Client,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../support/worker/world.ts'

/**
 * No change of configuration switches an approval off in silence: each kind of object that conditions can name, in each
 * place, against deleting and merging it. Either the change is refused in words, or the request is still approved by the
 * same rules.
 */

let company: TestCompany
let admin: Client
let approver: TestPerson

const KINDS = {
  vendor: { type: 'VENDOR_SELECT', table: 'vendors' },
  department: { type: 'DEPARTMENT_SELECT', table: 'departments' },
  'business unit': { type: 'BUSINESS_UNIT_SELECT', table: 'business_units' },
  location: { type: 'LOCATION_SELECT', table: 'locations' },
  entity: { type: 'ENTITY_SELECT', table: 'entities' },
  'spend category': { type: 'SPEND_CATEGORY_SELECT', table: 'spend_categories' },
} as const satisfies Record<string, { type: QuestionType; table: string }>
type KindName = keyof typeof KINDS
const kinds = Object.keys(KINDS) as KindName[]

const PLACES = ['entry conditions', 'a rule', 'the visibility of a question that a rule reads'] as const
type Place = (typeof PLACES)[number]

beforeAll(async () => {
  company = await makeCompany([
    'enableIntakeRequests',
    'enableSpendRequests',
    'enableBusinessUnits',
    'enableEntities',
    'enableVendorIntake',
  ])
  approver = await company.addPerson({ name: 'Abe Approver' })
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess', 'hasVendorAdminAccess'] }))
})

const removal = (kind: KindName, id: string): Promise<Answer> =>
  kind === 'vendor'
    ? admin.graphql('mutation ($id: ID!) { deleteVendor(id: $id) { id } }', { id })
    : admin.call('DELETE', `/api/${KINDS[kind].table.replace('_', '-')}/${id}`)

const merging = (kind: KindName, fromId: string, intoId: string): Promise<Answer> =>
  kind === 'vendor'
    ? admin.post(`/api/vendors/${intoId}/merge`, { fromVendorId: fromId, version: 1, fromVersion: 1 })
    : admin.post(`/api/${KINDS[kind].table.replace('_', '-')}/${fromId}/merge`, { intoId })

const naming = (id: string): ConditionSet => ({
  ...NO_CONDITIONS,
  conditionAnyOfs: [{ valuesQuestionId: 'asked', values: [id] }],
})

/** A category whose one approval depends on an object, and what a request that chooses it answers. */
const guarded = async (kind: KindName, place: Place, id: string) => {
  const asked = question('asked', KINDS[kind].type, { label: 'Asked' })
  const form: FormStep[] = [step('what', [question('title', 'REQUEST_TITLE'), asked])]
  const people = { approverUserIds: [approver.userId] }
  if (place === 'the visibility of a question that a rule reads') {
    const shown: Question = { ...question('much', 'YES_NO', { label: 'Much' }), ...naming(id) }
    const levels = [[rule('legal', { ...people, conditionBooleans: [{ valuesQuestionId: 'much', value: true }] })]]
    return makeCategory(admin, { form: [step('what', [question('title', 'REQUEST_TITLE'), asked, shown])], levels })
  }
  const made = await makeCategory(admin, { form, levels: [[rule('legal', people)]] })
  const body =
    place === 'a rule'
      ? { entryPoints: NO_CONDITIONS, levels: levelsOf([rule('legal', { ...people, ...naming(id) })]) }
      : { entryPoints: naming(id), levels: levelsOf([rule('legal', people)]) }
  const saved = await admin.post(`/api/intake-workflow/${made.workflowId}/levels`, { version: 2, ...body })
  expect(saved.status).toBe(200)
  return made
}

const approvalsOf = async (categoryId: string, id: string, place: Place): Promise<string[]> => {
  const preview = await admin.post('/api/intake-submissions/preview-approvals', {
    intakeCategoryId: categoryId,
    answers: answersOf({ title: 'Laptops', asked: id, ...(place.startsWith('the visibility') && { much: true }) }),
  })
  expect(preview.status).toBe(200)
  return preview.body.levels.flatMap((level: { blocks: { label: string }[] }) => level.blocks.map(({ label }) => label))
}

const messageOf = ({ body }: Answer): string => body?.message ?? body?.errors?.[0]?.message ?? ''
const cases = kinds.flatMap((kind) => PLACES.map((place) => ({ kind, place })))

describe.each(cases)('a $kind that $place names', ({ kind, place }) => {
  it('it can’t be deleted, and the refusal says what names it', async () => {
    const id = await company.add(KINDS[kind].table)
    const { id: categoryId } = await guarded(kind, place, id)
    expect(await approvalsOf(categoryId, id, place)).toEqual(['legal'])
    const refused = await removal(kind, id)
    expect(messageOf(refused)).toMatch(
      /The (rule “legal”|start condition) of the workflow Standard|A question of the form/,
    )
    expect(await approvalsOf(categoryId, id, place)).toEqual(['legal'])
  })

  it('a merge takes the condition along', async () => {
    const [from, into] = [await company.add(KINDS[kind].table), await company.add(KINDS[kind].table)]
    const { id: categoryId } = await guarded(kind, place, from)
    const merged = await merging(kind, from, into)
    expect(merged.status, messageOf(merged)).toBe(200)
    expect(await approvalsOf(categoryId, into, place)).toEqual(['legal'])
  })
})

describe('other things that conditions and rules name', () => {
  it('a service that a condition names can’t be deleted; without the condition it can', async () => {
    const created = await admin.post('/api/services', { name: 'Figma', vendorId: await company.add('vendors') })
    expect(created.status).toBe(200)
    const { id } = created.body
    const form = [step('what', [question('title', 'REQUEST_TITLE'), question('asked', 'SERVICE_SELECT')])]
    const made = await makeCategory(admin, {
      form,
      levels: [[rule('legal', { approverUserIds: [approver.userId], ...naming(id) })]],
    })
    const refused = await admin.call('DELETE', `/api/services/${id}`)
    expect(messageOf(refused)).toContain(
      'Figma cannot be deleted while it is in use. The rule “legal” of the workflow Standard',
    )
    await admin.call('DELETE', `/api/intake-categories/${made.id}/workflows/${made.workflowId}`)
    expect((await admin.call('DELETE', `/api/services/${id}`)).status).toBe(200)
  })

  it('a category whose form a task sends can’t be deleted', async () => {
    const created = await admin.post('/api/intake-categories', {
      name: `Security ${newId()}`,
      type: 'CUSTOM_VENDOR_FORM',
    })
    const { id } = created.body
    await saveForm(admin, id, [step('what', [question('why', 'TEXT')])])
    const vendor = { source: 'VENDOR' as const, vendorId: await company.add('vendors') }
    const sends = rule('ask', {
      type: 'SEND_VENDOR_FORM',
      approverUserIds: [approver.userId],
      settings: { sendVendorForm: { intakeCategoryIds: [id], vendor, recipient: { source: 'VENDOR' }, emailCopy: '' } },
    })
    await makeCategory(admin, { levels: [[sends]] })
    expect(messageOf(await admin.call('DELETE', `/api/intake-categories/${id}`))).toContain(
      'The rule “ask” of the workflow',
    )
    expect(messageOf(await removal('vendor', vendor.vendorId))).toContain('The rule “ask” of the workflow')
  })

  it('a condition that names what the company doesn’t have is refused beside its rule', async () => {
    for (const kind of kinds) {
      const form = [step('what', [question('title', 'REQUEST_TITLE'), question('asked', KINDS[kind].type)])]
      const made = await makeCategory(admin, {
        form,
        levels: [[rule('legal', { approverUserIds: [approver.userId] })]],
      })
      const elsewhere = await (await makeCompany()).add(KINDS[kind].table)
      for (const value of ['nope', elsewhere]) {
        const body = {
          entryPoints: naming(value),
          levels: levelsOf([rule('legal', { approverUserIds: [approver.userId], ...naming(value) })]),
        }
        const refused = await admin.post(`/api/intake-workflow/${made.workflowId}/levels`, { version: 2, ...body })
        expect(refused.status).toBe(400)
        const message = `A condition asks for “${value}”, which isn’t an option of “asked”`
        expect(fieldsOf(refused)).toEqual({ entry: message, legal: message })
        const shown = { ...question('more', 'TEXT'), ...naming(value) }
        await expect(saveForm(admin, made.id, [step('what', [...(form[0]?.questions ?? []), shown])])).rejects.toThrow(
          message,
        )
      }
    }
  })

  it('a form that changes what a workflow reads is refused by the call that saves it', async () => {
    const options = ['one', 'two'].map((id, ordinal) => ({ id, label: id, parentId: null, ordinal }))
    const asked = (type: QuestionType) => question('asked', type, { options: type === 'CUSTOM_SELECT' ? options : [] })
    const form = (type: QuestionType) => [step('what', [question('title', 'REQUEST_TITLE'), asked(type)])]
    const made = await makeCategory(admin, {
      form: form('CUSTOM_SELECT'),
      levels: [[rule('legal', { approverUserIds: [approver.userId] })]],
    })
    const other = await createWorkflow(admin, made.id, 'Over $10,000')
    const saved = await admin.post(`/api/intake-workflow/${other}/levels`, {
      version: 1,
      entryPoints: naming('one'),
      levels: levelsOf([rule('counsel', { approverUserIds: [approver.userId] })]),
    })
    expect(saved.status).toBe(200)
    await expect(saveForm(admin, made.id, form('TEXT'))).rejects.toThrow('workflow “Over $10,000” asks about “asked”')
    await expect(saveForm(admin, made.id, form('DEPARTMENT_SELECT'))).rejects.toThrow('“Over $10,000”')
    expect(await saveForm(admin, made.id, [...form('CUSTOM_SELECT'), step('more', [question('why', 'TEXT')], 1)])).toBe(
      2,
    )
  })
})
