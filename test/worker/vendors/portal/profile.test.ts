import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { resealAccounts } from '../../../../worker/features/vendors/portal/reseal.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import {
  ACCOUNT,
  change,
  changedId,
  makePortalScene,
  type PortalScene,
  settle,
} from '../../../support/worker/portal-scene.ts'
import { mailTo, rows } from '../../../support/worker/sessions.ts'
import { makeCompany } from '../../../support/worker/world.ts'

let scene: PortalScene
beforeEach(async () => {
  scene = await makePortalScene()
})

const PAYMENT = `{ vendorCompanyPaymentInformation { id isShared version memo vendorCompanyAddress { id city }
  paymentInformation { accountNumber lastFourAccountNumber routingNumber bankAccountType accountHolderName } } }`
const payment = async () => (await scene.vendor.graphql(PAYMENT)).body.data.vendorCompanyPaymentInformation
const share = (kind: 'PaymentInformation' | 'Contacts', id: string, isShared = true, companyId = scene.company.id) => {
  const [argument, key, type] =
    kind === 'Contacts'
      ? ['contacts', 'vendorCompanyContactId', 'SharedContactInput']
      : ['paymentInformation', 'vendorCompanyPaymentInformationId', 'SharedPaymentInformationInput']
  return scene.vendor.graphql(
    `mutation ($list: [${type}!]!, $companyId: ID!) { updateSharedVendorCompany${kind}(${argument}: $list, companyId: $companyId) { id } }`,
    { list: [{ [key]: id, isShared }], companyId },
  )
}
const portal = async () => (await scene.admin.get(`/api/vendors/${scene.vendorId}/portal`)).body
const history = async () =>
  (
    await rows<{ message: string }>(
      'SELECT message FROM audit_log WHERE company_id = ? AND target_id = ? ORDER BY id',
      ...[scene.company.id, scene.vendorId],
    )
  ).map(({ message }) => message)

