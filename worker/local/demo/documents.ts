import type { DocumentType } from '../../../schema/documents/documents/types.ts'
import { mentionText } from '../../../schema/documents/threads/mentions.ts'
import type { Env } from '../../env.ts'
import { createDocument, grantUpload, storeUpload } from '../../features/documents/documents/index.ts'
import { createCommentLine, createDocumentThread } from '../../features/documents/threads/index.ts'
import { createServiceThread } from '../../features/vendors/services/index.ts'
import { actAs } from './act.ts'
import { textDocx, textPdf } from './document-files.ts'
import { COMPANY_ID, slug } from './people.ts'

/** Uploads a file like a person does, and creates its document. */
export const uploadFile = async (
  env: Env,
  userId: string,
  { fileName, bytes, ...more }: NewFile,
): Promise<{ id: string }> => {
  const { fieldsJson } = await actAs(env, userId, grantUpload, { fileName })
  const { key, policy, signature } = JSON.parse(fieldsJson) as Record<'key' | 'policy' | 'signature', string>
  await actAs(env, userId, storeUpload, { policy, signature, file: new File([bytes as BlobPart], fileName) })
  return actAs(env, userId, createDocument, { name: key, displayName: fileName, ...more })
}

interface NewFile {
  fileName: string
  bytes: Uint8Array
  type: DocumentType[]
  description?: string
  vendorId?: string
  serviceIds?: string[]
}

const DAY_MS = 86_400_000
const US = 'Brightwater Robotics, Inc.'
const day = (now: number, days: number): string =>
  new Date(now + days * DAY_MS).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  })

const masterAgreement = (now: number) =>
  textPdf('Master Services Agreement', [
    [
      {
        text: `This Master Services Agreement is made between Acme Cloud, Inc. and ${US} and is effective as of ${day(now, -245)}.`,
      },
      { heading: '1. Services' },
      {
        text: 'Acme Cloud provides servers, object storage and backups as described in each order form. Service levels are those of Annex A; credits are the only remedy for missing them.',
      },
      { heading: '2. Term and renewal' },
      {
        text: `The initial term of twelve (12) months ends on ${day(now, 119)}. This Agreement renews automatically for successive periods of one (1) year unless either party gives sixty (60) days' prior written notice of non-renewal.`,
      },
    ],
    [
      { heading: '3. Fees and payment' },
      {
        text: 'The annual fee of $186,000.00 is invoiced monthly in arrears and payable net 30. Usage above the committed amount is charged at $0.08 per gigabyte. Fees may rise by at most 5 percent at each renewal.',
      },
      { heading: '4. Data protection' },
      {
        text: 'The parties conclude a data processing agreement. Acme Cloud keeps a SOC 2 Type II report and hands it over every year.',
      },
      { heading: '5. Governing law' },
      { text: 'This Agreement is governed by the laws of the State of Delaware.' },
    ],
  ])

const auditReport = (now: number) =>
  textPdf('SOC 2 Type II Report', [
    [
      { text: 'Service organization: Acme Cloud, Inc.' },
      {
        text: `Independent service auditor's report on the description of the system and the suitability of the design and operating effectiveness of controls relevant to security, availability and confidentiality from ${day(now, -420)} to ${day(now, -55)}.`,
      },
      { heading: 'Opinion' },
      {
        text: 'In our opinion, in all material respects, the controls operated effectively throughout the period to provide reasonable assurance that the service commitments were achieved.',
      },
    ],
    [
      { heading: 'Exceptions noted' },
      {
        text: 'CC6.1: For 2 of 25 leavers sampled, access to the staging network was removed later than one business day after they left. Management has since automated the removal.',
      },
      { text: 'No other exceptions were noted.' },
    ],
  ])

