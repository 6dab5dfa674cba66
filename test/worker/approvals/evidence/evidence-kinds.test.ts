import { expect, it } from 'vitest'
import type { EvidenceKind } from '../../../../schema/approvals/evidence/endpoints.ts'
import type { Evidence } from '../../../../schema/approvals/evidence/pack.ts'
import { verifyEvidence } from '../../../../worker/features/approvals/evidence/verify.ts'
import { askFor, packOf } from '../../../support/worker/evidence.ts'
import { rule } from '../../../support/worker/intake.ts'
import { makeOrderScene } from '../../../support/worker/order-scene.ts'
import { addRuleSet, always, bodyOf, decide, file, lineOf, makeSpendScene } from '../../../support/worker/spend.ts'
import type { Client } from '../../../support/worker/world.ts'

/** Requests, spend requests and purchase orders have packs like bills, without what only bills have. */

const packIn = async (client: Client, companyId: string, kind: EvidenceKind, id: string): Promise<Evidence> => {
  const asked = await askFor(client, kind, id)
  expect(asked.status).toBe(200)
  const { body } = await packOf(client, companyId, asked.body.id)
  expect(body).toMatchObject({ status: 'DONE', targetType: kind, targetId: id })
  const pack = (await client.get(body.files.json.url)).body as Evidence
  // The tests' installation has no key.
  expect((await verifyEvidence(JSON.stringify(pack))).problems).toEqual([
    'The pack isn’t signed, so this can’t show who made it, or whether it was changed.',
  ])
  for (const part of ['payments', 'paymentEvents', 'ledgerEntries', 'accounting'] as const)
    expect(pack.sections[part]).toEqual([])
  return pack
}

it('a request has its answers by the names of their questions, and its decisions; its order has its versions', async () => {
  const scene = await makeOrderScene(null, {}, ({ userIds }) => [rule('lead', { approverUserIds: [userIds.ada] })])
  const { id, blockId } = await scene.ask()
  expect((await scene.complete(blockId)).status).toBe(200)
  await scene.settle()
  const { company, ada } = scene
  const request = await packIn(ada, company.id, 'INTAKE_SUBMISSION', id)
  expect(request.sections.decisions).toMatchObject([{ what: 'APPROVED', by: { name: 'Ada Admin' }, versionSeen: 1 }])
  const [version] = request.sections.versions
  const answers = version?.content.answers as Record<string, unknown>
  expect(Object.keys(answers).map((question) => [question, request.names[question]])).toEqual([
    ['title', 'Title'],
    ['vendor', 'vendor'],
  ])
  const { purchaseOrderId } = (await ada.get(`/api/netsuite-purchase-order-tasks/${blockId}/complete`)).body
  const order = await packIn(ada, company.id, 'PURCHASE_ORDER', purchaseOrderId)
  expect(order.sections.versions).toMatchObject([{ version: 1, content: { lines: [{ description: 'Seats' }] } }])
  expect(order.sections.history.length).toBeGreaterThan(0)
})

it('a spend request has every version of its content, with what changed', async () => {
  const scene = await makeSpendScene()
  const { company, people } = scene
  await addRuleSet(company, { levels: [always('Lead', people.approver.userId)] })
  const id = await file(scene)
  const lines = [lineOf(scene, 1_500_000)]
  const changed = await scene.requester.call('PUT', `/api/spend-requests/${id}`, {
    body: { ...bodyOf(scene, { lines }), version: 1 },
  })
  expect(changed.status).toBe(200)
  await decide(scene.approver, id)
  const pack = await packIn(scene.admin, company.id, 'SPEND_REQUEST', id)
  const CHANGES = [
    { what: 'Total', before: { value: 1_200_000, currency: 'USD' }, after: { value: 1_500_000, currency: 'USD' } },
    {
      what: 'Line 1: amount',
      before: { value: 1_200_000, currency: 'USD' },
      after: { value: 1_500_000, currency: 'USD' },
    },
  ]
  expect(pack.sections.versions).toMatchObject([
    { version: 1, by: { name: 'Rita Requester' }, changes: [] },
    { version: 2, by: { name: 'Rita Requester' }, changes: CHANGES },
  ])
  expect(pack.sections.decisions).toMatchObject([{ what: 'APPROVED', versionSeen: 2 }])
  expect(pack.subject.status).toBe('APPROVED')
})

it('a draft has no pack, because nothing has happened to it yet', async () => {
  const scene = await makeOrderScene(null)
  const { body } = await scene.ada.post('/api/intake-submission', {
    ...{ batch: 1, totalBatches: 1 },
    submission: {
      intakeCategoryId: (await scene.ada.get('/api/intake-categories')).body[0]?.id,
      isDraft: true,
      answers: [],
    },
  })
  expect((await scene.ada.get(`/api/intake-submission/${body.id}`)).body).toMatchObject({
    id: body.id,
    isDraft: true,
  })
  expect((await askFor(scene.ada, 'INTAKE_SUBMISSION', body.id)).status).toBe(404)
  expect((await askFor(scene.ada, 'INTAKE_SUBMISSION', (await scene.ask()).id)).status).toBe(200)
})
