import { beforeAll, expect, it } from 'vitest'
import { file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { makeTaskScene, type TaskScene } from '../../../support/worker/task-scene.ts'

let scene: TaskScene

beforeAll(async () => {
  scene = await makeTaskScene()
})

it('two steps of one request waiting for one person each say since when', async () => {
  const levels = [
    [rule('first', { approverUserIds: [scene.idOf('abe')] }), rule('second', { approverUserIds: [scene.idOf('bea')] })],
  ]
  const { id: categoryId } = await makeCategory(scene.as.ada, { levels })
  const id = await file(scene.as.rita, categoryId, { title: 'Laptops' })
  const second = await scene.blockOf(id, 'second')
  const handedOn = await scene.as.ada.post('/api/replace-lgs-approvers', {
    levelGroupStatusId: second.id,
    approverType: 'CUSTOM_APPROVERS',
    approverGroupIds: [],
    approverUserIds: [scene.idOf('abe')],
    quorum: { kind: 'ANY' },
  })
  expect(handedOn.status).toBe(200)
  const { body } = await scene.as.abe.get('/api/intake-submissions/needs-attention?filter=approver')
  const item = body.find((one: { id: string }) => one.id === id)
  const [first, later] = item.actions
  expect(item.actions.map(({ label }: { label: string }) => label)).toEqual(['first', 'second'])
  expect(first.since).toBe(item.since)
  expect(Date.parse(later.since)).toBeGreaterThan(Date.parse(first.since))
  // The step itself has waited since its turn came, regardless of its current approvers.
  expect((await scene.blockOf(id, 'second')).awaitedSince).toBe(Date.parse(first.since))
})
