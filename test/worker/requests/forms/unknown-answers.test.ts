import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rowCounts } from '../../../support/worker/contract.ts'
import { codeOf, doorsOf, fieldsOf, type Input, type TestDoor, testDoors } from '../../../support/worker/doors.ts'
import { makeCategory, question, save, saveForm, step } from '../../../support/worker/intake.ts'
import { makeWorld, PRINCIPALS, type World } from '../../../support/worker/matrix-world.ts'
import { operationFixtures } from '../../../support/worker/operation-facts.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/**
 * Wherever answers are taken, one to a question that isn't in the form is refused by name and nothing is done. The doors
 * are found by what their input looks like, so a new one is asked too.
 */

interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  allOf?: Shape[]
  additionalProperties?: Shape | boolean
}

const UNKNOWN = 'nowhere-to-be-found'
type Place = (input: Input) => Input | null

const partsOf = (shape: Shape): Shape[] => [shape, ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap(partsOf)]
const hasAll = (shape: Shape, ...names: string[]): boolean =>
  partsOf(shape).some(({ properties }) => properties && names.every((name) => name in properties))

/** The ways to put an unknown answer into an input of this shape. */
const placesIn = (shape: Shape, depth = 0): Place[] =>
  depth > 5
    ? []
    : partsOf(shape).flatMap(({ properties = {} }) =>
        Object.entries(properties).flatMap(([name, at]): Place[] => {
          const lists = partsOf(at).flatMap(({ items }) => (items ? [items] : []))
          const listOf = (input: Input): Input[] => (input[name] as Input[] | undefined | null) ?? []
          const added =
            (entry: Input): Place =>
            (input) => ({ ...input, [name]: [...listOf(input), entry] })
          const own: Place[] = lists.flatMap((item): Place[] => {
            if (hasAll(item, 'questionId', 'value')) return [added({ questionId: UNKNOWN, value: 'Lost words' })]
            if (name === 'customFieldValues') return [added({ id: UNKNOWN, value: 'Lost words' })]
            return []
          })
          const isRecord = partsOf(at).some(({ additionalProperties: any }) => typeof any === 'object')
          if (name === 'customFields' && isRecord && lists.length === 0)
            own.push((input) => ({ ...input, [name]: { ...(input[name] as object), [UNKNOWN]: 'Lost words' } }))
          const inItems = lists.flatMap((item) =>
            placesIn(item, depth + 1).map(
              (place): Place =>
                (input) => {
                  const [first, ...rest] = listOf(input)
                  const changed = first ? place(first) : null
                  return changed ? { ...input, [name]: [changed, ...rest] } : null
                },
            ),
          )
          const inside = placesIn(at, depth + 1).map(
            (place): Place =>
              (input) => {
                const inner = input[name]
                const changed =
                  inner && typeof inner === 'object' && !Array.isArray(inner) ? place(inner as Input) : null
                return changed ? { ...input, [name]: changed } : null
              },
          )
          return [...own, ...inItems, ...inside]
        }),
      )

const shapeOf = ({ operation }: TestDoor): Shape =>
  z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any', cycles: 'ref', reused: 'inline' }) as Shape

const placesOf = new Map<string, Place[]>()
for (const door of testDoors) {
  const { id } = door.operation
  if (!placesOf.has(id)) placesOf.set(id, placesIn(shapeOf(door)))
}
/** Their mappings name a question and a value too, and are checked as parts of a workflow. */
const OF_WORKFLOWS = ['intake.save-workflow-levels', 'intake.backtest-workflow']
const asked = [...placesOf].filter(([id, places]) => places.length > 0 && !OF_WORKFLOWS.includes(id)).map(([id]) => id)

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 120_000)

it('the doors that take answers are these', () => {
  expect(asked.toSorted()).toEqual([
    'intake.preview-approvals',
    'intake.save-submission',
    'intake.simulate-workflow',
    'public.submit-request',
    'services.add-service-item',
    'services.create',
    'services.create-from-task',
    'services.update',
    'sourcing-bid.save',
    'sourcing-bid.submit',
    'spend-requests.create',
    'spend-requests.create-for-submission',
    'spend-requests.preview',
    'spend-requests.update',
    'spend-rules.simulate',
    'vendor-forms.submit-link',
    'vendor-portal.submit-form',
    'vendors.create',
    'vendors.update',
    'workflow-tasks.additional-step-complete',
  ])
})

describe.each(asked)('%s', (id) => {
  it('an answer to an unknown question is refused by name, and the same call without it works', async () => {
    const about = operationFixtures[id]?.cases.find(({ outcomes }) => Object.values(outcomes).includes('OK'))
    const principal = PRINCIPALS.find((each) => about?.outcomes[each] === 'OK')
    if (!about || !principal) throw new Error(`No one may call ${id}`)
    const [door] = doorsOf(id)
    if (!door) throw new Error(`No door of ${id}`)
    const valid = await about.input(world, principal)
    const tried = (placesOf.get(id) ?? []).map((place) => place(valid)).filter((input) => input !== null)
    expect(tried.length).toBeGreaterThan(0)
    for (const input of tried) {
      const answer = await door.call(world.as(principal), input)
      expect({ code: codeOf(answer), fields: JSON.stringify(fieldsOf(answer)) }).toEqual({
        code: 'INVALID',
        fields: expect.stringContaining(UNKNOWN),
      })
    }
    expect(codeOf(await door.call(world.as(principal), valid))).toBe('OK')
  })
})

