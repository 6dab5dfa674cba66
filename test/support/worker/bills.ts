import { env } from 'cloudflare:workers'
import type { CompanyFlag } from '../../../schema/shared/permissions.ts'
import { envOfCell } from '../../../worker/core/cells.ts'
import { newId } from '../../../worker/core/clock.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import { runGroup } from '../../../worker/core/outbox-runner.ts'
import { cellFor } from './database.ts'
import { rows, run } from './sessions.ts'
import { addRuleSet as addSet } from './spend.ts'
import { receivedUpload } from './uploads.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'

/** A company with payments: people, books with accounts and vendors, and invoices. */

const NAMES = {
  admin: ['Ada Admin', ['hasAdminAccess']],
  clerk: ['Clara Clerk', ['hasPaymentsAccess']],
  colleague: ['Carl Colleague', ['hasPaymentsAccess']],
  approver: ['Paul Approver', []],
  member: ['Mia Member', []],
} as const
type Name = keyof typeof NAMES

export interface BillScene extends Record<Name, Client> {
  company: TestCompany
  people: Record<Name, TestPerson>
  connectionId: string
  erpVendorId: string
  erpEntityId: string
  accountId: string
  departmentObjectId: string
  /** Ids of the company's own, to which these are mapped. */
  vendorId: string
  categoryId: string
  departmentId: string
}

const FLAGS: CompanyFlag[] = [
  'paymentsEnabled',
  'enableIntakeRequests',
  'enableSpendRequests',
  'enableCurrencies',
  'enforceIntakeApprovalOrder',
]

type Values = Record<string, unknown>

