import { beforeAll, describe, expect, it } from 'vitest'
import {
  approvals,
  decide,
  type FilingScene,
  makeFilingScene,
  request,
  usd,
} from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import type { Client } from '../../../support/worker/world.ts'

/** What can be deleted: what no one decided on, and what nothing else belongs to. */

let scene: FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})

const filed = () => file(scene.requester, scene.category.id, { title: 'Desk', amount: usd(2_000_00) })
const remove = (client: Client, id: string) => client.call('DELETE', `/api/intake-submission/${id}`)
const DECIDED = { status: 422, body: { reason: 'DECIDED', message: expect.stringMatching(/Archive it instead/) } }

/** Ways in which someone comes to have decided on a request, or on a part of it. */
const WAYS: Record<string, (id: string) => Promise<unknown>> = {
  'approved in its first step': (id) => decide(scene.approver, id, 'APPROVED', 1),
  rejected: (id) => decide(scene.approver, id, 'REJECTED', 1),
  'bypassed by an admin': async (id) => {
    const { levels } = await approvals(scene.admin, id)
    const answer = await scene.admin.post(`/api/intake-submission/${id}/bypass`, {
      levelGroupStatusId: levels[0].blocks[0].id,
      approverNote: 'Urgent',
    })
    expect(answer.status).toBe(200)
  },
  'rejected and started again': async (id) => {
    await decide(scene.approver, id, 'REJECTED', 1)
    expect((await scene.admin.post(`/api/intake-submission/${id}/restart`, {})).status).toBe(200)
  },
  'decided and then revoked': async (id) => {
    await decide(scene.approver, id, 'APPROVED', 1)
    const { levels } = await approvals(scene.approver, id)
    const answer = await scene.approver.post(`/api/level-group-statuses/${levels[0].blocks[0].id}/revoke`, {
      reason: 'Wrong one',
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  },
}

describe('deleting a request', () => {
  it('its requester can delete it while no one has decided', async () => {
    const id = await filed()
    expect((await request(scene.requester, id)).body.canDelete).toBe(true)
    expect((await remove(scene.requester, id)).status).toBe(204)
    expect((await request(scene.requester, id)).status).toBe(404)
  })

  for (const [what, act] of Object.entries(WAYS))
    it(`a request that was ${what} stays, for its requester and for admins, and can be archived`, async () => {
      const id = await filed()
      await act(id)
      for (const client of [scene.requester, scene.admin]) {
        expect((await request(client, id)).body.canDelete).toBe(false)
        expect(await remove(client, id)).toMatchObject(DECIDED)
      }
      const archived = await scene.requester.call('PUT', `/api/intake-submission/${id}/archived`, {
        body: { archived: true },
      })
      expect(archived.status).toBe(200)
    })

  /** What other areas keep of a request. */
  const HOLDERS: Record<string, [make: (id: string) => Promise<unknown>, words: RegExp]> = {
    'a purchase order': [
      (id) =>
        run(
          `INSERT INTO purchase_orders (id, company_id, number, status, currency, total_minor, amount_sort,
             transaction_date, memo, content, created_at, updated_at, sync_state, intake_submission_id)
           VALUES (?1, ?2, 7, 'ISSUED', 'USD', 1, 1, '2030-01-01', '', '{}', 1, 1, 'NONE', ?3)`,
          ...[`po-${id}`, scene.company.id, id],
        ),
      /Purchase order PO-7 was made from it/,
    ],
    'a spend request': [
      async (id) => {
        const { company } = scene
        const categoryId = await company.add('spend_categories')
        await run('UPDATE spend_categories SET is_enabled_for_spend_requests = 1 WHERE id = ?', categoryId)
        await run(
          "UPDATE companies SET flags = json_set(flags, '$.enableSpendRequests', json('true')) WHERE id = ?",
          company.id,
        )
        const answer = await scene.admin.post(`/api/intake-submission/${id}/spend-request`, {
          vendorId: await company.add('vendors', 'Desks'),
          ...{ serviceStartDate: '2030-01-01', serviceEndDate: '2030-12-31' },
          lines: [{ categoryId, departmentId: await company.add('departments'), amount: 10_000 }],
        })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      },
      /Spend request .* was filed from it/,
    ],
  }

  for (const [what, [make, words]] of Object.entries(HOLDERS))
    it(`a request with ${what} stays, and the answer names it`, async () => {
      const id = await filed()
      await make(id)
      const refused = await remove(scene.requester, id)
      expect(refused).toMatchObject({ status: 422, body: { reason: 'IN_USE' } })
      expect(refused.body.message).toMatch(words)
      expect((await request(scene.requester, id)).status).toBe(200)
    })
})
