import { expect, it } from 'vitest'
import { enter, makeBillScene, readBill } from '../../../support/worker/bills.ts'

/** Who entered a bill is one answer, wherever it is asked, also when someone else is named as who asked for it. */

it('the list, the page, GraphQL and the file name the same person as who entered a bill', async () => {
  const scene = await makeBillScene()
  const { admin, people } = scene
  const id = await enter(scene, { createdById: people.colleague.userId }, admin)
  const node = (await admin.get('/api/payments/bills')).body.edges.find(
    (edge: { node: { id: string } }) => edge.node.id === id,
  ).node
  const entered = { id: people.admin.userId, name: 'Ada Admin' }
  expect(node.createdBy).toEqual(entered)
  const shown = await readBill(admin, id)
  expect([shown.createdBy.id, shown.createdBy.name, shown.requestor.id]).toEqual([
    entered.id,
    entered.name,
    people.colleague.userId,
  ])
  const { data } = (await admin.graphql('{ bills(first: 5) { edges { node { id createdBy { id name } } } } }')).body
  expect(data.bills.edges.map((edge: { node: object }) => edge.node)).toEqual([{ id, createdBy: entered }])
  for (const [createdById, found] of [
    [people.admin.userId, [id]],
    [people.colleague.userId, []],
  ] as const) {
    const { body } = await admin.get(`/api/payments/bills?createdById=${createdById}`)
    expect(body.edges.map((edge: { node: { id: string } }) => edge.node.id)).toEqual(found)
  }
  const { hash } = (await admin.post('/api/payments/bills/by-filter', { filters: {} })).body
  const [header = '', line = ''] = String((await admin.get(`/api/payments/bills/by-filter/${hash}.csv`)).body).split(
    '\r\n',
  )
  expect(line.split(',')[header.split(',').indexOf('Entered by')]).toBe('Ada Admin')
})
