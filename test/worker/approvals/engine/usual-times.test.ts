import { describe, expect, it } from 'vitest'
import { approvals, decide, type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import * as spend from '../../../support/worker/spend.ts'

const HOUR = 3_600_000

const timesOf = async (companyId: string): Promise<[string, number][]> =>
  (await rows<{ times: string }>('SELECT times FROM approval_rule_times WHERE company_id = ?', companyId)).flatMap(
    ({ times }) => JSON.parse(times),
  )

/** As if each had taken so many hours. */
const took = async (companyId: string, hours: readonly number[]): Promise<void> => {
  const times = JSON.stringify(hours.map((hour, index) => [`earlier-${index}`, hour * HOUR]))
  await run('UPDATE approval_rule_times SET times = ? WHERE company_id = ?', times, companyId)
}

const preview = async (scene: FilingScene) =>
  (
    await scene.requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: scene.category.id,
      answers: [{ questionId: 'title', value: 'Laptops' }],
    })
  ).body

describe('when a step is usually decided', () => {
  it('each decision keeps its time once, and revoking it removes the time', async () => {
    const scene = await makeFilingScene()
    const ids: string[] = []
    for (let i = 0; i < 2; i++) {
      const id = await file(scene.requester, scene.category.id, { title: `Past ${i}` })
      ids.push(id)
      expect((await decide(scene.approver, id, 'APPROVED', 1)).status).toBe(200)
    }
    const newest = (await timesOf(scene.company.id)).map(([block]) => block)
    expect(newest.map((block, index) => block.startsWith(ids.at(-1 - index) ?? 'none'))).toEqual([true, true])
    const open = await file(scene.requester, scene.category.id, {
      title: 'Large',
      amount: { value: 200_000, currency: 'USD' },
    })
    await decide(scene.approver, open, 'APPROVED', 1)
    const [{ id: blockId }] = (await approvals(scene.approver, open)).levels[0].blocks
    expect(await timesOf(scene.company.id)).toHaveLength(3)
    await scene.approver.post(`/api/level-group-statuses/${blockId}/revoke`, { reason: 'Too fast' })
    expect((await timesOf(scene.company.id)).map(([block]) => block)).not.toContain(blockId)
  })

  it('previews and open steps show it from five decisions on', async () => {
    const scene = await makeFilingScene()
    await decide(scene.approver, await file(scene.requester, scene.category.id, { title: 'First' }), 'APPROVED', 1)
    const id = await file(scene.requester, scene.category.id, { title: 'Open' })
    const shown = async () => (await approvals(scene.requester, id)).levels[0].blocks[0].usualMs
    await took(scene.company.id, [1, 2, 3, 4])
    expect([await shown(), (await preview(scene)).levels[0].blocks[0].usualMs]).toEqual([null, null])
    await took(scene.company.id, [36, 1, 90, 30, 40])
    expect([await shown(), (await preview(scene)).levels[0].blocks[0].usualMs]).toEqual([36 * HOUR, 36 * HOUR])
    await decide(scene.approver, id, 'APPROVED', 1)
    expect(await shown()).toBeNull()
  })

  it('a rule keeps its newest twenty-five times in one row', async () => {
    const scene = await makeFilingScene()
    await decide(scene.approver, await file(scene.requester, scene.category.id, { title: 'First' }), 'APPROVED', 1)
    await took(
      scene.company.id,
      Array.from({ length: 25 }, (_, index) => index + 1),
    )
    const id = await file(scene.requester, scene.category.id, { title: 'Newest' })
    await decide(scene.approver, id, 'APPROVED', 1)
    const times = await timesOf(scene.company.id)
    expect(times).toHaveLength(25)
    expect(times[0]?.[0].startsWith(id)).toBe(true)
    expect(times.at(-1)?.[0]).toBe('earlier-23')
  })

  it('spend requests show it the same way', async () => {
    const scene = await spend.makeSpendScene()
    await spend.addRuleSet(scene.company, { levels: [spend.always('Owner', scene.people.approver.userId)] })
    await spend.decide(scene.approver, await spend.file(scene))
    await took(scene.company.id, [2, 4, 6, 8, 10])
    const [block] = await spend.blocksOf(scene.requester, await spend.file(scene))
    expect(block.usualMs).toBe(6 * HOUR)
  })
})
