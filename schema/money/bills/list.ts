import { z } from 'zod'
import { approverStatus, levelGroupStatus } from '../../approvals/engine/shown-blocks.ts'
import { waitingFor } from '../../requests/submissions/row-endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { listEndpoints } from '../../shared/list.ts'
import { money } from '../../shared/money.ts'
import { instant, named, shownDate } from '../../shared/values.ts'
import { SYNC_FILTERS } from '../ledger/sync-values.ts'
import { billFilters } from './filters.ts'
import { billStatus } from './values.ts'

/** The list of bills (specification 3 §2, §3 and §7.3): filters, saved views, its file. */

export const BILL_SORT_FIELDS = ['createdAt', 'invoiceDate', 'dueDate', 'totalAmount'] as const

/** How it is in the accounting system. Null while no area sends bills there. */
export const syncEntryShown = z.object({
  id: z.string(),
  state: z.enum(SYNC_FILTERS),
  erpId: z.string().nullable(),
  isSynced: z.boolean(),
  link: z.string().nullable(),
  syncedOn: z.string().nullable(),
  error: z.string().nullable(),
})
export const billPaymentShown = z.object({ id: z.string(), status: z.string() })

export const billRow = z.object({
  id: z.string(),
  /** The vendor and the invoice number. */
  displayName: z.string(),
  createdAt: instant,
  erpVendorId: z.string(),
  erpVendor: named.extend({ hasPaymentInformation: z.boolean().nullable() }),
  /** The company's own, once the accounting system's is linked. */
  vendorId: z.string().nullable(),
  erpEntityId: z.string().nullable(),
  erpEntity: named.nullable(),
  invoiceNumber: z.string(),
  invoiceDate: shownDate,
  dueDate: shownDate.nullable(),
  totalAmount: money,
  /** In the company's currency at the recorded rate. Null without a rate. */
  companyAmount: z.number().int().nullable(),
  currency: z.object({ id: z.string().nullable(), symbol: z.string(), exchangeRate: z.number().nullable() }),
  isCredit: z.boolean(),
  description: z.string(),
  spendRequestId: z.string().nullable(),
  intakeSubmissionId: z.string().nullable(),
  accountingPeriodId: z.string().nullable(),
  status: billStatus,
  archived: z.boolean(),
  /** 0 to 100. */
  progress: z.number().int(),
  paidAt: instant.nullable(),
  createdBy: named,
  waitingFor: z.array(waitingFor),
  approverStatuses: z.array(approverStatus),
  levelGroupStatuses: z.array(levelGroupStatus),
  approvedBy: z.array(named),
  rejectedBy: z.array(named),
  fullyReviewedAt: instant.nullable(),
  /** Null while nothing pays it. */
  billPayment: billPaymentShown.nullable(),
  syncEntry: syncEntryShown.nullable(),
  lastAuditLogMessage: z.string(),
})
export type BillRow = z.infer<typeof billRow>

export const billList = listEndpoints({
  name: 'bills',
  path: '/api/payments/bills',
  noun: 'bill',
  nouns: 'bills',
  summary: 'Bills, newest first',
  filters: billFilters,
  amounts: 'Total',
  sorts: BILL_SORT_FIELDS,
  groups: ['dueDate'],
  node: billRow,
})
export type BillListQuery = z.output<typeof billList.query>

export const billsNeedAttention = endpoint({
  id: 'bills.needs-attention',
  method: 'GET',
  path: '/api/payments/bills/needs-attention',
  summary: 'Bills that wait for the person, or for someone they act for',
  query: z.object({ first: z.coerce.number().int().min(1).max(100).default(50) }),
  response: z.array(
    billRow.extend({
      since: z.string(),
      actions: z.array(z.string()),
      /** It waits for someone whose delegate the person is. */
      isDelegate: z.boolean(),
    }),
  ),
})
