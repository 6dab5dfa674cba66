import { beforeAll, expect, it } from 'vitest'
import { addErp, addInvoice, type BillScene, bodyOf, enter, makeBillScene } from '../../../support/worker/bills.ts'
import { rows } from '../../../support/worker/sessions.ts'

/** A document says who billed it, whether or not the vendor of the accounting system is one of the company's. */

let scene: BillScene

beforeAll(async () => {
  scene = await makeBillScene()
})

const documentOf = async (invoiceId: string): Promise<string> =>
  (await rows<{ id: string }>('SELECT document_id AS id FROM invoices WHERE id = ?', invoiceId))[0]?.id ?? ''
const read = async (invoiceId: string) => (await scene.clerk.get(`/api/documents/${await documentOf(invoiceId)}`)).body

it('an invoice with a bill names the vendor that the accounting vendor is linked to, and links to it', async () => {
  const invoiceId = await addInvoice(scene.clerk)
  expect((await read(invoiceId)).billedBy).toBeNull()
  await enter(scene, { invoiceId })
  expect(await read(invoiceId)).toMatchObject({
    vendor: null,
    billedBy: { id: scene.vendorId, name: 'Acme Cloud' },
  })
})

it('an accounting vendor that is no vendor yet is named too, in the list and its file', async () => {
  const erpVendorId = await addErp(scene.company.id, 'VENDOR', 'Lone Printers')
  const invoiceId = await addInvoice(scene.clerk, 'Brochures.pdf')
  await enter(scene, await bodyOf(scene, { invoiceId, erpVendorId }))
  expect((await read(invoiceId)).billedBy).toEqual({ id: null, name: 'Lone Printers' })
  const listed = (await scene.clerk.get('/api/documents?first=20&displayName=Brochures')).body
  expect(listed.edges.map(({ node }: { node: { billedBy: unknown } }) => node.billedBy)).toEqual([
    { id: null, name: 'Lone Printers' },
  ])
  const { body } = await scene.clerk.graphql(
    'query ($id: String!) { documents(displayName: $id, first: 5) { edges { node { billedBy { id name } } } } }',
    { id: 'Brochures' },
  )
  expect(body.data.documents.edges).toEqual([{ node: { billedBy: { id: null, name: 'Lone Printers' } } }])
})
