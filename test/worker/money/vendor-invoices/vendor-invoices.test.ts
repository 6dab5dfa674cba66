import { beforeAll, describe, expect, it } from 'vitest'
import { FIRST_CELL } from '../../../../worker/core/cells.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { addOrder } from '../../../support/worker/billed-orders.ts'
import {
  addErp,
  addRuleSet,
  type BillScene,
  bodyOf,
  decide,
  enter,
  follow,
  makeBillScene,
} from '../../../support/worker/bills.ts'
import { cellFor } from '../../../support/worker/database.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'
import { PDF, send as sendFile } from '../../../support/worker/uploads.ts'
import { makeVendorCompany, type TestVendorCompany } from '../../../support/worker/vendor-companies.ts'
import type { Answer, Client } from '../../../support/worker/world.ts'

/** Invoices that vendors send in their portal, to customers in other cells than the directory. */

let scene: BillScene
let other: BillScene
let vendorCompany: TestVendorCompany
let vendor: Client

beforeAll(async () => {
  ;[scene, other] = [await makeBillScene(), await makeBillScene()]
  await addRuleSet(scene.company, { levels: [always('Approver', scene.people.approver.userId)] })
  vendorCompany = await makeVendorCompany()
  for (const each of [scene, other]) await vendorCompany.sellTo(each.company, each.vendorId)
  vendor = await vendorCompany.signIn(await vendorCompany.addPerson(), scene.company)
})

const fileWith = (text: string): BlobPart => new Uint8Array([...PDF, ...new TextEncoder().encode(text)])

const upload = async ({
  fileName = 'invoice.pdf',
  to = scene,
  client = vendor,
  bytes = fileWith(newId()) as BlobPart,
} = {}): Promise<string> => {
  const { body } = await client.post('/api/v/signed-upload-url', { fileName, companyId: to.company.id })
  const sent = await sendFile(client, { url: body.url, ...JSON.parse(body.fieldsJson) }, bytes)
  if (sent.status !== 200) throw new Error(`The upload answered ${JSON.stringify(sent.body)}`)
  return sent.body.id
}

type Said = Record<string, unknown>
const send = (documentId: string, said: Said = {}, { to = scene, client = vendor } = {}): Promise<Answer> =>
  client.post('/api/v/invoices', { companyId: to.company.id, documentId, ...said })
const sent = async (said: Said = {}, given: Parameters<typeof upload>[0] = {}): Promise<string> => {
  const documentId = await upload(given)
  const answer = await send(documentId, said, given)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return documentId
}
const list = async (client = vendor) => (await client.get('/api/v/invoices')).body.invoices
const stateOf = async (id: string, client = vendor) =>
  (await list(client)).find((one: { id: string }) => one.id === id) ?? null
const invoiceOf = async (documentId: string, { clerk } = scene) =>
  (await clerk.get(`/api/payments/invoices/by-document/${documentId}`)).body
const mailedOrder = async (of: BillScene, given: Parameters<typeof addOrder>[1] = {}) => {
  const order = await addOrder(of, given)
  await run('UPDATE purchase_orders SET mailed_at = 1 WHERE id = ? AND company_id = ?', order.id, of.company.id)
  return order
}
const accept = (accepts: boolean, { admin } = scene) =>
  admin.call('PUT', '/api/payments/vendor-invoice-settings', { body: { accepts } })

