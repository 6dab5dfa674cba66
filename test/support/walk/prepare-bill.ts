import type { Find } from './ids.ts'
import type { Ask, Call } from './prepare.ts'
import type { Run } from './statements.ts'

/** A bill of the ledger's first vendor that waits for one person by a rule set, and its invoice. */
export const makeBill = async (
  { call, ask, find, run }: { call: Call; ask: Ask; find: Find; run: Run },
  companyId: string,
  documentId: string,
): Promise<string> => {
  const asked = 'mutation ($name: String!) { createBillRuleSet(name: $name) { id } }'
  const ruleSet = (await ask(call, asked, { name: 'Bills of the walk' })).createBillRuleSet?.id
  const person = await find(
    'SELECT user_id FROM company_memberships WHERE company_id = ?1 AND disabled_at IS NULL ORDER BY user_id LIMIT 1',
    companyId,
  )
  const ofPerson = { approverType: 'CUSTOM_APPROVERS', approverUserIds: [person] }
  await call('POST', `/api/bill-rule-sets/${ruleSet}/levels`, { levels: [{ number: 1, noConditionRules: [ofPerson] }] })
  const invoiceId = `walk-invoice-${companyId}`
  await run(
    `INSERT INTO invoices (id, company_id, document_id, source, created_at) VALUES (?2, ?1, ?3, 'UPLOAD', 0)`,
    ...[companyId, invoiceId, documentId],
  )
  const { id } = (await call('POST', '/api/payments/bills', {
    ...{ invoiceId, erpVendorId: `walk-vendor-${companyId}-1`, invoiceNumber: 'W-1', invoiceDate: '2026-03-01' },
    ...{ erpEntityId: `walk-entity-${companyId}-1`, totalAmount: 120_000 },
    lines: [{ amount: 120_000, erpAccountId: `walk-account-${companyId}-1` }],
  })) as { id: string }
  await run(
    `INSERT INTO bill_payments (id, company_id, bill_id, run, erp_vendor_id, status, amount_minor, currency, invoice_number,
       due_sort, bill_created_by_user_id, created_at, updated_at)
     VALUES ('walk-payment-' || ?1, ?1, ?2, 1, 'walk-vendor-' || ?1 || '-1', 'PENDING', 120000, 'USD', 'W-1', '', 'nobody', ?3, 0)`,
    ...[companyId, id, Date.now()],
  )
  return id
}
