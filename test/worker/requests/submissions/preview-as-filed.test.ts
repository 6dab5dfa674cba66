import { beforeAll, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { type FilingScene, makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import { answersOf, makeCategory, question, rule, save, step } from '../../../support/worker/intake.ts'

let scene: FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})

it('a preview takes answers in every form in which they can be filed', async () => {
  const { requester, category } = scene
  const answers = { title: 'Servers', amount: usd(2_000_00) }
  const labelsOf = async (said: object) => {
    const preview = await requester.post('/api/intake-submissions/preview-approvals', {
      ...{ intakeCategoryId: category.id, ...said },
    })
    expect(preview.status, JSON.stringify(preview.body)).toBe(200)
    return preview.body.levels.flatMap((level: { blocks: { label: string }[] }) =>
      level.blocks.map(({ label }) => label),
    )
  }
  const [title, amount] = [answersOf({ title: answers.title }), answersOf({ amount: answers.amount })]
  const step = (stepId: string, fields: unknown) => ({ stepId, fields })
  for (const said of [
    { answers: [...title, ...amount] },
    { steps: [step('what', title), step('money', amount)] },
    { answers: title, steps: [step('money', amount)] },
  ])
    expect(await labelsOf(said)).toEqual(['legal', 'large'])
  expect(await labelsOf({ steps: [step('what', title)] })).toEqual(['legal'])
})

it('a preview says what filing and editing refuse, in the same words', async () => {
  const { requester, admin, people } = scene
  const category = await makeCategory(admin, {
    levels: [[rule('legal', { approverUserIds: [people.approver.userId] })]],
    form: [
      step('what', [
        question('title', 'REQUEST_TITLE', { label: 'Title' }),
        question('amount', 'REQUEST_AMOUNT', { label: 'Amount' }),
        question('from', 'START_DATE', { label: 'From' }),
        question('again', 'START_DATE', { label: 'Again from' }),
        question('until', 'END_DATE', { label: 'Until' }),
      ]),
    ],
  })
  const filed = await save(requester, category.id, { title: 'Servers' })
  const preview = async (answers: Record<string, unknown>, of: object) => {
    const { status, body } = await requester.post('/api/intake-submissions/preview-approvals', {
      ...{ intakeCategoryId: category.id, answers: answersOf(answers) },
      ...of,
    })
    expect(status).toBe(200)
    return body.problem
  }
  for (const [answers, id, message] of [
    [{ amount: usd(-5_00) }, 'amount', 'Amount: The amount can’t be less than 0'],
    [{ from: '2030-02-30' }, 'from', null],
    [{ from: '2030-02-01', until: '2030-01-31' }, 'until', 'Until: The end is before the start'],
    [{ from: '2030-01-01', again: '2030-03-01', until: '2030-02-01' }, 'until', 'Until: The end is before the start'],
  ] as const) {
    const all = { title: 'Servers', ...answers }
    const refused = await save(requester, category.id, all)
    expect(refused.status).toBe(400)
    const said = fieldsOf(refused)[id]
    const label = { amount: 'Amount', from: 'From', until: 'Until' }[id]
    if (message) expect(`${label}: ${said}`).toBe(message)
    expect(await preview(all, {})).toBe(`${label}: ${said}`)
    const edited = await save(requester, category.id, all, { id: filed.body.id, version: 1 })
    expect([edited.status, fieldsOf(edited)[id]]).toEqual([400, said])
    expect(await preview(all, { submissionId: filed.body.id })).toBe(`${label}: ${said}`)
  }
  expect(await preview({ title: 'Servers', amount: usd(5_00) }, {})).toBe(null)
})
