import { beforeAll, expect, it } from 'vitest'
import { type FilingScene, makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import { answersOf } from '../../../support/worker/intake.ts'

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