describe('a question that was removed since the form was opened', () => {
  const TITLE = question('title', 'REQUEST_TITLE', { label: 'Title' })
  const WHY = question('why', 'TEXT', { label: 'Why do you need it?' })
  const formOf = async (admin: Client, intakeCategoryId: string, asked = [TITLE, WHY]) =>
    saveForm(admin, intakeCategoryId, [step('what', asked)])
  const entry = (questionId: string, value: unknown) => ({ questionId, value })

  it('a save with an answer to it names it in words, in a draft as in a submission, and nothing is saved', async () => {
    const admin = world.as('admin')
    const { id } = await makeCategory(admin, { form: [step('what', [TITLE, WHY])], levels: [] })
    const answers = { title: 'Laptops', why: 'Two screens are broken' }
    const draft = (await save(admin, id, { title: 'Laptops' }, { isDraft: true })).body
    await formOf(admin, id, [TITLE])
    const of = { id: draft.id, version: draft.version }
    const before = await rowCounts()
    for (const more of [{}, { isDraft: true }, of, { ...of, isDraft: true }]) {
      const refused = await save(admin, id, answers, more)
      expect(refused.status).toBe(400)
      expect(fieldsOf(refused)).toEqual({
        why: '“Why do you need it?” was removed from the form. Copy what you wrote there, then load the form again',
      })
    }
    expect(await rowCounts()).toEqual(before)
    expect((await save(admin, id, { title: 'Laptops' }, of)).status).toBe(200)
  })

  it('a draft keeps what it has of it, sent as it is, and refuses another text', async () => {
    const admin = world.as('admin')
    const { id } = await makeCategory(admin, { form: [step('what', [TITLE, WHY])], levels: [] })
    const answers = { title: 'Laptops', why: 'Two screens are broken' }
    const { id: draft } = (await save(admin, id, answers, { isDraft: true })).body
    await formOf(admin, id, [TITLE])
    expect((await save(admin, id, { ...answers, why: 'Other words' }, { id: draft, isDraft: true })).status).toBe(400)
    expect((await save(admin, id, answers, { id: draft, isDraft: true })).status).toBe(200)
    const stored = await rows<{ answers: string }>(
      'SELECT draft_answers AS answers FROM intake_submissions WHERE id = ?',
      draft,
    )
    expect(JSON.parse(stored[0]?.answers ?? '')).toEqual(answers)
  })

  it('a field of services that was removed can be sent back as it is stored', async () => {
    const company = await makeCompany()
    const client = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const sections = { vendorFormFields: [], serviceItemFormFields: [] }
    const fields = [question('seat', 'TEXT', { label: 'Seat' })]
    await client.post('/api/custom-form-fields', { ...sections, serviceFormFields: fields, version: 0 })
    const customForm = [entry('seat', 'Window')]
    const made = await client.post('/api/services', {
      name: 'Figma',
      vendorId: await company.add('vendors'),
      customForm,
    })
    await client.post('/api/custom-form-fields', { ...sections, serviceFormFields: [], version: 1 })
    const put = (sent: object[]) =>
      client.call('PUT', `/api/services/${made.body.id}`, { body: { customForm: sent, name: 'Figma seats' } })
    expect((await put(customForm)).status).toBe(200)
    expect((await put([entry('seat', 'Aisle')])).status).toBe(400)
  })
})

describe('other answers that no one would find again', () => {
  const KIND = question('kind', 'CUSTOM_SELECT', {
    label: 'Kind',
    options: [{ id: 'new', label: 'New', parentId: null, ordinal: 0 }],
  })
  it('an option that isn’t offered is refused, also of a hidden question and in a preview', async () => {
    const admin = world.as('admin')
    const asks = question('more', 'YES_NO', { label: 'More' })
    const hidden = { ...KIND, conditionBooleans: [{ valuesQuestionId: 'more', value: true }] }
    const form = [step('what', [question('title', 'REQUEST_TITLE'), asks, hidden])]
    const { id } = await makeCategory(admin, { form, levels: [] })
    const answers = { title: 'Chairs', more: false, kind: 'nope' }
    expect(fieldsOf(await save(admin, id, answers))).toEqual({ kind: 'Choose one of the options' })
    const preview = await admin.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: id,
      answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
    })
    expect({ status: preview.status, fields: fieldsOf(preview) }).toEqual({
      status: 400,
      fields: { kind: 'Choose one of the options' },
    })
  })

  it('a question with two different answers is refused by name', async () => {
    const admin = world.as('admin')
    const { id } = await makeCategory(admin, { form: [step('what', [question('title', 'REQUEST_TITLE')])], levels: [] })
    const sent = (second: string) =>
      admin.post('/api/intake-submission', {
        batch: 1,
        totalBatches: 1,
        submission: {
          intakeCategoryId: id,
          isDraft: false,
          answers: [{ questionId: 'title', value: 'Chairs' }],
          steps: [{ stepId: 'what', fields: [{ questionId: 'title', value: second }] }],
        },
      })
    expect(fieldsOf(await sent('Tables'))).toEqual({ title: 'The question “title” has two different answers' })
    expect((await sent('Chairs')).status).toBe(200)
  })
})