describe('an invoice that a vendor sends', () => {
  it('waits in the customer’s inbox with who sent it and what they said, in the customer’s own cell', async () => {
    expect(cellFor(scene.company.id)).not.toBe(FIRST_CELL)
    const order = await mailedOrder(scene)
    const said = {
      ...{ invoiceNumber: 'INV-77', totalAmount: { value: 120_000, currency: 'USD' }, invoiceDate: '2026-11-20' },
      ...{ message: 'For November', purchaseOrderId: order.id },
    }
    const id = await sent(said, { fileName: 'November.pdf' })
    const { body } = await scene.clerk.get('/api/payments/invoices?state=WAITING')
    expect(body.edges.map(({ node }: { node: { document: { id: string } } }) => node.document.id)).toContain(id)
    expect(await invoiceOf(id)).toMatchObject({
      ...{ source: 'PORTAL', from: 'Vera Vendor', bills: [], document: { id, name: 'November.pdf' } },
      sent: {
        vendor: { id: scene.vendorId, name: 'Acme Cloud' },
        ...{ invoiceNumber: 'INV-77', invoiceDate: '2026-11-20', message: 'For November' },
        ...{ totalAmount: said.totalAmount, purchaseOrder: { id: order.id, number: order.name } },
      },
    })
    const document = await scene.clerk.get(`/api/documents/${id}`)
    expect(document.body).toMatchObject({ type: ['INVOICE'] })
    const history = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND target_id IN (?, ?) AND action LIKE '%sent%' ORDER BY id",
      ...[scene.company.id, id, scene.vendorId],
    )
    expect(history.map(({ message }) => message)).toEqual([
      `Vera Vendor of ${vendorCompany.name} sent the invoice November.pdf in the vendor portal`,
      'Vera Vendor sent the invoice November.pdf in the vendor portal',
    ])
  })

  it('its bill gets the vendor that it is mapped to', async () => {
    const { id } = await invoiceOf(await sent())
    expect((await scene.clerk.get(`/api/payments/invoices/${id}/vendor`)).body).toMatchObject({
      ...{ by: 'PORTAL', erpVendor: { id: scene.erpVendorId } },
    })
  })

  it('without a mapped vendor it waits all the same, and names who sent it', async () => {
    const [company, unmapped] = [await makeVendorCompany(), await makeBillScene()]
    await company.sellTo(unmapped.company)
    const client = await company.signIn(await company.addPerson(), unmapped.company)
    const invoice = await invoiceOf(await sent({}, { to: unmapped, client }), unmapped)
    expect(invoice).toMatchObject({ sent: { vendor: { id: null, name: company.name } } })
    const { body } = await unmapped.clerk.get(`/api/payments/invoices/${invoice.id}/vendor`)
    expect(body).toMatchObject({ erpVendor: null, by: null })
  })

  it('with two mapped vendors in the accounting system, the one that had the last bill is taken, and before that none', async () => {
    const twice = await makeBillScene()
    await addErp(twice.company.id, 'VENDOR', 'Acme again', {
      connection_id: twice.connectionId,
      vendor_id: twice.vendorId,
    })
    await vendorCompany.sellTo(twice.company, twice.vendorId)
    const { id } = await invoiceOf(await sent({}, { to: twice }), twice)
    const recognized = async () => (await twice.clerk.get(`/api/payments/invoices/${id}/vendor`)).body
    expect(await recognized()).toMatchObject({ by: null, erpVendor: null })
    await enter(twice)
    expect(await recognized()).toMatchObject({ by: 'PORTAL', erpVendor: { id: twice.erpVendorId } })
  })

  it('one command is one invoice, however often it comes', async () => {
    const documentId = await upload()
    const body = { companyId: scene.company.id, documentId, message: 'Once' }
    const command = newId()
    const first = await vendor.post('/api/v/invoices', body, command)
    const answers = await Promise.all([1, 2].map(() => vendor.post('/api/v/invoices', body, command)))
    expect([first, ...answers].map(({ status, body: { id } }) => [status, id])).toEqual(
      [1, 2, 3].map(() => [200, documentId]),
    )
    expect((await list()).filter((one: { id: string }) => one.id === documentId)).toHaveLength(1)
  })

  it('the same file is refused, unless the customer rejected it, and may go to another customer', async () => {
    const bytes = fileWith(newId())
    const first = await sent({}, { bytes })
    const again = await send(await upload({ bytes }))
    expect(again).toMatchObject({
      status: 400,
      body: { fields: { documentId: 'You sent this file to this customer before' } },
    })
    await sent({}, { bytes, to: other })
    const { id } = await invoiceOf(first)
    const rejected = await scene.clerk.post(`/api/payments/invoices/${id}/reject`, { reason: 'Wrong address' })
    expect(rejected.status).toBe(204)
    await sent({}, { bytes })
  })

  it.each([
    ['a Word file', { fileName: 'invoice.docx' }, /^400$/],
    ['a file whose content is another', { fileName: 'photo.png' }, /^400$/],
  ])('%s is refused', async (_, given, status) => {
    const { body } = await vendor.post('/api/v/signed-upload-url', { ...given, companyId: scene.company.id })
    const bytes = given.fileName.endsWith('docx') ? (await import('../../../support/worker/uploads.ts')).DOCX : PDF
    const uploaded = await sendFile(vendor, { url: body.url, ...JSON.parse(body.fieldsJson) }, bytes)
    const answer = uploaded.status === 200 ? await send(uploaded.body.id) : uploaded
    expect(String(answer.status)).toMatch(status)
  })

  it.each([
    ['a day that isn’t one', { invoiceDate: '2026-02-30' }, 'invoiceDate'],
    ['an amount of nothing', { totalAmount: { value: 0, currency: 'USD' } }, 'totalAmount.value'],
    ['half a cent', { totalAmount: { value: 0.5, currency: 'USD' } }, 'totalAmount.value'],
    ['a currency that isn’t one', { totalAmount: { value: 1, currency: 'XXX' } }, 'totalAmount.currency'],
    ['a long message', { message: 'x'.repeat(2_001) }, 'message'],
    ['a long number', { invoiceNumber: 'x'.repeat(101) }, 'invoiceNumber'],
  ])('%s is refused beside its field', async (_, said, field) => {
    const answer = await send(await upload(), said)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([field])
  })
})

