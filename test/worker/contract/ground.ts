import { newId } from '../../../worker/core/clock.ts'
import { FORM, makeCategory, question, rule, step } from '../../support/worker/intake.ts'
import { signInAsStaff } from '../../support/worker/platform-staff.ts'
import { run } from '../../support/worker/sessions.ts'
import { makeVendorCompany } from '../../support/worker/vendor-companies.ts'
import { sellAs } from '../../support/worker/vendor-forms.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../support/worker/world.ts'

/** `viewer` is the admin, viewing as the colleague. `leaver` has a session to lose. */
export type Caller =
  | 'admin'
  | 'requester'
  | 'approver'
  | 'colleague'
  | 'viewer'
  | 'leaver'
  | 'vendorUser'
  | 'platformStaff'
  | 'anonymous'

/** The objects that a row names. */
export interface Things {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the row puts into its call
  get(name: string): Promise<any>
  set(name: string, value: unknown): void
}

/** The company that every row of the contract is called in. */
export interface Ground {
  company: TestCompany
  people: Record<'admin' | 'requester' | 'approver' | 'colleague' | 'second', TestPerson>
  clients: Record<Exclude<Caller, 'anonymous'>, Client>
  category: { id: string; workflowId: string }
  publicCategory: string
  publicQuestion: string
  /** As whom the vendor user sells to the company. */
  formVendor: string
  vendorCompanyId: string
  vendorPerson: TestPerson
}

export const ok = async (answer: ReturnType<Client['get']>) => {
  const { status, body } = await answer
  if (status >= 300 || body?.errors) throw new Error(`The scene was answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export const later = { ...step('later', [question('plan', 'TEXT')], 9), isAdditionalStep: true }

export const makeGround = async (): Promise<Ground> => {
  const company = await makeCompany([
    'enableN12mServiceSpend',
    'enableRequestAnalyticsChat',
    'enableIntakeRequests',
    'enableSpendRequests',
    'enableBusinessUnits',
    'enableEntities',
    'enableSourcing',
    'enableVendorIntake',
    'paymentsEnabled',
    'paymentsOnboarded',
    'enablePaymentAccounting',
    'enableDocumentSummary',
    'enableCurrencies',
    'enableNetsuitePurchaseOrder',
  ])
  const people = {
    admin: await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }),
    requester: await company.addPerson({ name: 'Rita Requester' }),
    approver: await company.addPerson({ name: 'Abe Approver' }),
    colleague: await company.addPerson({ name: 'Carl Colleague' }),
    second: await company.addPerson({ name: 'Sue Second' }),
  }
  const vendorCompany = await makeVendorCompany()
  await vendorCompany.sellTo(company)
  const vendorPerson = await vendorCompany.addPerson()
  const clients = {
    admin: await signIn(company, people.admin),
    requester: await signIn(company, people.requester),
    approver: await signIn(company, people.approver),
    colleague: await signIn(company, people.colleague),
    viewer: await signIn(company, people.colleague, people.admin.userId),
    leaver: await signIn(company, people.colleague),
    vendorUser: await vendorCompany.signIn(vendorPerson, company),
    platformStaff: await signInAsStaff(),
  }
  const owners = [people.admin.userId]
  const seller = { name: `Seller ${newId()}`, owners, paymentMethod: 'ACH' }
  const formVendor: string = (await ok(clients.admin.post('/api/vendors', seller))).id
  await sellAs(vendorCompany, company, formVendor)
  const approverUserIds = [people.approver.userId]
  const category = await makeCategory(clients.admin, {
    form: [...FORM, later],
    levels: [
      [rule('legal', { approverUserIds }), rule('setup', { type: 'TASK', approverUserIds })],
      [rule('finance', { approverUserIds: [people.second.userId] })],
    ],
  })
  await run('UPDATE intake_categories SET enable_assignees = 1 WHERE id = ?', category.id)
  const publicQuestion = newId()
  const options = ['Small', 'Large'].map((label, ordinal) => ({
    id: label.toLowerCase(),
    label,
    parentId: null,
    ordinal,
  }))
  const size = step('size', [question(publicQuestion, 'CUSTOM_SELECT', { label: 'Size', options })], 1)
  const open = await makeCategory(clients.admin, { form: [...FORM, size], levels: [] })
  await run("UPDATE intake_categories SET type = 'PUBLIC' WHERE id = ?", open.id)
  return {
    company,
    people,
    clients,
    category,
    publicCategory: open.id,
    publicQuestion,
    formVendor,
    vendorCompanyId: vendorCompany.id,
    vendorPerson,
  }
}
