import { env } from 'cloudflare:workers'
import { newId } from '../../../worker/core/clock.ts'
import { createWorkflow, question, rule, saveForm, saveLevels, step } from './intake.ts'
import { runTicks } from './jobs/ticks.ts'
import { mailTo, run } from './sessions.ts'
import { makeVendorCompany, type TestVendorCompany } from './vendor-companies.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'

/** A company that sends forms to a vendor with an account. */

export const switchOnVendorForms = (company: Pick<TestCompany, 'id'>) =>
  run(
    `UPDATE companies SET flags = json_set(flags, '$.enableVendorIntake', json('true'), '$.enableIntakeRequests', json('true'))
      WHERE id = ?`,
    company.id,
  )

export const VENDOR_FORM = [
  step('security', [
    question('policy', 'TEXT', { label: 'Where is your security policy?', isRequired: true, allowsNote: true }),
    question('mail', 'EMAIL', { label: 'Security contact' }),
    question('proof', 'DOCUMENTS', { label: 'Certificates', isMulti: true }),
  ]),
]

/** A category of vendor forms with a workflow that asks one person. */
export const makeFormCategory = async (
  admin: Client,
  approverUserId: string,
  { type = 'CUSTOM_VENDOR_FORM', form = VENDOR_FORM } = {},
): Promise<string> => {
  const { body } = await admin.post('/api/intake-categories', { name: `Security review ${newId()}`, type: 'VENDOR' })
  await run('UPDATE intake_categories SET type = ? WHERE id = ?', type, body.id)
  if (form.length > 0) await saveForm(admin, body.id, form)
  const workflow = await createWorkflow(admin, body.id)
  await saveLevels(admin, workflow, [[rule('review', { approverUserIds: [approverUserId] })]])
  return body.id
}

/** The vendor company sells to the company as this vendor. */
export const sellAs = (
  vendorCompany: Pick<TestVendorCompany, 'id'>,
  company: Pick<TestCompany, 'id'>,
  vendorId: string,
) =>
  run(
    `INSERT INTO vendor_company_customers (vendor_company_id, company_id, vendor_id, created_at) VALUES (?1, ?2, ?3, 0)
     ON CONFLICT DO UPDATE SET vendor_id = excluded.vendor_id`,
    vendorCompany.id,
    company.id,
    vendorId,
  )

export const fieldsOf = (answers: Record<string, unknown>) =>
  Object.entries(answers).map(([questionId, value]) => ({ questionId, value }))

export const formBody = (answers: Record<string, unknown>, more: object = {}) => ({
  steps: [{ stepId: 'security', fields: fieldsOf(answers) }],
  isDraft: false,
  batch: 1,
  totalBatches: 1,
  ...more,
})

export interface VendorFormScene {
  company: TestCompany
  admin: Client
  adminPerson: TestPerson
  reviewer: TestPerson
  vendorId: string
  vendorName: string
  vendorCompany: TestVendorCompany
  person: TestPerson
  /** The vendor's person, with the company chosen. */
  vendor: Client
  categoryId: string
  /** Sends a form and returns its submission's id. */
  send(to: object, more?: object): Promise<string>
  sendAnswer(to: object, more?: object): Promise<Answer>
  /** The token in the newest email to an address, of so many. */
  tokenFor(address: string, count?: number): Promise<string>
}

export const makeVendorFormScene = async (): Promise<VendorFormScene> => {
  const company = await makeCompany()
  await switchOnVendorForms(company)
  const adminPerson = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  const admin = await signIn(company, adminPerson)
  const reviewer = await company.addPerson({ name: 'Rob Reviewer' })
  const vendorName = `Kestrel ${newId().slice(-6)}`
  const made = await admin.post('/api/vendors', {
    name: vendorName,
    owners: [adminPerson.userId],
    paymentMethod: 'ACH',
  })
  const vendorId: string = made.body.id
  const vendorCompany = await makeVendorCompany()
  await sellAs(vendorCompany, company, vendorId)
  const person = await vendorCompany.addPerson()
  const categoryId = await makeFormCategory(admin, reviewer.userId)
  const sendAnswer = (to: object, more: object = {}) =>
    admin.post(`/api/vendor/${vendorId}/send-intake-invitation`, { intakeCategoryId: categoryId, ...to, ...more })
  return {
    ...{ company, admin, adminPerson, reviewer, vendorId, vendorName, vendorCompany, person, categoryId, sendAnswer },
    vendor: await vendorCompany.signIn(person, company),
    send: async (to, more) => {
      const answer = await sendAnswer(to, more)
      if (answer.status !== 200) throw new Error(`Sending answered ${JSON.stringify(answer.body)}`)
      return answer.body.intakeSubmissionId
    },
    tokenFor: async (address, count = 1) => {
      await runTicks(env)
      const found = /\/public\/vendor-forms\/([A-Za-z0-9_.%-]+)/.exec((await mailTo(address, count)).text)
      if (!found?.[1]) throw new Error(`No link was sent to ${address}`)
      return decodeURIComponent(found[1])
    },
  }
}