describe('bank accounts', () => {
  it('the number is kept encrypted and only its last four are answered', async () => {
    const id = await changedId(scene.vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
    expect(await payment()).toMatchObject([
      {
        id,
        isShared: false,
        paymentInformation: { accountNumber: '••••6789', lastFourAccountNumber: '6789', bankAccountType: 'CHECKING' },
      },
    ])
    const kept = await rows('SELECT * FROM vendor_company_payment_information WHERE id = ?', id)
    const told = await rows('SELECT * FROM audit_log WHERE company_id = ?', scene.seller.id)
    expect(JSON.stringify([kept, told])).not.toContain(ACCOUNT.accountNumber)
  })

  it('a wrong routing number is refused beside its field', async () => {
    const answer = await change(scene.vendor, 'createVendorCompanyPaymentInformation', {
      ...ACCOUNT,
      routingNumber: '021000022',
    })
    expect(answer.body.errors[0].extensions.fields.routingNumber).toMatch(/nine-digit routing number/)
  })

  it('without a new number the stored one stays, and a version that is out of date is a conflict', async () => {
    const id = await changedId(scene.vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
    const [before] = await rows('SELECT account_number_sealed FROM vendor_company_payment_information WHERE id = ?', id)
    await changedId(scene.vendor, 'updateVendorCompanyPaymentInformation', { id, memo: 'Main', accountNumber: '' })
    expect(await rows('SELECT account_number_sealed FROM vendor_company_payment_information WHERE id = ?', id)).toEqual(
      [before],
    )
    const late = await change(scene.vendor, 'updateVendorCompanyPaymentInformation', { id, memo: 'Other', version: 1 })
    expect(late.body.errors[0].extensions).toMatchObject({ code: 'CONFLICT', reason: 'STALE_VERSION' })
    expect(await payment()).toMatchObject([{ memo: 'Main', version: 2 }])
  })

  it('an account that is shared and then changed is in the customer’s history and mailed to its admins', async () => {
    const id = await changedId(scene.vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
    await share('PaymentInformation', id)
    await settle()
    expect((await mailTo(scene.adminPerson.email)).subject).toBe(`Check: ${scene.seller.name} shared a bank account`)
    await changedId(scene.vendor, 'updateVendorCompanyPaymentInformation', { id, accountNumber: '99995555' })
    await settle()
    const mail = await mailTo(scene.adminPerson.email, 2)
    expect(mail.subject).toBe(`Check: ${scene.seller.name} changed its bank account`)
    expect(mail.text).toContain('••••6789')
    expect(mail.text).toContain('••••5555')
    expect(mail.text).not.toContain('99995555')
    expect(await history()).toEqual([
      expect.stringMatching(/^Bank account shared: /),
      expect.stringMatching(/^BANK ACCOUNT CHANGED: .*6789.*5555/),
    ])
  })

  it('a change of the memo alone warns no one', async () => {
    const id = await changedId(scene.vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
    await share('PaymentInformation', id)
    await settle()
    await mailTo(scene.adminPerson.email)
    await changedId(scene.vendor, 'updateVendorCompanyPaymentInformation', { id, memo: 'Euro invoices' })
    await settle()
    expect(sentMails(scene.adminPerson.email)).toHaveLength(1)
    expect(await history()).toHaveLength(1)
  })

  it('an address that an account uses can’t be deleted', async () => {
    const address = { address1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' }
    const addressId = await changedId(scene.vendor, 'createVendorCompanyAddress', address)
    await changedId(scene.vendor, 'createVendorCompanyPaymentInformation', {
      ...ACCOUNT,
      vendorCompanyAddressId: addressId,
    })
    expect(await payment()).toMatchObject([{ vendorCompanyAddress: { id: addressId, city: 'Springfield' } }])
    const answer = await scene.vendor.graphql(`mutation { deleteVendorCompanyAddress(id: "${addressId}") { id } }`)
    expect(answer.body.errors[0].message).toMatch(/A bank account uses this address/)
  })

  it('after a change of keys they are encrypted with the new one', async () => {
    const id = await changedId(scene.vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
    const key = btoa(String.fromCharCode(...new Uint8Array(32).fill(7))).replaceAll('=', '')
    const errors: unknown[] = []
    const log = { error: (...told: unknown[]) => errors.push(told), info: () => {}, warn: () => {} }
    const { Database } = await import('../../../../worker/core/database.ts')
    const db = new Database(env.DB, 'first-primary')
    await resealAccounts({ env: { ...env, OUTLAY_CREDENTIAL_KEYS: `new:${key}` }, db, log: log as never })
    const of = 'SELECT account_number_key_id AS keyId FROM vendor_company_payment_information WHERE id = ?'
    expect(await rows(of, id)).toEqual([{ keyId: 'new' }])
    // The other way needs the old key, which is that of the installation.
    await resealAccounts({ env: { ...env, OUTLAY_CREDENTIAL_KEYS: `back:${key},new:${key}` }, db, log: log as never })
    expect(await rows(of, id)).toEqual([{ keyId: 'back' }])
    await rows('DELETE FROM vendor_company_payment_information WHERE id = ?', id)
  })
})

describe('what a customer sees', () => {
  it('a customer sees only what is shared with it, with the day of the last change', async () => {
    const id = await changedId(scene.vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
    const contactId = await changedId(scene.vendor, 'createVendorCompanyContact', {
      firstName: 'Cora',
      email: 'cora@vendors.test',
    })
    expect((await portal()).vendorCompanies).toMatchObject([{ contacts: [], paymentInformation: [] }])
    await share('PaymentInformation', id)
    await share('Contacts', contactId)
    expect((await portal()).vendorCompanies).toMatchObject([
      {
        id: scene.seller.id,
        people: [{ email: scene.person.email, hasJoined: true }],
        contacts: [{ id: contactId, firstName: 'Cora' }],
        paymentInformation: [{ id, lastFourAccountNumber: '6789', changedAt: expect.any(String) }],
      },
    ])
    expect(JSON.stringify(await portal())).not.toContain(ACCOUNT.accountNumber)
    await share('PaymentInformation', id, false)
    expect((await portal()).vendorCompanies).toMatchObject([{ paymentInformation: [] }])
  })

  it('another customer of the same vendor sees nothing of it', async () => {
    const other = await makeCompany()
    const vendorId = await other.add('vendors')
    await scene.seller.sellTo(other, vendorId)
    const admin = await other.addPerson({ flags: ['hasAdminAccess'] })
    const id = await changedId(scene.vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
    await share('PaymentInformation', id)
    const { signIn } = await import('../../../support/worker/world.ts')
    const seen = await (await signIn(other, admin)).get(`/api/vendors/${vendorId}/portal`)
    expect(seen.body.vendorCompanies).toMatchObject([{ id: scene.seller.id, paymentInformation: [], contacts: [] }])
  })

  it('members without a right to it see no payment information', async () => {
    const { signIn } = await import('../../../support/worker/world.ts')
    const id = await changedId(scene.vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
    await share('PaymentInformation', id)
    const member = await signIn(scene.company, await scene.company.addPerson())
    const { body } = await member.get(`/api/vendors/${scene.vendorId}/portal`)
    expect(body.vendorCompanies).toMatchObject([{ paymentInformation: null }])
    const payer = await signIn(scene.company, await scene.company.addPerson({ flags: ['hasPaymentsAccess'] }))
    expect((await payer.get(`/api/vendors/${scene.vendorId}/portal`)).body.vendorCompanies).toMatchObject([
      { paymentInformation: [{ id }] },
    ])
  })

  it('nothing can be shared with a company that isn’t a customer, nor another vendor’s things with one that is', async () => {
    const id = await changedId(scene.vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
    const stranger = await makeCompany()
    const codes = async (companyId: string, targetId: string) =>
      (await share('PaymentInformation', targetId, true, companyId)).body.errors[0].extensions.code
    expect(await codes(stranger.id, id)).toBe('NOT_FOUND')
    const other = await makePortalScene()
    const foreign = await changedId(other.vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
    expect(await codes(scene.company.id, foreign)).toBe('INVALID')
  })

  it('a new name of the vendor company is in its customers’ history', async () => {
    await changedId(scene.vendor, 'updateVendorCompany', { name: 'Seller GmbH' })
    await settle()
    expect(await history()).toEqual([`${scene.seller.name} is now called Seller GmbH in the vendor portal`])
    expect((await scene.vendor.get('/api/v/session')).body.vendorCompany).toMatchObject({
      name: 'Seller GmbH',
      version: 2,
    })
  })
})
