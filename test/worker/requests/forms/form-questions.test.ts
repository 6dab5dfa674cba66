import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { type CategoryScene, makeCategoryScene } from '../../../support/worker/category-scene.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { file, question, save, saveForm, step } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeCompany } from '../../../support/worker/world.ts'

let scene: CategoryScene
beforeAll(async () => {
  scene = await makeCategoryScene()
})

describe('the questions of a form', () => {
  it('questions are exported as CSV, one line each, with conditions in words and no formula', async () => {
    const created = await scene.admin.post('/api/intake-categories', { name: `Exported ${newId()}` })
    const { id } = created.body
    await saveForm(scene.admin, id, [
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
    const answer = await scene.admin.get(`/api/intake-categories/${id}/steps.csv`)
    expect(answer.headers.get('Content-Type')).toContain('text/csv')
    const lines = String(answer.body).split('\r\n')
    expect(lines[1]).toBe('Basics,When filing,\'=Kind,Choice from a list,No,No,,"Tool; Tool > CAD",,,No,No,No,No')
    expect(lines[3]).toBe(
      `Basics,When filing,"Why, and when?",Text,Yes,No,,,,"'=Kind is CAD or Cost at least $1,000.00",No,No,No,No`,
    )
  })

  it('a question offers its options, and former choices can still be found', async () => {
    await scene.make()
    const vendor = await scene.company.add('vendors', 'Zenith Tools')
    await rows('UPDATE vendors SET archived_at = 1 WHERE id = ?', vendor)
    const ask = async (field: string, more: string, client = scene.member) =>
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
      (await scene.member.graphql(`{ labelFromId(id: "${id}", type: ${type}) }`)).body
    expect((await label(vendor, 'VENDOR_SELECT')).data.labelFromId).toBe('Zenith Tools')
    expect((await label('renewal', 'CUSTOM_SELECT')).data.labelFromId).toBe('Renewal')
    expect((await label(newId(), 'VENDOR_SELECT')).errors[0].extensions.code).toBe('NOT_FOUND')
  })

  it('the number of requests and drafts affected by a change is shown', async () => {
    const { id } = await scene.make()
    await file(scene.member, id, { title: 'Open' })
    await save(scene.member, id, { title: 'Draft' }, { isDraft: true })
    expect((await scene.admin.get(`/api/intake-categories/${id}/form-effects`)).body).toEqual({
      openRequests: 1,
      drafts: 1,
    })
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
    (await scene.admin.post('/api/intake-categories', { name: `Listed ${newId()}` })).body.id as string
  const send = (id: string, ids: string[]) =>
    scene.admin.graphql(
      `mutation ($c: ID!, $t: ID!, $s: [IntakeStepInput!]!) {
         updateIntakeSteps(intakeCategoryId: $c, transactionId: $t, batch: 1, totalBatches: 1, intakeSteps: $s) { formVersion } }`,
      { c: id, t: newId(), s: listing(ids) },
    )

  it('the list takes only the company’s own departments and shows their current names', async () => {
    const id = await makeNew()
    const legal = await scene.company.add('departments', `Legal ${newId()}`)
    const foreign = await (await makeCompany()).add('departments')
    for (const unknown of [foreign, newId()]) {
      const answer = await send(id, [legal, unknown])
      expect(answer.body.errors[0].extensions.fields).toEqual({ payer: 'One of the options no longer exists' })
    }
    expect((await send(id, [legal])).body.data.updateIntakeSteps.formVersion).toBe(1)
    const { steps } = (await scene.member.get(`/api/intake-categories/${id}/steps`)).body
    expect(steps[0].questions[1].options[0].label).toMatch(/^Legal /)
  })

  it('a request can only be filed with a department on the list', async () => {
    const id = await makeNew()
    const [legal, sales] = [await scene.company.add('departments'), await scene.company.add('departments')]
    await send(id, [legal])
    const refused = await save(scene.member, id, { title: 'For sales', payer: sales })
    expect({ status: refused.status, fields: fieldsOf(refused) }).toEqual({
      status: 400,
      fields: { payer: 'Choose one of the options' },
    })
    expect((await save(scene.member, id, { title: 'For legal', payer: legal })).status).toBe(200)
  })

  it('a merged department is replaced on the list, once', async () => {
    const id = await makeNew()
    const [from, into] = [
      await scene.company.add('departments', `Old ${newId()}`),
      await scene.company.add('departments'),
    ]
    await send(id, [from, into])
    const merged = await scene.admin.post(`/api/departments/${from}/merge`, { intoId: into })
    expect(merged.status).toBe(200)
    const { steps } = (await scene.member.get(`/api/intake-categories/${id}/steps`)).body
    expect(steps[0].questions[1].options.map((option: { id: string }) => option.id)).toEqual([into])
  })
})
