import type { DocumentKind } from '../../../schema/documents/documents/expiry.ts'
import type { FormStep } from '../../../schema/requests/forms/form.ts'
import { addDays } from '../../../schema/shared/calendar.ts'
import { envOfCell, FIRST_CELL } from '../../core/cells.ts'
import type { Env } from '../../env.ts'
import { storePublicUpload } from '../../features/requests/sourcing/index.ts'
import {
  describeDocument,
  grantVendorUpload,
  reuseDocument,
  sendForm,
  submitVendorForm,
} from '../../features/vendors/vendor-forms/index.ts'
import { createVendor } from '../../features/vendors/vendors/index.ts'
import { actAs, actAsVendor } from './act.ts'
import { demoClock, demoDay } from './clock.ts'
import { textPdf } from './document-files.ts'
import { q, step } from './forms.ts'
import { COMPANY_ID, NEIGHBOUR, slug } from './people.ts'
import { formCategory } from './vendor-forms.ts'

/** Documents of Kestrel CAD at both of its customers: valid, soon to expire, expired, and one to give again. */

const DOCUMENTS: FormStep[] = [
  step('vd-documents', 'Documents', 0, [
    q('vd-w9', 'DOCUMENTS', 'W-9', { documentKind: 'W_9', documentExpiry: 'NOT_ASKED' }),
    q('vd-insurance', 'DOCUMENTS', 'Insurance certificate', {
      documentKind: 'INSURANCE',
      documentExpiry: 'REQUIRED',
    }),
    q('vd-soc', 'DOCUMENTS', 'SOC 2 report', { documentKind: 'SOC_2' }),
    q('vd-other', 'DOCUMENTS', 'Anything else', { isMulti: true }),
  ]),
]

const FORM = {
  name: 'Vendor documents',
  description: 'Papers that we keep on file.',
  type: 'CUSTOM_VENDOR_FORM' as const,
  steps: DOCUMENTS,
}
const KESTREL = `${slug('Kestrel CAD')}-vendors`
const LENA = { userId: 'demo-lena', vendorCompanyId: 'demo-vendor-kestrel' }
const FATHOM = `${slug('Fathom Research')}-vendors`
const ADMIN = 'demo-maya'

const upload = async (env: Env, fileName: string, title: string): Promise<string> => {
  const { fieldsJson } = await actAsVendor(env, LENA, grantVendorUpload, { fileName })
  const { policy, signature } = JSON.parse(fieldsJson) as Record<'policy' | 'signature', string>
  const bytes = await textPdf(title, [[{ heading: title }, { text: 'Kestrel CAD Inc., 18 Harbor Street, Boston.' }]])
  const file = new File([bytes as BlobPart], fileName)
  return (await actAsVendor(env, LENA, storePublicUpload, { policy, signature, file })).id
}

const submit = (env: Env, intakeSubmissionId: string, answers: Record<string, string[]>, companyId = COMPANY_ID) => {
  const fields = Object.entries(answers).map(([questionId, value]) => ({ questionId, value }))
  const steps = [{ stepId: 'answers', fields }]
  return actAsVendor(env, LENA, submitVendorForm, { intakeSubmissionId, isDraft: false, steps }, companyId)
}

/** Halden Foods knows Kestrel CAD too, and has a form that waits for it. */
const fillNeighbour = async (env: Env, elsewhere: Env, insurance: string): Promise<void> => {
  const { id: companyId, admin } = NEIGHBOUR
  await elsewhere.DB.prepare(
    `UPDATE companies SET flags = json_set(flags, '$.enableVendorIntake', json('true')) WHERE id = ?`,
  )
    .bind(companyId)
    .run()
  const vendor = await actAs(
    elsewhere,
    admin.id,
    createVendor,
    { name: 'Kestrel CAD', owners: [admin.id], paymentMethod: 'ACH' },
    companyId,
  )
  for (const { DB } of new Set([envOfCell(env, FIRST_CELL), elsewhere]))
    await DB.prepare('UPDATE vendor_company_customers SET vendor_id = ? WHERE vendor_company_id = ? AND company_id = ?')
      .bind(vendor.id, LENA.vendorCompanyId, companyId)
      .run()
  const category = await formCategory(elsewhere, admin.id, { ...FORM, approver: ADMIN }, companyId)
  const send = async (message: string): Promise<string> => {
    const body = { vendorId: vendor.id, intakeCategoryId: category, message, vendorUserId: LENA.userId }
    return (await actAs(elsewhere, admin.id, sendForm, body, companyId)).intakeSubmissionId
  }
  const form = await send('For our files.')
  const copy = await actAsVendor(
    env,
    LENA,
    reuseDocument,
    { intakeSubmissionId: form, companyId: COMPANY_ID, documentId: insurance },
    companyId,
  )
  await submit(env, form, { 'vd-insurance': [copy.id] }, companyId)
  await send('The same for our second site.')
}

export const fillVendorDocuments = async (env: Env, elsewhere: Env): Promise<void> => {
  const category = await formCategory(env, ADMIN, { ...FORM, approver: 'demo-priya' })
  const send = async (vendorId: string, to: object): Promise<string> => {
    const body = { vendorId, intakeCategoryId: category, message: 'Our yearly update.', ...to }
    return (await actAs(env, ADMIN, sendForm, body)).intakeSubmissionId
  }
  const form = await send(KESTREL, { vendorUserId: LENA.userId })
  const today = demoDay(demoClock.now())
  const give = async (fileName: string, title: string, kind: DocumentKind, days: number | null): Promise<string> => {
    const documentId = await upload(env, fileName, title)
    const expiresOn = days === null ? null : addDays(today, days)
    await actAsVendor(env, LENA, describeDocument, { intakeSubmissionId: form, documentId, kind, expiresOn })
    return documentId
  }
  const w9 = await give('w9-kestrel-cad.pdf', 'Form W-9', 'W_9', null)
  const insurance = await give('certificate-of-insurance.pdf', 'Certificate of insurance', 'INSURANCE', 19)
  const soc = await give('soc-2-type-ii.pdf', 'SOC 2 Type II report', 'SOC_2', 1)
  const nda = await give('mutual-nda.pdf', 'Mutual NDA', 'OTHER', 400)
  await submit(env, form, { 'vd-w9': [w9], 'vd-insurance': [insurance], 'vd-soc': [soc], 'vd-other': [nda] })
  // No one can give a document that has expired, so it expires now.
  await env.DB.prepare('UPDATE vendor_documents SET expires_on = ?, asked_at = ? WHERE document_id = ?')
    .bind(addDays(today, -6), demoClock.now() - 36 * 86_400_000, soc)
    .run()
  await send(FATHOM, { allVendorCompanyUsers: true })
  await fillNeighbour(env, elsewhere, insurance)
}
