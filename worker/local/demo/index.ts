import type { WorkflowDefinition } from '../../../schema/approvals/workflows/definition.ts'
import type { FormStep } from '../../../schema/requests/forms/form.ts'
import { cellsOf, envOfCell, FIRST_CELL } from '../../core/cells.ts'
import type { Env } from '../../env.ts'
import { setOwnDelegate } from '../../features/approvals/delegates/index.ts'
import { createApiKey } from '../../features/platform/api-keys/index.ts'
import { createReminder } from '../../features/platform/notifications/index.ts'
import { createCategory, saveSettings } from '../../features/requests/categories/index.ts'
import { saveForm } from '../../features/requests/forms/index.ts'
import { createWorkflow, saveWorkflow } from '../../features/requests/workflows/index.ts'
import { saveReminderConfig } from '../../features/vendors/renewals/index.ts'
import { actAs } from './act.ts'
import { ringBells } from './bells.ts'
import { billStories, fillBillRules, fillWaitingInvoices } from './bills.ts'
import { fillBooks } from './books.ts'
import { beginChecks, fillChecks } from './checks.ts'
import { demoClock } from './clock.ts'
import { fillCompanies } from './company.ts'
import { fillDocuments } from './documents.ts'
import { EVENT_FORM, EVENT_WORKFLOW, SOFTWARE_FORM, SOFTWARE_WORKFLOW } from './forms.ts'
import { giveLogo } from './logo.ts'
import { fillMails } from './mails.ts'
import { fillMatrix } from './matrix.ts'
import { fillOrders } from './orders.ts'
import { endPayments, openPaymentsAccount, paymentStories } from './payments.ts'
import { COMPANY_ID, NEIGHBOUR, STAFF_EMAIL } from './people.ts'
import { fillPlans } from './plans.ts'
import { fillRequests } from './requests.ts'
import { fillRuleSets } from './rule-sets.ts'
import { fillServices } from './services.ts'
import { fillSignOn } from './sign-on/fill.ts'
import { fillSourcing } from './sourcing.ts'
import { fillSourcingEvents } from './sourcing-events.ts'
import { spendStories } from './spend-requests.ts'
import { fillTransactions } from './transactions.ts'
import { fillVendorDocuments } from './vendor-documents.ts'
import { fillVendorForms } from './vendor-forms.ts'
import { fillVendorSettings } from './vendor-settings.ts'
import { fillVendors } from './vendors.ts'

export interface DemoAccount {
  role: string
  name: string
  email: string
}

/** The demo company's people to sign in as, one per role. */
export const demoAccounts: DemoAccount[] = [
  { role: 'Admin', name: 'Maya Lindqvist', email: 'maya@brightwater.example' },
  { role: 'Requester', name: 'Ada Pereira', email: 'ada@brightwater.example' },
  { role: 'Manager and department lead', name: 'Omar Haddad', email: 'omar@brightwater.example' },
  { role: 'Finance approver', name: 'Dana Fox', email: 'dana@brightwater.example' },
  { role: 'Security task', name: 'Priya Raman', email: 'priya@brightwater.example' },
  { role: 'Super viewer', name: 'Grace Osei', email: 'grace@brightwater.example' },
  { role: 'Department lead with payroll', name: 'Hana Kim', email: 'hana@brightwater.example' },
  { role: 'Business unit lead', name: 'Felix Braun', email: 'felix@brightwater.example' },
  { role: 'User admin', name: 'Nora Petit', email: 'nora@brightwater.example' },
  { role: 'Vendor admin', name: 'Leo Novak', email: 'leo@brightwater.example' },
  { role: 'Owner of a public form', name: 'Yuki Tanaka', email: 'yuki@brightwater.example' },
  { role: 'Files for others, and pays bills', name: 'Sofia Almeida', email: 'sofia@brightwater.example' },
  { role: 'Vendor, at /v/login', name: 'Lena Fischer', email: 'lena@kestrelcad.example' },
  { role: 'Platform staff, at /super-admin', name: 'Outlay staff', email: STAFF_EMAIL },
  { role: 'Another company', name: 'Erik Sund', email: NEIGHBOUR.admin.email },
]

const ADMIN = 'demo-maya'