/** An object of the accounting system, as a sync has stored it. */
export const addErp = async (companyId: string, kind: string, name: string, more: Values = {}): Promise<string> => {
  const id = newId()
  const values: Values = {
    ...{ id, company_id: companyId, connection_id: 'none', kind, erp_id: id, name, name_key: name.toLowerCase() },
    ...{ is_active: 1, created_at: Date.now(), updated_at: Date.now(), ...more },
  }
  const names = Object.keys(values)
  await run(
    `INSERT INTO erp_objects (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(values),
  )
  return id
}

export const connectBooks = async (companyId: string): Promise<string> => {
  const id = newId()
  await run(
    `INSERT INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
       is_full_wanted, connected_by_user_id, connected_at)
     VALUES (?1, ?2, 'QUICKBOOKS', ?1, 'Books', 'USD', 'CONNECTED', 'COMPLETE', '2025-01-01', 0, 'x', ?3)`,
    ...[id, companyId, Date.now()],
  )
  return id
}

export const makeBillScene = async ({ connected = true, flags = FLAGS } = {}): Promise<BillScene> => {
  const company = await makeCompany(flags)
  const people = {} as Record<Name, TestPerson>
  const clients = {} as Record<Name, Client>
  for (const [name, [full, access]] of Object.entries(NAMES) as [Name, (typeof NAMES)[Name]][]) {
    people[name] = await company.addPerson({ name: full, flags: [...access] })
    clients[name] = await signIn(company, people[name])
  }
  const vendorId = await company.add('vendors', 'Acme Cloud')
  const categoryId = await company.add('spend_categories', 'Software')
  const departmentId = await company.add('departments', 'Engineering')
  const connectionId = connected ? await connectBooks(company.id) : 'none'
  const of = { connection_id: connectionId }
  return {
    ...{ company, people, ...clients, connectionId, vendorId, categoryId, departmentId },
    erpVendorId: await addErp(company.id, 'VENDOR', 'Acme Cloud Inc', { ...of, vendor_id: vendorId }),
    erpEntityId: connected ? await addErp(company.id, 'ENTITY', 'Acme US', of) : '',
    accountId: connected
      ? await addErp(company.id, 'ACCOUNT', 'Software', { ...of, number: '6100', category_id: categoryId })
      : '',
    departmentObjectId: connected
      ? await addErp(company.id, 'DEPARTMENT', 'R&D', { ...of, department_id: departmentId })
      : '',
  }
}

export const addRuleSet = (company: TestCompany, content: Parameters<typeof addSet>[1]): Promise<string> =>
  addSet(company, content, 'BILL')

/** The id of an invoice whose file was uploaded. */
export const addInvoice = async (client: Client, displayName = `Invoice ${newId()}.pdf`): Promise<string> => {
  const answer = await client.graphql(
    'mutation ($i: CreateInvoiceDocumentInput!) { createInvoiceDocument(input: $i) { id } }',
    { i: { name: await receivedUpload(client), displayName } },
  )
  const documentId = answer.body?.data?.createInvoiceDocument?.id
  if (!documentId) throw new Error(JSON.stringify(answer.body))
  return (await client.get(`/api/payments/invoices/by-document/${documentId}`)).body.id
}

/** A stored invoice without a file, where the file doesn't matter. */
export const addPlainInvoice = async ({ company, people }: BillScene): Promise<string> => {
  const [id, documentId, now] = [newId(), newId(), Date.now()]
  await run(
    `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, uploaded_by_user_id,
       created_at, updated_at) VALUES (?1, ?2, ?1, 'Invoice.pdf', ?1, 'application/pdf', 1, ?1, ?3, ?4, ?4)`,
    ...[documentId, company.id, people.clerk.userId, now],
  )
  await run(
    `INSERT INTO invoices (id, company_id, document_id, source, created_at, created_by_user_id)
     VALUES (?1, ?2, ?3, 'UPLOAD', ?4, ?5)`,
    ...[id, company.id, documentId, now, people.clerk.userId],
  )
  return id
}

let serial = 0
export const nextNumber = (): string => `A-${Date.now()}-${++serial}`

/** What a program sends, with the specification's fields. */
export const bodyOf = async (scene: BillScene, more: Values = {}): Promise<Values> => ({
  invoiceId: more.invoiceId ?? (await addPlainInvoice(scene)),
  erpVendorId: scene.erpVendorId,
  erpEntityId: scene.erpEntityId,
  invoiceNumber: nextNumber(),
  invoiceDate: '2026-11-01',
  dueDate: '2026-12-01',
  totalAmount: 120_000,
  description: 'Hosting',
  lines: [{ amount: 120_000, memo: 'November', ...bookedOf(scene) }],
  ...more,
})

export const bookedOf = ({ accountId, departmentObjectId }: BillScene): Values => ({
  erpAccountId: accountId,
  erpDepartmentMappingId: departmentObjectId,
})

export const enter = async (scene: BillScene, more: Values = {}, client = scene.clerk): Promise<string> => {
  const answer = await client.post('/api/payments/bills', await bodyOf(scene, more))
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.id as string
}

export const readBill = async (client: Client, id: string) => (await client.get(`/api/payments/bills/${id}`)).body

export const blocksOf = async (client: Client, id: string) =>
  (await client.get(`/api/payments/bills/${id}/approvals`)).body.levels.flatMap(
    (level: { blocks: unknown[] }) => level.blocks,
  )

export const decide = async (
  client: Client,
  id: string,
  status: 'APPROVED' | 'REJECTED' = 'APPROVED',
  index = 0,
): Promise<Answer> => {
  const blocks = await blocksOf(client, id)
  return client.post(`/api/payments/bills/${id}/status`, { status, levelGroupStatusId: blocks[index].id })
}

/** Runs what follows from the decisions on a bill, as if the time for undoing them were over. */
export const follow = async (
  scene: Pick<BillScene, 'company'>,
  topic: 'bill.settled' | 'bill.reopened' | 'vendor-invoice.rejected' = 'bill.settled',
) => {
  const due = await rows<{ id: string }>(
    'SELECT id FROM outbox WHERE company_id = ? AND topic = ? AND done_at IS NULL',
    scene.company.id,
    topic,
  )
  const own = envOfCell(env, cellFor(scene.company.id))
  const context = {
    env: own,
    db: new Database(own.DB, 'first-primary'),
    clock: { now: () => Date.now() + 60_000 },
    log: createLogger({}, 'error'),
  }
  for (const { id } of due) await runGroup(context, topic, [id])
}
