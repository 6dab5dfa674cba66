import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import {
  approvals,
  decide,
  type FilingScene,
  makeFilingScene,
  request,
  usd,
} from '../../../support/worker/filing-scene.ts'
import { answersOf, file, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import { signIn } from '../../../support/worker/world.ts'

let scene = {} as FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})

/** Two steps, of which the first is approved. */
const half = async (answers: Record<string, unknown>) => {
  const { people, requester, approver, admin } = scene
  const category = await makeCategory(admin, {
    levels: [
      [rule('legal', { approverUserIds: [people.approver.userId] })],
      [rule('second', { approverUserIds: [people.second.userId] })],
    ],
  })
  const id = await file(requester, category.id, answers)
  expect((await decide(approver, id, 'APPROVED', 1, 'Fine')).status).toBe(200)
  return { id, category }
}
const legalOf = async (id: string) => (await approvals(scene.approver, id)).levels[0].blocks[0]

describe('editing what was approved', () => {
  it('an edit restarts approvals, which is announced first, and approvers can confirm it', async () => {
    const { requester, approver } = scene
    const { id, category } = await half({ title: 'USB cable', amount: usd(1_000) })
    const changed = { title: 'Yacht', amount: usd(999_999) }
    const preview = (answers: Record<string, unknown>) =>
      requester.post('/api/intake-submissions/preview-approvals', {
        intakeCategoryId: category.id,
        submissionId: id,
        answers: answersOf(answers),
      })
    expect((await preview(changed)).body.restarts).toMatchObject([{ label: 'legal', people: ['Abe Approver'] }])
    expect((await preview({ title: 'USB cable', amount: usd(900) })).body.restarts).toEqual([])
    expect((await save(requester, category.id, changed, { id, version: 1 })).status).toBe(200)
    expect(await legalOf(id)).toMatchObject({
      status: 'PENDING',
      decisions: [],
      canDecide: true,
      earlierDecisions: [{ userId: scene.people.approver.userId, comment: 'Fine', answersVersion: 1 }],
    })
    const { body } = await approver.get(`/api/intake-submission/${id}/changes?since=1`)
    expect(body.version).toBe(2)
    expect(body.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ questionId: 'title', before: 'USB cable', after: 'Yacht' }),
        expect.objectContaining({ questionId: 'amount', before: usd(1_000), after: usd(999_999) }),
      ]),
    )
    expect((await decide(approver, id, 'APPROVED', body.version)).status).toBe(200)
    expect((await legalOf(id)).status).toBe('APPROVED')
  })

  it('a requester can’t choose who approves by changing the requester', async () => {
    const { people, filer } = scene
    const category = await makeCategory(scene.admin, {
      levels: [[rule('manager', { approverType: 'MANAGER_APPROVER' })]],
    })
    const id = await file(filer, category.id, { title: 'Mine' }, { requestorUserId: people.requester.userId })
    const edited = await save(
      filer,
      category.id,
      { title: 'Still mine' },
      { id, version: 1, requestorUserId: people.second.userId },
    )
    expect(edited.status).toBe(400)
    expect(fieldsOf(edited).requestorUserId).toBe('The requester of a submitted request can’t be changed')
    expect((await request(filer, id)).body).toMatchObject({ title: 'Mine', version: 1 })
  })
})

describe('replacing approvers', () => {
  const replace = (client: FilingScene['admin'], levelGroupStatusId: string, approverUserIds: string[], kind: string) =>
    client.post('/api/replace-lgs-approvers', {
      levelGroupStatusId,
      approverType: 'CUSTOM_APPROVERS',
      approverGroupIds: [],
      approverUserIds,
      quorum: { kind },
    })

  it('a new approver can’t make one of several approvals enough, and replaced people lose the task', async () => {
    const { people, admin, requester, approver, company } = scene
    const { approver: abe, second: sue } = people
    const category = await makeCategory(admin, {
      levels: [[rule('both', { approverUserIds: [abe.userId, sue.userId], quorum: { kind: 'ALL' } })]],
    })
    const id = await file(requester, category.id, { title: 'Both of you' })
    const blockId = (await legalOf(id)).id
    expect((await decide(approver, id, 'APPROVED', 1)).status).toBe(200)
    const second = await signIn(company, sue)
    expect((await replace(second, blockId, [abe.userId], 'ANY')).body).toMatchObject({ reason: 'WRONG_APPROVERS' })
    expect((await replace(admin, blockId, [abe.userId], 'ANY')).body).toMatchObject({ reason: 'WRONG_APPROVERS' })
    const waiting = async (client: FilingScene['admin']) =>
      JSON.stringify((await client.get('/api/intake-submissions/needs-attention')).body).includes(id)
    expect(await waiting(second)).toBe(true)
    expect((await replace(admin, blockId, [abe.userId, people.manager.userId], 'ALL')).status).toBe(200)
    expect(await waiting(second)).toBe(false)
    expect((await approvals(admin, id)).status).toBe('PENDING')
  })
})