const configure = async (
  env: Env,
  name: string,
  description: string,
  intakeSteps: FormStep[],
  workflow: { label: string; definition: WorkflowDefinition },
): Promise<string> => {
  const { id } = await actAs(env, ADMIN, createCategory, { name, description })
  await actAs(env, ADMIN, saveForm, {
    intakeCategoryId: id,
    transactionId: `demo-form-${id}`.slice(0, 60),
    batch: 1,
    totalBatches: 1,
    intakeSteps,
  })
  const created = await actAs(env, ADMIN, createWorkflow, { intakeCategoryId: id, label: workflow.label })
  await actAs(env, ADMIN, saveWorkflow, { id: created.id, version: 1, ...workflow.definition })
  return id
}

/** Fills an empty database with the demo company, using its people's own commands. */
export const fillDemo = async (host: Env): Promise<void> => {
  const now = Date.now()
  // Where there are several cells, the two companies are in different ones.
  const [directory = FIRST_CELL, home = directory, next = home] = cellsOf(host)
  const env = envOfCell(host, home)
  const elsewhere = envOfCell(host, next)
  demoClock.goTo(76)
  await fillCompanies(env, elsewhere, demoClock.now())
  await giveLogo(env, COMPANY_ID)
  await fillSignOn(env, demoClock.now())
  await fillRuleSets(env, ADMIN, await fillMatrix(env, ADMIN))
  await fillVendorSettings(env, ADMIN)
  await fillVendors(env, ADMIN)
  await fillServices(env, ADMIN, now)
  const software = await configure(env, 'Software', 'New tools, renewals and more seats.', SOFTWARE_FORM, {
    label: 'Software purchase',
    definition: SOFTWARE_WORKFLOW,
  })
  await actAs(env, ADMIN, saveSettings, {
    ...{ intakeCategoryId: software, version: 2, approvalMode: null, enableAssignees: false, ownerIds: [] },
    dashboardCustomColumns: [
      { columnName: 'Kind', questionId: 'sw-kind', ruleId: null },
      { columnName: 'Security', questionId: null, ruleId: 'sw-r3' },
    ],
  })
  const events = await configure(env, 'Events and travel', 'Trade fairs, customer evenings, team days.', EVENT_FORM, {
    label: 'Events',
    definition: EVENT_WORKFLOW,
  })
  await fillBooks(env, now)
  await fillBillRules(env, ADMIN)
  await beginChecks(env)
  await openPaymentsAccount(env)
  const stories = [...spendStories(env), ...billStories(env), ...paymentStories(env)].sort(
    (a, b) => b.daysAgo - a.daysAgo,
  )
  await fillRequests(env, { software, events }, now, stories)
  demoClock.goTo(1)
  await fillSourcing(env, ADMIN)
  const openBids = await fillSourcingEvents(env, ADMIN)
  await fillVendorForms(env, ADMIN)
  await fillVendorDocuments(env, elsewhere)
  await actAs(env, ADMIN, createReminder, { daysAfterNotification: 3, note: 'Someone is waiting for your decision.' })
  await actAs(env, ADMIN, createReminder, {
    daysAfterNotification: 7,
    note: 'A week has passed. If you cannot decide, choose a delegate in your user menu.',
  })
  await actAs(env, ADMIN, createApiKey, { name: 'erp-sync' })
  await actAs(env, 'demo-tomas', setOwnDelegate, {
    userId: 'demo-sofia',
    note: 'Standard terms only. Leave the rest for me.',
    maxAmount: { value: 500_000, currency: 'USD' },
  })
  await fillChecks(env)
  demoClock.arrive()
  await actAs(env, ADMIN, saveReminderConfig, {
    message: 'Do we still need it, and at this price? Tell procurement before the last day to cancel.',
    sendToAdmins: false,
    sendToVendorOwners: true,
    sendToServiceOwners: true,
    sendToDepartmentLeads: true,
    sendToBusinessUnitLeads: false,
    groupsToSendTo: [],
  })
  await fillDocuments(env, ADMIN, now)
  await openBids()
  await fillMails(env)
  await fillWaitingInvoices(env)
  await endPayments(env)
  await fillTransactions(env, now)
  await fillPlans(env, ADMIN, now)
  await fillOrders(env, now)
  await ringBells(env)
}
