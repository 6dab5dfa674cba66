/** Ids of objects that a company really has, for anything an endpoint asks for. */

export interface WalkIds {
  request: string
  spendRequest: string
  spendLine: string
  category: string
  /** In the category's form. */
  formVersion: number
  publicForm: string
  workflow: string
  workflowVersion: number
  block: string
  /** For a webhook. */
  webhookBlock: string
  /** For forms that are sent to a vendor. */
  vendorFormBlock: string
  orderBlock: string
  purchaseOrder: string
  thread: string
  department: string
  businessUnit: string
  group: string
  location: string
  entity: string
  spendCategory: string
  revenueCategory: string
  vendorCategory: string
  member: string
  /** The approver of most requests, and the owner of most services. */
  approver: string
  owner: string
  company: string
  vendor: string
  otherVendor: string
  proposedVendor: string
  service: string
  document: string
  plan: string
  planVendor: string
  planBusinessUnit: string
  planDepartment: string
  planExpenseCategory: string
  planLocation: string
  planRevenueCategory: string
  transaction: string
  erpCustomField: string
  transactionErp: string
  transactionThread: string
  recode: string
  erpVendorOwed: string
  erpEntity: string
  bill: string
  billPayment: string
  paymentRun: string
  finding: string
  billRuleSet: string
  invoice: string
  billSync: string
  paymentSync: string
  loadSync: string
  /** The admin's. */
  chat: string
  evidence: string
  generation: string
  matrix: string
  ruleSet: string
  vendorImport: string
  memberImport: string
  configurationImport: string
  externalUpload: string
  sourcingEvent: string
  bidFile: string
  /** A document of the vendor, and one of the form that a link opens. */
  vendorDocument: string
  linkDocument: string
  /** A question of the category's form with options, and its label; and one that chooses a vendor. */
  question: string
  /** One of its options. */
  option: string
  vendorQuestion: string
  /** Saved filters of vendors, spend requests, bills and orders. */
  filterHash: string
  serviceFilterHash: string
  documentFilterHash: string
  memberFilterHash: string
  spendFilterHash: string
  billFilterHash: string
  orderFilterHash: string
  paymentFilterHash: string
  /** A calendar link, and the link of a vendor form. */
  feedToken: string
  receipt: string
  /** The link that stops a kind of emails. */
  unsubscribe: string
  vendorForm: string
  /** A thread that is shared with the vendor. */
  vendorThread: string
  /** Signed addresses of a file, for people and for the viewer. */
  filePath: string
  viewerPath: string
}

/** Returns the first column of the first row, or undefined. */
export type Find = (sql: string, ...values: (string | number)[]) => Promise<string | number | undefined>

const NEWEST = 'ORDER BY rowid DESC LIMIT 1'
const first = (table: string, more = ''): string =>
  `SELECT id FROM ${table} WHERE company_id = ?1 ${more} LIMIT 1 OFFSET 3`

const planItem = (kind: string): string =>
  `SELECT id FROM plan_items WHERE company_id = ?1 AND kind = '${kind}' LIMIT 1`