describe('the orders that an invoice can be for', () => {
  it('a vendor is shown its open orders that were sent, newest first, however many others there are', async () => {
    const customer = await makeBillScene()
    await vendorCompany.sellTo(customer.company, customer.vendorId)
    const first = await mailedOrder(customer)
    const closed = await mailedOrder(customer, { status: 'CLOSED' })
    const unsent = await addOrder(customer)
    const columns = (await rows<{ name: string }>("SELECT name FROM pragma_table_info('purchase_orders')"))
      .map(({ name }) => name)
      .filter((name) => name !== 'id' && name !== 'number')
    await run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
       INSERT INTO purchase_orders (id, number, ${columns.join(', ')})
       SELECT id || '-' || i, number + 1000 * i, ${columns.join(', ')} FROM purchase_orders CROSS JOIN n WHERE id IN (?1, ?2)`,
      ...[closed.id, unsent.id],
    )
    const last = await mailedOrder(customer)
    await run('UPDATE purchase_orders SET created_at = 1 WHERE id = ?', first.id)
    const { body, headers } = await vendor.get(`/api/v/invoice-customers/${customer.company.id}/orders`)
    expect(body.map(({ id }: { id: string }) => id)).toEqual([last.id, first.id])
    expect(Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])).toBeLessThan(50)
  })
})

describe('who can send, and which customers take it', () => {
  it('a company that isn’t a customer is not found, also after it was one', async () => {
    const stranger = await makeBillScene()
    expect((await send(newId(), {}, { to: stranger })).status).toBe(404)
    expect((await vendor.get(`/api/v/invoice-customers/${stranger.company.id}/orders`)).status).toBe(404)
    await vendorCompany.sellTo(stranger.company, stranger.vendorId)
    const id = await sent({}, { to: stranger })
    expect(await stateOf(id)).toMatchObject({ state: 'RECEIVED' })
    const later = await upload({ to: stranger })
    await run(
      'DELETE FROM vendor_company_customers WHERE vendor_company_id = ? AND company_id = ?',
      vendorCompany.id,
      stranger.company.id,
    )
    expect((await send(later, {}, { to: stranger })).status).toBe(404)
    expect(await stateOf(id)).toBeNull()
  })

  it('files and orders of others are refused like unknown ones', async () => {
    const colleague = await vendorCompany.signIn(await vendorCompany.addPerson(), scene.company)
    const theirs = await upload({ client: colleague })
    const elsewhere = await upload({ to: other })
    for (const documentId of [theirs, elsewhere, newId()])
      expect(await send(documentId)).toMatchObject({
        status: 400,
        body: { fields: { documentId: 'Upload the invoice first' } },
      })
    const orders = [
      await mailedOrder(other),
      await mailedOrder(scene, { vendorId: await scene.company.add('vendors', 'Rival') }),
      await mailedOrder(scene, { status: 'CLOSED' }),
      await addOrder(scene),
      { id: newId() },
    ]
    for (const { id } of orders)
      expect(await send(await upload(), { purchaseOrderId: id })).toMatchObject({
        status: 400,
        body: { fields: { purchaseOrderId: 'Choose an open order from this customer' } },
      })
  })

  it('a vendor sees the orders that a customer sent to it, and no other', async () => {
    const [own, customer] = [await makeVendorCompany(), await makeBillScene()]
    await own.sellTo(customer.company, customer.vendorId)
    const client = await own.signIn(await own.addPerson(), customer.company)
    const order = await mailedOrder(customer)
    await addOrder(customer)
    await mailedOrder(customer, { status: 'CLOSED' })
    await mailedOrder(customer, { vendorId: await customer.company.add('vendors', 'Rival') })
    expect((await client.get(`/api/v/invoice-customers/${customer.company.id}/orders`)).body).toEqual([
      { id: order.id, number: order.name, date: '2026-10-01', total: { value: 120_000, currency: 'USD' } },
    ])
  })

  it('a customer that turned it off, or pays no bills, takes none', async () => {
    const [company, customer] = [await makeVendorCompany(), await makeBillScene()]
    await company.sellTo(customer.company, customer.vendorId)
    const client = await company.signIn(await company.addPerson(), customer.company)
    const customers = async () => (await client.get('/api/v/invoice-customers')).body
    expect(await customers()).toMatchObject([{ id: customer.company.id, accepts: true }])
    const documentId = await upload({ to: customer, client })
    expect((await accept(false, customer)).body).toEqual({ accepts: false })
    expect((await customer.admin.get('/api/payments/vendor-invoice-settings')).body).toEqual({ accepts: false })
    expect(await customers()).toMatchObject([{ accepts: false }])
    const off = await send(documentId, {}, { to: customer, client })
    expect(off.status).toBe(422)
    expect(JSON.stringify(off.body)).toContain('INVOICES_NOT_ACCEPTED')
    await accept(true, customer)
    await run(
      `UPDATE companies SET flags = json_set(flags, '$.paymentsEnabled', json('false')) WHERE id = ?`,
      customer.company.id,
    )
    expect(await customers()).toMatchObject([{ accepts: false }])
    expect((await send(documentId, {}, { to: customer, client })).status).toBe(off.status)
    await run(
      `UPDATE companies SET flags = json_set(flags, '$.paymentsEnabled', json('true')) WHERE id = ?`,
      customer.company.id,
    )
    expect((await send(documentId, {}, { to: customer, client })).status).toBe(200)
    expect((await customer.clerk.get('/api/payments/vendor-invoice-settings')).status).toBe(403)
  })
})

describe('what becomes of it, for the vendor', () => {
  it('received, entered, approved, and nothing of the customer’s own', async () => {
    const id = await sent({ invoiceNumber: 'Mine', message: 'Please' })
    const received = await stateOf(id)
    expect(received).toEqual({
      ...{ id, fileName: 'invoice.pdf', sentAt: expect.any(String), sentBy: 'Vera Vendor', invoiceNumber: 'Mine' },
      company: { id: scene.company.id, name: expect.any(String) },
      ...{ totalAmount: null, state: 'RECEIVED', reason: null },
    })
    const { id: invoiceId } = await invoiceOf(id)
    const billId = await enter(scene, { invoiceId, invoiceNumber: 'Entered-1', description: 'Secret plan' })
    expect(await stateOf(id)).toMatchObject({
      ...{ state: 'ENTERED', invoiceNumber: 'Entered-1', totalAmount: { value: 120_000, currency: 'USD' } },
    })
    await decide(scene.approver, billId)
    await follow(scene)
    expect(await stateOf(id)).toMatchObject({ state: 'APPROVED' })
    const [payment] = await rows<{ id: string }>(
      'SELECT id FROM bill_payments WHERE company_id = ? AND bill_id = ?',
      scene.company.id,
      billId,
    )
    await run(
      "UPDATE bill_payments SET status = 'APPROVED', pay_on = '2026-12-01' WHERE id = ? AND company_id = ?",
      ...[payment?.id, scene.company.id],
    )
    expect(await stateOf(id)).toMatchObject({ state: 'SCHEDULED' })
    await run("UPDATE bill_payments SET status = 'PAID' WHERE id = ? AND company_id = ?", payment?.id, scene.company.id)
    expect(await stateOf(id)).toMatchObject({ state: 'PAID' })
    expect(JSON.stringify(await list())).not.toMatch(/Secret|Software|Clerk|Approver/)
    // The bill names it, so it can't be rejected any more.
    const late = await scene.clerk.post(`/api/payments/invoices/${invoiceId}/reject`, {})
    expect(late.status).toBe(422)
  })

  it('rejected, with the reason that the company wrote to the vendor', async () => {
    const [told, untold, deleted, ofBill] = [await sent(), await sent(), await sent(), await sent()]
    const reject = async (id: string, body: object) =>
      scene.clerk.post(`/api/payments/invoices/${(await invoiceOf(id)).id}/reject`, body)
    expect((await reject(told, { reason: 'Wrong entity' })).status).toBe(204)
    expect((await reject(untold, {})).status).toBe(204)
    await scene.clerk.call('DELETE', `/api/payments/invoices/${(await invoiceOf(deleted)).id}`)
    const billId = await enter(scene, { invoiceId: (await invoiceOf(ofBill)).id })
    await decide(scene.approver, billId, 'REJECTED')
    expect(await stateOf(told)).toMatchObject({ state: 'REJECTED', reason: 'Wrong entity' })
    for (const id of [untold, deleted, ofBill])
      expect(await stateOf(id)).toMatchObject({ state: 'REJECTED', reason: null })
    expect((await scene.clerk.get(`/api/payments/invoices/by-document/${told}`)).status).toBe(404)
  })

  it('only an invoice from the portal is rejected', async () => {
    const { invoiceId } = await bodyOf(scene)
    const answer = await scene.clerk.post(`/api/payments/invoices/${invoiceId}/reject`, { reason: 'No' })
    expect(answer.status).toBe(422)
  })

  it('everyone at the vendor sees it, no other vendor does, and older ones follow page by page', async () => {
    const [many, customer] = [await makeVendorCompany(), await makeBillScene()]
    await many.sellTo(customer.company, customer.vendorId)
    const client = await many.signIn(await many.addPerson(), customer.company)
    const colleague = await many.signIn(await many.addPerson(), customer.company)
    const id = await sent({}, { to: customer, client })
    expect(await stateOf(id, colleague)).toMatchObject({ state: 'RECEIVED' })
    expect(await stateOf(id)).toBeNull()
    const ids = Array.from({ length: 60 }, () => newId())
    await run(
      `INSERT INTO vendor_invoices SELECT company_id, j.value, vendor_company_id, vendor_company_name, sent_by_user_id,
         sent_by_name, 5, file_name, j.value, NULL, NULL, NULL, NULL, '', NULL, NULL, NULL
         FROM vendor_invoices v, json_each(?2) j WHERE v.document_id = ?3 AND v.company_id = ?1`,
      ...[customer.company.id, JSON.stringify(ids), id],
    )
    const first = (await client.get('/api/v/invoices')).body
    const second = (await client.get(`/api/v/invoices?after=${first.next}`)).body
    expect(second.next).toBeNull()
    expect([...first.invoices, ...second.invoices].map((one: { id: string }) => one.id).toSorted()).toEqual(
      [...ids, id].toSorted(),
    )
    expect((await client.get('/api/v/invoices?after=x')).status).toBe(400)
  })
})
