import { newId } from '../../../worker/core/clock.ts'
import { addBillPayment } from '../../support/worker/bill-payment-rows.ts'
import { addBillField } from '../../support/worker/fixtures/bill-settings.ts'
import { addErpObject } from '../../support/worker/fixtures/mappings.ts'
import { addBankAccount, addPaymentsAccount, fillBalance } from '../../support/worker/fixtures/payments.ts'
import { addTransaction } from '../../support/worker/fixtures/transactions.ts'
import { addMadeRun, connectMadeBooks } from '../../support/worker/made-connection.ts'
import { netsuiteThere, TOKENS } from '../../support/worker/netsuite-there.ts'
import { stripeThere } from '../../support/worker/payments.ts'
import { addPlan, addPlanItem } from '../../support/worker/plans/plan-rows.ts'
import { addSync } from '../../support/worker/posted-bills.ts'
import { run } from '../../support/worker/sessions.ts'
import { addDetails } from '../../support/worker/vendor-bank-details.ts'
import type { Ground, Things } from './ground.ts'

/** The accounting system's connection, and its objects, each new. */

type Maker = (ground: Ground, things: Things) => unknown

const named = (name: string): string => `${name} ${newId().slice(-8)}`

export const erpMakers: Record<string, Maker> = {
  connection: ({ company }) => connectMadeBooks(company.id),
  syncRun: ({ company }) => addMadeRun(company.id),
  netsuiteKey: async ({ company }) => {
    await run('DELETE FROM erp_connections WHERE company_id = ?', company.id)
    netsuiteThere()
    return TOKENS.consumerKey
  },
  // Without the made-up books, which can't be written into.
  writableConnection: async ({ company }) => {
    const id = await connectMadeBooks(company.id)
    await run("UPDATE erp_connections SET system = 'NETSUITE' WHERE id = ?", id)
    return id
  },
  billEntry: async ({ company }, things) => {
    await things.get('connection')
    return addSync(company.id, 'BILL', named('Bill'))
  },
  billPaymentEntry: async ({ company }, things) => {
    await things.get('connection')
    return addSync(company.id, 'BILL_PAYMENT', named('Payment'))
  },
  achLoadEntry: async ({ company }, things) => {
    await things.get('connection')
    return addSync(company.id, 'ACH_LOAD', named('Load'))
  },
  /** The only entity that has accounts. */
  transferAccounts: async ({ company, clients }, things) => {
    await run('DELETE FROM erp_entity_settings WHERE company_id = ?', company.id)
    const entity = await things.get('erpEntity')
    const bank = await things.get('erpBank')
    await clients.admin.post(`/api/erp-entities/${entity}/sync-accounts`, {
      ...{ glFundingAccountId: bank, glClearingAccountId: bank },
    })
    return entity
  },
  stripe: () => {
    stripeThere()
    return 'here'
  },
  paymentsAccount: async ({ company }) => (await addPaymentsAccount(company.id)).accountId,
  bankAccount: ({ company }) => addBankAccount(company.id),
  moneyInBalance: ({ company }) => fillBalance(company.id, 1_000_000),
  vendorBankDetails: async ({ company, people }, things) => {
    await run('DELETE FROM payment_information_approvers WHERE company_id = ?', company.id)
    return addDetails(company.id, await things.get('erpVendor'), { createdBy: people.colleague.userId })
  },
  billPayment: async ({ company, people }, things) => {
    const [erpVendorId, detailsId, bank] = [
      ...[await things.get('erpVendor'), await things.get('confirmedBankDetails'), await things.get('bankAccount')],
    ]
    await run('UPDATE erp_objects SET vendor_id = ? WHERE id = ?', await things.get('vendor'), erpVendorId)
    const createdBy = people.colleague.userId
    return (await addBillPayment(company.id, { erpVendorId, createdBy, detailsId, bank })).id
  },
  paidBillPayment: async ({ company, people }, things) => {
    const [erpVendorId, detailsId] = [await things.get('erpVendor'), await things.get('confirmedBankDetails')]
    const createdBy = people.colleague.userId
    return (await addBillPayment(company.id, { erpVendorId, createdBy, detailsId, status: 'PAID' })).id
  },
  vendorBillPayment: async ({ company, people, formVendor }) => {
    const erpVendorId = await addErpObject(company.id, 'VENDOR', { name: named('Seller'), vendorId: formVendor })
    return (await addBillPayment(company.id, { erpVendorId, createdBy: people.colleague.userId })).id
  },
  confirmedBankDetails: async ({ company, people }, things) =>
    addDetails(company.id, await things.get('erpVendor'), {
      ...{ createdBy: people.colleague.userId, confirmedBy: people.colleague.userId, state: 'CONFIRMED' },
    }),
  approverGroup: async ({ company }) => {
    const groupId = await company.add('groups', named('Controllers'))
    await run(
      'INSERT INTO payment_information_approvers (company_id, group_id) VALUES (?, ?)',
      ...[company.id, groupId],
    )
    return groupId
  },
  newBankAccount: ({ company }) => addBankAccount(company.id, false),
  erpVendor: ({ company }) => addErpObject(company.id, 'VENDOR', { name: named('Acme') }),
  erpVendorOfVendor: async ({ company }, things) =>
    addErpObject(company.id, 'VENDOR', { name: named('Acme'), vendorId: await things.get('vendor') }),
  erpDepartment: ({ company }) => addErpObject(company.id, 'DEPARTMENT', { name: named('Sales') }),
  erpLocation: ({ company }) => addErpObject(company.id, 'LOCATION', { name: named('Berlin') }),
  erpClassification: ({ company }) => addErpObject(company.id, 'CLASSIFICATION', { name: named('Retail') }),
  erpEntity: ({ company }) => addErpObject(company.id, 'ENTITY', { name: named('Main') }),
  erpExpenseAccountName: () => named('Travel'),
  erpClassificationName: () => named('Expense'),
  erpExpenseAccount: async ({ company }, things) =>
    addErpObject(company.id, 'EXPENSE_ACCOUNT', {
      name: await things.get('erpExpenseAccountName'),
      number: '6100',
      classification: await things.get('erpClassificationName'),
    }),
  erpRevenueAccount: ({ company }) => addErpObject(company.id, 'REVENUE_ACCOUNT', { name: named('Sales') }),
  plan: async ({ company }) => (await addPlan(company.id)).planId,
  planVendor: ({ company }) => addPlanItem(company.id, 'VENDORS'),
  planBusinessUnit: ({ company }) => addPlanItem(company.id, 'BUSINESS_UNITS'),
  planDepartment: ({ company }) => addPlanItem(company.id, 'DEPARTMENTS'),
  planExpenseCategory: ({ company }) => addPlanItem(company.id, 'EXPENSE_CATEGORIES'),
  planLocation: ({ company }) => addPlanItem(company.id, 'LOCATIONS'),
  planRevenueCategory: ({ company }) => addPlanItem(company.id, 'REVENUE_CATEGORIES'),
  linkedPlan: async ({ company }, things) => {
    const { planId, itemId } = await addPlan(company.id)
    await run(
      'INSERT INTO plan_vendor_links (company_id, item_id, vendor_id) VALUES (?, ?, ?)',
      ...[company.id, itemId, await things.get('vendor')],
    )
    return planId
  },
  transaction: ({ company }) => addTransaction({ own: company }),
  transactionOfVendor: async ({ company }, things) =>
    addTransaction({ own: company }, { vendorId: await things.get('vendor') }),
  transactionThread: async ({ company, clients }, things) => {
    const transactionId = await things.get('transaction')
    const answer = await clients.admin.graphql(
      `mutation ($id: String!) { createTransactionThread(erpId: $id, erpIntegrationId: "books", lineItemErpId: "1",
         transactionType: expense, commentBody: "Is this ours?") { id } }`,
      { id: transactionId },
    )
    if (!answer.body.data) throw new Error(`No thread in ${company.id}: ${JSON.stringify(answer.body)}`)
    return answer.body.data.createTransactionThread.id
  },
  erpTaxCode: ({ company }) => addErpObject(company.id, null, { kind: 'TAX_CODE', name: named('VAT') }),
  erpTemplate: ({ company }) =>
    addErpObject(company.id, null, { kind: 'AMORTIZATION_TEMPLATE', name: named('Yearly') }),
  erpCurrency: ({ company }) => addErpObject(company.id, null, { kind: 'CURRENCY', name: 'Pound', number: 'GBP' }),
  erpPayables: ({ company }) =>
    addErpObject(company.id, null, { kind: 'ACCOUNT', name: named('Payables'), classification: 'Accounts Payable' }),
  erpBank: ({ company }) =>
    addErpObject(company.id, null, { kind: 'ACCOUNT', name: named('Checking'), classification: 'Bank' }),
  erpCustomField: ({ company }) => addBillField(company.id, 'CUSTOM_FIELD'),
  erpCustomSegment: ({ company }) => addBillField(company.id, 'CUSTOM_SEGMENT'),
}
