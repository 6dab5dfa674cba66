import { beforeAll, describe, expect, it } from 'vitest'
import { file, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import {
  addRuleSet,
  always,
  file as fileSpend,
  makeSpendScene,
  type SpendScene,
} from '../../../support/worker/spend.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** The company's log keeps the history of what was deleted, and shows it to people who see everything. */

let scene: SpendScene
let categoryId: string
let stranger: Client

beforeAll(async () => {
  scene = await makeSpendScene()
  await addRuleSet(scene.company, { levels: [always('Owner', scene.people.approver.userId)] })
  const levels = [[rule('legal', { approverUserIds: [scene.people.approver.userId] })]]
  categoryId = (await makeCategory(scene.admin, { levels })).id
  const other = await makeCompany()
  stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
})

const history = (client: Client, targetType: string, id: string) =>
  client.get(`/api/audit-logs?targetType=${targetType}&targetId=${id}`)

const KINDS: Record<string, [make: () => Promise<string>, path: string, action: string]> = {
  INTAKE_SUBMISSION: [
    () => file(scene.requester, categoryId, { title: 'Laptops' }),
    '/api/intake-submission/',
    'intake-submission.deleted',
  ],
  SPEND_REQUEST: [() => fileSpend(scene), '/api/spend-requests/', 'spend-request.deleted'],
  DOCUMENT: [() => makeDocument(scene.requester), '/api/documents/', 'document.deleted'],
}

describe('the history of what was deleted', () => {
  for (const [kind, [make, path, action]] of Object.entries(KINDS))
    it(`is there for admins, as for vendors and services: ${kind}`, async () => {
      const id = await make()
      expect((await history(scene.requester, kind, id)).status).toBe(200)
      expect((await scene.requester.call('DELETE', `${path}${id}`)).status).toBe(204)
      const kept = await history(scene.admin, kind, id)
      expect(kept.status, JSON.stringify(kept.body)).toBe(200)
      expect(kept.body.edges[0].node.action).toBe(action)
      expect(kept.body.edges.length).toBeGreaterThan(1)
      for (const client of [scene.requester, scene.finance, stranger])
        expect((await history(client, kind, id)).status).toBe(404)
    })

  it('a draft that exists stays its author’s alone', async () => {
    const { body } = await save(scene.requester, categoryId, { title: 'Secret' }, { isDraft: true })
    expect((await history(scene.admin, 'INTAKE_SUBMISSION', body.id)).status).toBe(404)
  })
})
