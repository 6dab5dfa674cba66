import { expect, it } from 'vitest'
import { approvedPayment, makePaidScene } from '../../../support/worker/bill-payments.ts'
import { deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeVendorCompany } from '../../../support/worker/vendor-companies.ts'
import type { Client } from '../../../support/worker/world.ts'

const read = async (client: Client) => {
  const query = `{ vendorCompanyBillPayments { id status paidAt companyName
    bill { invoiceNumber dueDate status totalAmount { value currency } } } }`
  return (await client.post('/graphql', { query })).body.data?.vendorCompanyBillPayments
}

it('a vendor sees the payments of its own bills by all its customers, and nothing of other vendors', async () => {
  const [first, second] = [await makePaidScene(), await makePaidScene()]
  const vendorCompany = await makeVendorCompany()
  for (const scene of [first, second]) await vendorCompany.sellTo(scene.company, scene.vendorId)
  const client = await vendorCompany.signIn(await vendorCompany.addPerson(), first.company)
  const stranger = await makeVendorCompany()
  await stranger.sellTo(first.company, await first.company.add('vendors', 'Another vendor'))
  const strangers = await stranger.signIn(await stranger.addPerson(), first.company)
  expect(await read(client)).toEqual([])
  const { paymentId } = await approvedPayment(first, { invoiceNumber: 'INV-1' })
  await approvedPayment(second, { invoiceNumber: 'INV-2' })
  await first.colleague.post(`/api/payments/start-bill-payment-process/${paymentId}/${first.bank}`)
  await settled()
  passAtStripe(60_000)
  await deliver(stripeThere())
  const seen = await read(client)
  expect(seen).toHaveLength(2)
  expect(seen.find(({ id }: { id: string }) => id === paymentId)).toMatchObject({
    ...{ status: 'PAID', paidAt: expect.any(String), companyName: expect.any(String) },
    bill: { invoiceNumber: 'INV-1', status: 'PAID', totalAmount: { value: 120_000, currency: 'USD' } },
  })
  expect(await read(strangers)).toEqual([])
  // A vendor that is no longer mapped to it sees nothing more.
  await run('UPDATE erp_objects SET vendor_id = NULL WHERE id = ?', first.erpVendorId)
  expect(await read(client)).toHaveLength(1)
})
