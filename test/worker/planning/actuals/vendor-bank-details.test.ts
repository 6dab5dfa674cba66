import { expect, it } from 'vitest'
import { addErp } from '../../../support/worker/bills.ts'
import { payingCompany } from '../../../support/worker/payments.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** The accounting vendors of a vendor with their bank details (specification 2 §7). */

const ACCOUNT = '80471183552602'
const DETAILS = {
  ...{ accountHolderName: 'Acme Cloud Inc.', accountHolderType: 'COMPANY', bankAccountType: 'CHECKING' },
  ...{ accountNumber: ACCOUNT, routingNumber: '110000000' },
}
const QUERY = `query ($vendorId: ID!) { erpVendorsByVendorId(vendorId: $vendorId) {
  id paymentInformation {
    id isConfirmed isSharedByVendorCompany createdBy { name } paymentInformation { accountNumber routingNumber }
  }
} }`

it('people who work with payments read them, masked, and others read none', async () => {
  const { company, payer } = await payingCompany()
  const vendorId = await company.add('vendors', 'Acme Cloud')
  const [first, second] = [
    await addErp(company.id, 'VENDOR', 'Acme Cloud Inc'),
    await addErp(company.id, 'VENDOR', 'Acme GmbH'),
  ]
  for (const id of [first, second]) await run('UPDATE erp_objects SET vendor_id = ? WHERE id = ?', vendorId, id)
  const entered = await payer.call('PUT', `/api/erp-vendors/${first}/payment-information`, { body: DETAILS })
  expect(entered.status).toBe(200)
  const read = async (client: Client) => (await client.graphql(QUERY, { vendorId })).body.data.erpVendorsByVendorId
  const shown = await read(payer)
  expect(shown).toEqual([
    {
      id: first,
      paymentInformation: [
        {
          ...{ id: entered.body.id, isConfirmed: false, isSharedByVendorCompany: false },
          createdBy: { name: expect.any(String) },
          paymentInformation: { accountNumber: '••••2602', routingNumber: '110000000' },
        },
      ],
    },
    { id: second, paymentInformation: [] },
  ])
  expect(JSON.stringify(shown)).not.toContain(ACCOUNT)
  const ofVendor = async (client: Client) => (await client.get(`/api/vendors/${vendorId}`)).body.erpVendors
  const details = {
    id: entered.body.id,
    isConfirmed: false,
    lastFourAccountNumber: '2602',
    bankAccountType: 'CHECKING',
  }
  expect(await ofVendor(payer)).toMatchObject([
    { id: first, paymentInformation: [details] },
    { id: second, paymentInformation: [] },
  ])
  expect(JSON.stringify(await ofVendor(payer))).not.toContain(ACCOUNT)
  const colleague = await signIn(company, await company.addPerson({ flags: ['hasFinancialAnalysisAccess'] }))
  expect(await read(colleague)).toEqual([
    { id: first, paymentInformation: null },
    { id: second, paymentInformation: null },
  ])
  expect(await ofVendor(colleague)).toMatchObject([{ paymentInformation: null }, { paymentInformation: null }])
})