/** ?1 the company, ?2 the request, ?3 its category. */
const FOUND = {
  block: `SELECT id FROM level_group_statuses WHERE company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?2 LIMIT 1`,
  spendRequest: `SELECT id FROM spend_requests WHERE company_id = ?1 AND intake_submission_id = ?2`,
  spendLine: `SELECT l.id FROM spend_requests s JOIN spend_request_lines l ON l.spend_request_id = s.id
    WHERE s.company_id = ?1 AND s.intake_submission_id = ?2 LIMIT 1`,
  webhookBlock: `SELECT id FROM level_group_statuses WHERE company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?2
    AND rule_type = 'WEBHOOK' LIMIT 1`,
  vendorFormBlock: `SELECT id FROM level_group_statuses WHERE company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?2
    AND rule_type = 'SEND_VENDOR_FORM' LIMIT 1`,
  orderBlock: `SELECT id FROM level_group_statuses WHERE company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?2
    AND rule_type = 'NETSUITE_PURCHASE_ORDER' LIMIT 1`,
  purchaseOrder: 'SELECT id FROM purchase_order_changes WHERE company_id = ?1 LIMIT 1',
  thread: `SELECT id FROM threads WHERE company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?2 LIMIT 1`,
  formVersion: 'SELECT form_version FROM intake_categories WHERE company_id = ?1 AND id = ?3',
  publicForm: `SELECT id FROM intake_categories WHERE company_id = ?1 AND type = 'PUBLIC' AND deleted_at IS NULL LIMIT 1`,
  workflow:
    'SELECT id FROM intake_workflows WHERE company_id = ?1 AND intake_category_id = ?3 AND deleted_at IS NULL LIMIT 1',
  workflowVersion: `SELECT max(v.version) FROM intake_workflows w JOIN intake_workflow_versions v ON v.intake_workflow_id = w.id
    WHERE w.company_id = ?1 AND w.intake_category_id = ?3`,
  department: first('departments'),
  businessUnit: first('business_units'),
  group: `SELECT id FROM groups WHERE company_id = ?1 ${NEWEST}`,
  location: first('locations'),
  entity: first('entities'),
  spendCategory: first('spend_categories'),
  revenueCategory: first('revenue_categories'),
  vendorCategory: first('vendor_categories'),
  approver: `SELECT user_id FROM request_participants WHERE company_id = ?1 AND is_approver = 1
    GROUP BY user_id ORDER BY COUNT(*) DESC LIMIT 1`,
  owner: `SELECT target_id FROM service_links WHERE company_id = ?1 AND kind = 'OWNER' GROUP BY target_id ORDER BY COUNT(*) DESC LIMIT 1`,
  vendor: `SELECT id FROM vendors WHERE company_id = ?1 AND documents_count > 0 AND services_count > 0 LIMIT 1`,
  proposedVendor: 'SELECT id FROM proposed_vendors WHERE company_id = ?1 LIMIT 1',
  otherVendor: `SELECT id FROM vendors WHERE company_id = ?1 AND documents_count > 0 AND services_count > 0 LIMIT 1 OFFSET 1`,
  service: `SELECT target_id FROM document_links WHERE company_id = ?1 AND target_type = 'SERVICE' LIMIT 1`,
  document: `SELECT document_id FROM document_links WHERE company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?2 LIMIT 1`,
  erpCustomField: `SELECT id FROM erp_objects WHERE company_id = ?1 AND kind = 'CUSTOM_FIELD' LIMIT 1`,
  plan: 'SELECT id FROM plans WHERE company_id = ?1 ORDER BY lines DESC LIMIT 1',
  planVendor: planItem('VENDORS'),
  planBusinessUnit: planItem('BUSINESS_UNITS'),
  planDepartment: planItem('DEPARTMENTS'),
  planExpenseCategory: planItem('EXPENSE_CATEGORIES'),
  planLocation: planItem('LOCATIONS'),
  planRevenueCategory: planItem('REVENUE_CATEGORIES'),
  transaction: `SELECT id FROM transactions WHERE company_id = ?1 AND type = 'expense' LIMIT 1`,
  transactionErp: `SELECT erp_id FROM transactions WHERE company_id = ?1 AND type = 'expense' LIMIT 1`,
  transactionThread: `SELECT id FROM threads WHERE company_id = ?1 AND target_type = 'TRANSACTION' LIMIT 1`,
  chat: 'SELECT id FROM chat_threads WHERE company_id = ?1 LIMIT 1',
  evidence: 'SELECT id FROM evidence_packs WHERE company_id = ?1 LIMIT 1',
  recode: 'SELECT id FROM transaction_recodes WHERE company_id = ?1 LIMIT 1',
  erpVendorOwed: `SELECT erp_vendor_id FROM ledger_payable_vendors WHERE company_id = ?1 AND erp_vendor_id <> '' LIMIT 1`,
  erpEntity: `SELECT id FROM erp_objects WHERE company_id = ?1 AND kind = 'ENTITY' LIMIT 1`,
  billRuleSet: `SELECT id FROM rule_sets WHERE company_id = ?1 AND subject = 'BILL' AND deleted_at IS NULL LIMIT 1`,
  invoice: 'SELECT id FROM invoices WHERE company_id = ?1 LIMIT 1',
  billPayment: 'SELECT id FROM bill_payments WHERE company_id = ?1 ORDER BY created_at DESC LIMIT 1',
  paymentRun: 'SELECT id FROM payment_runs WHERE company_id = ?1 LIMIT 1',
  finding: 'SELECT id FROM check_findings WHERE company_id = ?1 LIMIT 1',
  billSync: `SELECT id FROM ledger_syncs WHERE company_id = ?1 AND type = 'BILL' LIMIT 1`,
  paymentSync: `SELECT id FROM ledger_syncs WHERE company_id = ?1 AND type = 'BILL_PAYMENT' LIMIT 1`,
  loadSync: `SELECT id FROM ledger_syncs WHERE company_id = ?1 AND type = 'ACH_LOAD' LIMIT 1`,
  generation: 'SELECT name AS id FROM book_generations WHERE company_id = ?1 LIMIT 1',
  matrix: 'SELECT id FROM approver_matrices WHERE company_id = ?1 AND deleted_at IS NULL LIMIT 1',
  ruleSet: `SELECT id FROM rule_sets WHERE company_id = ?1 AND subject = 'SPEND_REQUEST' AND deleted_at IS NULL LIMIT 1`,
  externalUpload: `SELECT upload_id FROM external_upload_rows WHERE company_id = ?1 LIMIT 1`,
  vendorForm: `SELECT intake_submission_id FROM vendor_form_invitations WHERE company_id = ?1 AND recipient = 'VENDOR_COMPANY' LIMIT 1`,
  vendorThread: `SELECT id FROM threads WHERE company_id = ?1 AND shared_with_vendor = 1 LIMIT 1`,
  sourcingEvent: `SELECT event_id FROM sourcing_bidders WHERE company_id = ?1 LIMIT 1`,
  vendorDocument: `SELECT x.document_id FROM vendor_documents x CROSS JOIN vendor_form_invitations i ON i.id = x.vendor_form_id
    WHERE x.company_id = ?1 AND i.recipient = 'VENDOR_COMPANY' LIMIT 1`,
  linkDocument: `SELECT x.document_id FROM vendor_documents x CROSS JOIN vendor_form_invitations i ON i.id = x.vendor_form_id
    WHERE x.company_id = ?1 AND i.recipient = 'EMAIL' LIMIT 1`,
  bidFile: `SELECT id FROM sourcing_bid_files WHERE company_id = ?1 LIMIT 1`,
  vendorImport: `SELECT import_id FROM vendor_import_rows WHERE company_id = ?1 LIMIT 1`,
  memberImport: `SELECT import_id FROM member_import_rows WHERE company_id = ?1 LIMIT 1`,
  configurationImport: `SELECT import_id FROM configuration_import_steps WHERE company_id = ?1 LIMIT 1`,
} as const satisfies Partial<Record<keyof WalkIds, string>>

export type Given = Omit<WalkIds, keyof typeof FOUND>

/** Throws if the company doesn't have it. */
export const findIds = async (find: Find, given: Given): Promise<WalkIds> => {
  const found: Partial<Record<keyof WalkIds, string | number>> = { ...given }
  for (const [name, sql] of Object.entries(FOUND)) {
    const used = [given.company, given.request, given.category].filter((_, i) => sql.includes(`?${i + 1}`))
    // Placeholders are numbered from 1 without a gap.
    const renumbered = [1, 2, 3].filter((i) => sql.includes(`?${i}`))
    const text = renumbered.reduce((all, from, to) => all.replaceAll(`?${from}`, `?${to + 1}`), sql)
    const value = await find(text, ...used)
    if (value === undefined || value === null) throw new Error(`The company has no ${name}: ${sql}`)
    found[name as keyof WalkIds] = value
  }
  return found as WalkIds
}