const invoice = (now: number) =>
  textPdf('Invoice', [
    [
      { text: 'From: Atlas Analytics GmbH' },
      { text: `Bill to: ${US}` },
      { row: ['Invoice No: AT-20418', `Date: ${day(now, -12)}`] },
      { row: ['Product analytics, 40 seats, one year', '$28,800.00'] },
      { row: ['Onboarding workshop', '$1,500.00'] },
      { row: ['Total due', 'Total: $30,300.00'] },
      { text: `Payable net 30, at the latest on ${day(now, 18)}. Please name the invoice number with your payment.` },
    ],
  ])

const insurance = (now: number) =>
  textPdf('Certificate of Liability Insurance', [
    [
      { text: 'Insured: Kestrel CAD Systems' },
      { text: `Policy period from ${day(now, -90)} until ${day(now, 275)}.` },
      { row: ['Each occurrence', '$2,000,000'] },
      { row: ['General aggregate', '$4,000,000'] },
    ],
  ])

const dataAgreement = (now: number) =>
  textDocx([
    'Data Processing Agreement',
    `This Data Processing Agreement is concluded between Atlas Analytics GmbH and ${US} and is effective as of ${day(now, -200)}.`,
    'The processor handles pseudonymous usage data of operators of the control app for the purpose of product analytics, and nothing else.',
    'Personal data is deleted within thirty days after the end of the services. Breaches are reported within 48 hours.',
    'Either party may end this agreement with 30 days written notice. It does not renew automatically beyond the main contract.',
    'It is governed by the laws of Germany.',
  ])

const serviceId = async (env: Env, name: string): Promise<string[]> => {
  const row = await env.DB.prepare('SELECT id FROM services WHERE company_id = ? AND name = ?')
    .bind(COMPANY_ID, name)
    .first<{ id: string }>()
  return row ? [row.id] : []
}

const vendorId = (name: string): string => `${slug(name)}-vendors`

/** Contracts, reports and an invoice, attached where they belong, and comments on them. */
export const fillDocuments = async (env: Env, admin: string, now: number): Promise<void> => {
  const compute = await serviceId(env, 'Compute and storage')
  const analytics = await serviceId(env, 'Product analytics')
  const contract = await uploadFile(env, admin, {
    fileName: 'Acme Cloud master agreement.pdf',
    bytes: await masterAgreement(now),
    type: ['MSA'],
    description: 'Signed by both; renews automatically.',
    vendorId: vendorId('Acme Cloud'),
    serviceIds: compute,
  })
  await uploadFile(env, admin, {
    fileName: 'Acme Cloud SOC 2 report.pdf',
    bytes: await auditReport(now),
    type: ['SOC_2_TYPE_II_REPORT'],
    vendorId: vendorId('Acme Cloud'),
  })
  await uploadFile(env, admin, {
    fileName: 'Atlas Analytics data processing agreement.docx',
    bytes: dataAgreement(now),
    type: ['DPA'],
    vendorId: vendorId('Atlas Analytics'),
    serviceIds: analytics,
  })
  // Two unattached ones. Reading them finds out what they are.
  await uploadFile(env, admin, { fileName: 'AT-20418.pdf', bytes: await invoice(now), type: [] })
  await uploadFile(env, admin, { fileName: 'Scan of insurance.pdf', bytes: await insurance(now), type: [] })

  const omar = mentionText({ userId: 'demo-omar', name: 'Omar Haddad' })
  const { id: threadId } = await actAs(env, admin, createDocumentThread, {
    documentId: contract.id,
    commentBody: `${omar} the notice period is sixty days. Do we want to stay for another year?`,
    documentIds: [],
  })
  await actAs(env, 'demo-omar', createCommentLine, {
    threadId,
    body: 'Yes, but with the volume discount that they offered in spring.',
    documentIds: [],
  })
  if (analytics[0]) {
    await actAs(env, 'demo-priya', createServiceThread, {
      serviceId: analytics[0],
      commentBody: 'Forty seats were right in January. Since then, no one in support logs in anymore.',
      documentIds: [],
    })
  }
}
