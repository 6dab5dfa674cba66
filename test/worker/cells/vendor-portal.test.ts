import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { envOfCell, FIRST_CELL } from '../../../worker/core/cells.ts'
import { newId } from '../../../worker/core/clock.ts'
import { cellFor } from '../../support/worker/database.ts'
import { ACCOUNT, changedId, invitationToken, invite, settle } from '../../support/worker/portal-scene.ts'
import { clientOf, mailTo } from '../../support/worker/sessions.ts'
import { anonymous, makeCompany, signIn } from '../../support/worker/world.ts'

/** A company in another cell than the directory, where the vendors' own side is. */

it('a vendor that accepts and shares an account is in the history of its customer’s own cell', async () => {
  const company = await makeCompany()
  expect(cellFor(company.id)).not.toBe(FIRST_CELL)
  const person = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  const admin = await signIn(company, person)
  const vendorId = await company.add('vendors')
  const email = `${newId()}@vendors.test`
  await invite(admin, vendorId, email)
  const token = await invitationToken(email)
  const accepted = { token, firstName: 'Nora', vendorCompanyName: 'Nora & Co.' }
  const vendor = clientOf(await anonymous.post('/auth/vendor-invitation/accept', accepted))
  const id = await changedId(vendor, 'createVendorCompanyPaymentInformation', ACCOUNT)
  await vendor.graphql(
    `mutation { updateSharedVendorCompanyPaymentInformation(companyId: "${company.id}",
       paymentInformation: [{vendorCompanyPaymentInformationId: "${id}", isShared: true}]) { id } }`,
  )
  await settle()
  expect((await mailTo(person.email)).subject).toMatch(/bank account|portal/)
  const { DB } = envOfCell(env, cellFor(company.id))
  const { results } = await DB.prepare(
    'SELECT action FROM audit_log WHERE company_id = ? AND target_id = ? ORDER BY action',
  )
    .bind(company.id, vendorId)
    .all()
  expect(results.map(({ action }) => action)).toEqual([
    'vendor.bank-account-shared',
    'vendor.portal-connected',
    'vendor.portal-invited',
  ])
  const { body } = await admin.get(`/api/vendors/${vendorId}/portal`)
  expect(body.vendorCompanies).toMatchObject([
    { name: 'Nora & Co.', people: [{ email }], paymentInformation: [{ id, lastFourAccountNumber: '6789' }] },
  ])
})

it('a merge of the customer’s vendors, and its undo, reach the directory that vendors ask', async () => {
  const company = await makeCompany()
  const person = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  const admin = await signIn(company, person)
  const [from, into] = [await company.add('vendors'), await company.add('vendors')]
  const email = `${newId()}@vendors.test`
  await invite(admin, from, email)
  const token = await invitationToken(email)
  await anonymous.post('/auth/vendor-invitation/accept', { token, firstName: 'Nora', vendorCompanyName: 'Nora & Co.' })
  await settle()
  const inDirectory = async (): Promise<unknown[]> =>
    (
      await env.DB.prepare('SELECT vendor_id AS vendorId FROM vendor_company_customers WHERE company_id = ?')
        .bind(company.id)
        .all()
    ).results
  expect(await inDirectory()).toEqual([{ vendorId: from }])
  const merged = await admin.post(`/api/vendors/${into}/merge`, {
    ...{ fromVendorId: from, choices: {}, version: 1, fromVersion: 1 },
  })
  await settle()
  expect(await inDirectory()).toEqual([{ vendorId: into }])
  const { body } = await admin.get(`/api/vendors/${into}/portal`)
  expect(body.vendorCompanies).toMatchObject([{ name: 'Nora & Co.', people: [{ email }] }])
  await admin.post(`/api/vendor-merges/${merged.body.mergeId}/undo`, {})
  await settle()
  expect(await inDirectory()).toEqual([{ vendorId: from }])
})
