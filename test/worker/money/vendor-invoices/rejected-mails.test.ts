import { beforeAll, expect, it, vi } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { addRuleSet, type BillScene, decide, enter, follow, makeBillScene } from '../../../support/worker/bills.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { always } from '../../../support/worker/spend.ts'
import { PDF, send as sendFile } from '../../../support/worker/uploads.ts'
import { makeVendorCompany } from '../../../support/worker/vendor-companies.ts'
import type { Client } from '../../../support/worker/world.ts'

/** A vendor hears by email that a customer rejected its invoice. */

let scene: BillScene
let vendor: Client
let address: string
beforeAll(async () => {
  scene = await makeBillScene()
  await addRuleSet(scene.company, { levels: [always('Approver', scene.people.approver.userId)] })
  await scene.admin.call('PUT', '/api/payments/vendor-invoice-settings', { body: { accepts: true } })
  const company = await makeVendorCompany()
  await company.sellTo(scene.company, scene.vendorId)
  const person = await company.addPerson()
  address = person.email
  vendor = await company.signIn(person, scene.company)
})

const sent = async (fileName: string): Promise<string> => {
  const { body } = await vendor.post('/api/v/signed-upload-url', { fileName, companyId: scene.company.id })
  const bytes = new Uint8Array([...PDF, ...new TextEncoder().encode(newId())])
  const file = await sendFile(vendor, { url: body.url, ...JSON.parse(body.fieldsJson) }, bytes)
  const said = { companyId: scene.company.id, documentId: file.body.id, invoiceNumber: fileName.slice(0, 5) }
  expect((await vendor.post('/api/v/invoices', said)).status).toBe(200)
  return (await scene.clerk.get(`/api/payments/invoices/by-document/${file.body.id}`)).body.id
}
const mailAbout = (number: string) =>
  vi.waitFor(
    () => {
      const mail = sentMails(address).find(({ subject }) => subject.includes(number))
      if (!mail) throw new Error(`No mail about ${number}`)
      return mail
    },
    { timeout: 10_000, interval: 20 },
  )

it('the email has the reason that the customer wrote to the vendor', async () => {
  const id = await sent('INV-1.pdf')
  await scene.clerk.post(`/api/payments/invoices/${id}/reject`, { reason: 'Wrong entity' })
  const mail = await mailAbout('INV-1')
  expect(mail.subject).toMatch(/rejected your invoice INV-1$/)
  expect(mail.text).toContain('Wrong entity')
})

it('one that is deleted, and one whose bill is rejected, are told without the company’s own reasons', async () => {
  const [deleted, ofBill] = [await sent('INV-2.pdf'), await sent('INV-3.pdf')]
  await scene.clerk.call('DELETE', `/api/payments/invoices/${deleted}`)
  expect((await mailAbout('INV-2')).text).toContain('gave no reason')
  const billId = await enter(scene, { invoiceId: ofBill })
  await decide(scene.approver, billId, 'REJECTED')
  expect(sentMails(address).filter(({ subject }) => subject.includes('INV-3'))).toEqual([])
  await follow(scene)
  await follow(scene, 'vendor-invoice.rejected')
  expect((await mailAbout('INV-3')).text).toContain('gave no reason')
})
