import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import {
  answersOf,
  createWorkflow,
  file,
  makeCategory,
  question,
  rule,
  save,
  saveForm,
  step,
} from '../../../support/worker/intake.ts'
import { makeTaskScene, type TaskScene } from '../../../support/worker/task-scene.ts'

const noted = { allowsNote: true }
const FORM = [
  step('what', [
    question('title', 'REQUEST_TITLE', { label: 'Title', isRequired: true }),
    question('reason', 'TEXT', { label: 'Reason', ...noted }),
    question('price', 'NUMBER', { label: 'Price', ...noted }),
    question('plain', 'TEXT'),
    question('more', 'YES_NO'),
    question('hidden', 'TEXT', { ...noted, conditionBooleans: [{ valuesQuestionId: 'more', value: true }] }),
  ]),
  { ...step('later', [question('plan', 'TEXT', { isRequired: true, ...noted })], 9), isAdditionalStep: true },
]
const LONG = 'x'.repeat(10_001)

let scene: TaskScene
let categoryId: string

beforeAll(async () => {
  scene = await makeTaskScene()
  const levels = [
    [
      rule('more', {
        type: 'ADDITIONAL_STEP',
        approverUserIds: [scene.idOf('abe')],
        settings: { stepIds: ['later'], workflowType: 'SUB_LEVELS' },
      }),
    ],
  ]
  categoryId = (await makeCategory(scene.as.ada, { form: FORM, levels })).id
})

const entries = (notes: Record<string, string>) => {
  const answers = { title: 'Laptops', reason: 'Growth', plain: 'Text', more: false }
  const known = answersOf(answers)
  const alone = Object.keys(notes).filter((id) => !(id in answers))
  return [...known, ...alone.map((questionId) => ({ questionId, value: null }))].map((entry) => ({
    ...entry,
    ...(notes[entry.questionId] !== undefined && { note: notes[entry.questionId] }),
  }))
}
const fileWith = (notes: Record<string, string>) => file(scene.as.rita, categoryId, {}, { answers: entries(notes) })
const editWith = (id: string, notes: Record<string, string>, version = 1) =>
  save(scene.as.rita, categoryId, {}, { id, version, answers: entries(notes) })
const notesOf = async (id: string): Promise<Record<string, string>> => {
  const { body } = await scene.as.rita.get(`/api/intake-submission/${id}/answers`)
  const given = (body.answers as { questionId: string; note: string }[]).filter(({ note }) => note)
  return Object.fromEntries(given.map(({ questionId, note }) => [questionId, note]))
}

describe('a note on an answer', () => {
  it('a note is kept with its question, even without an answer', async () => {
    expect(await notesOf(await fileWith({ reason: ' Ten people start in May ', price: 'Not known yet' }))).toEqual({
      reason: 'Ten people start in May',
      price: 'Not known yet',
    })
  })

  it('a note is dropped if its question doesn’t allow one or is hidden', async () => {
    expect(await notesOf(await fileWith({ plain: 'No', hidden: 'No', reason: 'Yes' }))).toEqual({ reason: 'Yes' })
  })

  it('a note over 10,000 characters is refused beside its field, in a request and in a draft', async () => {
    const message = { 'reason.note': 'At most 10,000 characters' }
    const answers = entries({ reason: LONG })
    expect(fieldsOf(await save(scene.as.rita, categoryId, {}, { answers }))).toEqual(message)
    expect(fieldsOf(await save(scene.as.rita, categoryId, {}, { answers, isDraft: true }))).toEqual(message)
    const most = 'x'.repeat(10_000)
    expect(await notesOf(await fileWith({ reason: most }))).toEqual({ reason: most })
  })

  it('editing only a note makes a new version, and the history shows the previous one', async () => {
    const id = await fileWith({ reason: 'First' })
    expect((await editWith(id, { reason: 'Second' })).body.version).toBe(2)
    expect(await notesOf(id)).toEqual({ reason: 'Second' })
    expect((await editWith(id, {}, 2)).body.version).toBe(3)
    expect(await notesOf(id)).toEqual({})
    const { body } = await scene.as.rita.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${id}`)
    const changes = body.edges.flatMap(
      ({ node }: { node: { changeData: { changes?: object[] } | null } }) => node.changeData?.changes ?? [],
    )
    expect(changes).toContainEqual({
      questionId: 'reason',
      label: 'Reason (note)',
      before: 'First',
      after: 'Second',
      part: 'NOTE',
    })
    expect(changes).toContainEqual(expect.objectContaining({ before: 'Second', after: null }))
  })

  it('a note changed since it was read is reported to someone editing an older version', async () => {
    const id = await fileWith({ reason: 'First' })
    await editWith(id, { reason: 'Second' })
    const { body } = await editWith(id, { reason: 'Third' }, 1)
    expect(body).toMatchObject({ reason: 'ANSWERS_CHANGED' })
    expect(body.details.changes).toEqual([expect.objectContaining({ before: 'First', after: 'Second', part: 'NOTE' })])
  })

  it('a note stays with a draft until it is submitted, and in a duplicate if the question allows it', async () => {
    const answers = entries({ reason: 'Kept', hidden: 'For when it shows' })
    const draft = (await save(scene.as.rita, categoryId, {}, { answers, isDraft: true })).body
    const again = { id: draft.id, version: draft.version, answers, isDraft: true }
    await save(scene.as.rita, categoryId, {}, again)
    expect(await notesOf(draft.id)).toEqual({ reason: 'Kept' })
    await save(scene.as.rita, categoryId, {}, { id: draft.id, version: 2, answers })
    expect(await notesOf(draft.id)).toEqual({ reason: 'Kept' })
    const copy = await scene.as.rita.post(`/api/intake-submission/${draft.id}/duplicate`, {})
    expect(await notesOf(copy.body.id)).toEqual({ reason: 'Kept' })
  })

  it('a note in an additional step is kept with its answer, and editing the request doesn’t change it', async () => {
    const id = await fileWith({ reason: 'First' })
    const block = await scene.blockOf(id, 'more')
    const complete = (note: string) =>
      scene.as.abe.post(`/api/additional-step-tasks/${block.id}/complete`, {
        seenVersion: 1,
        steps: [{ stepId: 'later', fields: [{ questionId: 'plan', value: 'Small', note }] }],
      })
    expect(fieldsOf(await complete(LONG))).toEqual({ 'plan.note': 'At most 10,000 characters' })
    expect((await complete('Agreed with Legal')).status).toBe(200)
    const [later] = (await scene.as.rita.get(`/api/intake-submission/${id}/additional-steps`)).body
    expect(later.answers[0]).toMatchObject({ value: 'Small', note: 'Agreed with Legal' })
    expect(await notesOf(id)).toEqual({ reason: 'First' })
  })

  it('a saved form says which questions allow notes, and so does its exported file', async () => {
    const other = (await scene.as.ada.post('/api/intake-categories', { name: `Notes ${crypto.randomUUID()}` })).body.id
    await saveForm(scene.as.ada, other, FORM)
    await createWorkflow(scene.as.ada, other)
    const { body } = await scene.as.ada.graphql(
      'query ($c: ID!) { intakeQuestions(intakeCategoryId: $c) { id allowsNote } }',
      { c: other },
    )
    expect(body.data.intakeQuestions).toContainEqual({ id: 'reason', allowsNote: true })
    expect(body.data.intakeQuestions).toContainEqual({ id: 'plain', allowsNote: false })
    const file = await scene.as.ada.get(`/api/intake-categories/${other}/steps.csv`)
    expect(String(file.body)).toContain('Note allowed')
  })
})
