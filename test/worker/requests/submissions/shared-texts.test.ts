import { beforeAll, describe, expect, it } from 'vitest'
import { approvals, decide, type FilingScene, makeFilingScene, request } from '../../../support/worker/filing-scene.ts'
import { file, save } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'

/** What requests have in common is kept once, and each reads as if it had its own. */

let scene: FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})

const small = { title: 'Small', amount: { value: 10_00, currency: 'USD' } }
const texts = () => rows('SELECT id FROM request_texts WHERE company_id = ?', scene.company.id)

const approved = async (): Promise<string> => {
  const id = await file(scene.requester, scene.category.id, small)
  await decide(scene.approver, id, 'APPROVED', 1)
  return id
}

describe('requests that went the same way', () => {
  it('the second one adds no text, and both name their approver and their step', async () => {
    const first = await approved()
    const before = await texts()
    const second = await approved()
    expect(await texts()).toEqual(before)
    for (const id of [first, second]) {
      const { body } = await request(scene.requester, id)
      expect(body.approvedBy).toEqual([{ id: scene.people.approver.userId, name: 'Abe Approver' }])
      const { levels, workflow } = await approvals(scene.requester, id)
      expect(levels[0].blocks[0]).toMatchObject({ id: `${id}-1-1`, status: 'APPROVED', label: 'legal' })
      expect(workflow).toMatchObject({ id: scene.category.workflowId })
    }
    const stored = await rows(
      'SELECT plan, approved_by, course FROM intake_submissions s JOIN request_blocks b ON b.target_id = s.id WHERE s.id IN (?, ?)',
      first,
      second,
    )
    expect(stored[0]).toEqual(stored[1])
    expect(Number(stored[0]?.approved_by)).toBeGreaterThan(0)
  })

  it('a comment is the request’s own, and no other request’s step has it', async () => {
    const id = await file(scene.requester, scene.category.id, small)
    await decide(scene.approver, id, 'APPROVED', 1, 'Fine by me')
    const other = await approved()
    const commentOf = async (of: string) => (await approvals(scene.requester, of)).levels[0].blocks[0].decisions[0]
    expect((await commentOf(id)).comment).toBe('Fine by me')
    expect((await commentOf(other)).comment).toBe('')
    expect(await rows("SELECT 1 FROM request_texts WHERE text LIKE '%Fine by me%'")).toEqual([])
  })

  it('another company has its own texts, so that a number means nothing there', async () => {
    // The same steps give texts of the same numbers.
    const scenes = [await makeFilingScene(), await makeFilingScene()]
    const ids: string[] = []
    for (const { requester, approver, category } of scenes) {
      const id = await file(requester, category.id, small)
      await decide(approver, id, 'APPROVED', 1)
      ids.push(id)
    }
    const [first, second] = await rows<{ approved_by: string; course: number }>(
      `SELECT approved_by, course FROM intake_submissions s JOIN request_blocks b ON b.target_id = s.id
        WHERE s.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    )
    expect(Number(first?.approved_by)).toBeGreaterThan(0)
    expect(second).toEqual(first)
    for (const [at, { requester, people, category }] of scenes.entries()) {
      const [own = '', other = ''] = [ids[at], ids[1 - at]]
      expect((await request(requester, own)).body.approvedBy).toMatchObject([{ id: people.approver.userId }])
      const { levels, workflow } = await approvals(requester, own)
      expect(levels[0].blocks[0].decisions).toMatchObject([{ userId: people.approver.userId }])
      expect(workflow.id).toBe(category.workflowId)
      expect((await request(requester, other)).status).toBe(404)
    }
  })
})

describe('vendors in answers', () => {
  it('only another vendor than the request’s own is listed, and the former one after a change', async () => {
    const { company, requester } = scene
    const [own, later] = await Promise.all(['Own', 'Later'].map((name) => company.add('vendors', name)))
    const id = await file(requester, scene.category.id, { ...small, vendor: own })
    const listed = () => rows('SELECT vendor_id FROM answer_vendors WHERE submission_id = ?', id)
    expect(await listed()).toEqual([])
    const answer = await save(requester, scene.category.id, { ...small, vendor: later }, { id, version: 1 })
    expect(answer.status).toBe(200)
    expect(await listed()).toEqual([{ vendor_id: own }])
  })
})
