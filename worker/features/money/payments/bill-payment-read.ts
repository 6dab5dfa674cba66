import type { billPaymentFilters } from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import * as endpoints from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import {
  afterEvent,
  BILL_PAYMENT_WORDS,
  type BillPaymentEvent,
} from '../../../../schema/money/payments/bill-payment-states.ts'
import { bankDayAt, dueOf, leavesFor } from '../../../../schema/money/payments/schedule.ts'
import { mayTake, NEW_HOLDER_MS, whoElseCan } from '../../../../schema/platform/hands/rule.ts'
import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import {
  type AccountHolderType,
  type InvitationStatus,
  maskedAccount,
} from '../../../../schema/vendors/portal/values.ts'
import { amountCell, type CsvCell } from '../../../core/csv.ts'
import { notFound } from '../../../core/errors.ts'
import { identitiesOf } from '../../../core/hands.ts'
import { viewOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows, Walk, Way } from '../../../core/list/rows.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'
import { erpVendorsOf } from '../../platform/accounting/index.ts'
import { namedRows, PAYERS } from '../../platform/members/index.ts'
import { type Alone, aloneStatement, needsSecond } from './alone.ts'
import { DUE_FACTS, type DueFacts, handsBehind, START_FACTS, type StartFacts, startFault } from './bill-payment-act.ts'
import {
  amountOf,
  expectedArrival,
  failReason,
  PAYMENT_COLUMNS,
  PAYMENT_VENDOR,
  type PaymentRow,
  stateOf,
} from './bill-payment-rows.ts'

/** Payments of bills as the list and their page show them. */

interface ShownRow extends PaymentRow {
  updatedAt: number
  accountHolderName: string | null
  accountHolderType: AccountHolderType | null
  lastFour: string | null
  routingNumber: string | null
  remittanceEmail: string | null
  address1: string | null
  address2: string | null
  city: string | null
  addressState: string | null
  postalCode: string | null
  country: string | null
}

const COLUMNS = `${PAYMENT_COLUMNS}, p.updated_at AS updatedAt, d.account_holder_name AS accountHolderName,
  d.account_holder_type AS accountHolderType, d.last_four AS lastFour, d.routing_number AS routingNumber,
  d.remittance_email AS remittanceEmail, d.address1, d.address2, d.city, d.address_state AS addressState,
  d.postal_code AS postalCode, d.country`
const JOINS = `${PAYMENT_VENDOR} LEFT JOIN vendor_bank_details d ON d.id = p.details_id AND +d.company_id = p.company_id`

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const toShown = (row: ShownRow): endpoints.BillPaymentRow => ({
  ...{ id: row.id, billId: row.billId, status: row.status, amount: amountOf(row) },
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
  erpVendor: { id: row.erpVendorId, name: row.erpVendorName },
  vendorId: row.vendorId,
  ...{ invoiceNumber: row.invoiceNumber, dueDate: row.dueDate, accountHolderName: row.accountHolderName },
  ...{ accountHolderType: row.accountHolderType, accountNumber: row.lastFour && maskedAccount(row.lastFour) },
  ...{ routingNumber: row.routingNumber, remittanceEmail: row.remittanceEmail, email: row.remittanceEmail },
  ...{ address1: row.address1, address2: row.address2, city: row.city, state: row.addressState },
  ...{ postalCode: row.postalCode, country: row.country, paymentMethodId: row.paymentMethodId, payOn: row.payOn },
  outboundPaymentFailReason: failReason(row),
  expectedArrivalDate: expectedArrival(row),
  completedAt: row.status === 'PAID' || row.status === 'RETURNED' ? instant(row.paidAt) : null,
  paidAt: instant(row.paidAt),
})

type Sort = (typeof endpoints.BILL_PAYMENT_SORT_FIELDS)[number]
const keys = (created: string, due: string | null) => ({
  createdAt: { columns: ['p.created_at'], index: created, usual: 'DESC' as const },
  ...(due && { dueDate: { columns: ['p.due_sort'], index: due } }),
})
const OWN = {
  from: 'bill_payments p',
  id: 'p.id',
  sorts: {
    createdAt: { columns: ['p.created_at'], index: 'bill_payments_created', usual: 'DESC' },
    dueDate: { columns: ['p.due_sort'], index: 'bill_payments_due' },
  },
} as const
const IN_STATUS: Way<Sort> = { ...OWN, sorts: keys('bill_payments_status', 'bill_payments_status_due') }
const OF_VENDOR: Way<Sort> = { ...OWN, sorts: keys('bill_payments_vendor', null) }

export const billPaymentRows: ListRows<endpoints.BillPaymentListQuery, keyof typeof billPaymentFilters, Sort> = {
  own: OWN,
  join: (id) => `bill_payments p ON p.id = ${id}`,
  usual: () => 'createdAt',
  // Its own row, that of the index, its vendor, its bank details, and its vendor again while it is searched.
  looks: 5,
  shown: { joins: JOINS, where: '' },
  clauses: ({ input, by, bind, is }) => {
    const status = is('p.status', input.status)
    const vendor = is('p.erp_vendor_id', input.erpVendorId)
    const ofVendor = input.vendorId ? bind(input.vendorId) : null
    const lead = (): { walks: Walk<Sort>[]; serves?: (keyof typeof billPaymentFilters)[] } => {
      if (vendor && by === 'createdAt') return { walks: [{ way: OF_VENDOR, where: [vendor] }], serves: ['erpVendorId'] }
      if (ofVendor)
        return {
          walks: [
            {
              set: `SELECT n.id FROM bill_payments n INDEXED BY bill_payments_vendor
                WHERE n.company_id = ?1 AND n.erp_vendor_id IN (${erpVendorsOf(ofVendor)})`,
            },
          ],
          serves: ['vendorId'],
        }
      if (status) return { walks: [{ way: IN_STATUS, where: [status] }], serves: ['status'] }
      return { walks: [{ way: OWN }] }
    }
    const text = input.search ? bind(input.search) : null
    return {
      ...lead(),
      conditions: {
        search:
          text &&
          `(${containsText('p.invoice_number', text)} OR EXISTS (
             SELECT 1 FROM erp_objects v WHERE v.id = p.erp_vendor_id AND ${containsText('v.name', text)}))`,
        status,
        erpVendorId: vendor,
        vendorId: ofVendor && `p.erp_vendor_id IN (${erpVendorsOf(ofVendor)})`,
      },
    }
  },
}

const readPage = async (
  context: StaffContext,
  input: endpoints.BillPaymentListQuery,
): Promise<Connection<endpoints.BillPaymentRow>> => {
  const page = pageOf(billPaymentRows, context, input)
  const rows = await context.db.all<ShownRow>(context.db.sql(pageSql(page, COLUMNS), ...page.params))
  return toPage(page, rows, input.first, toShown)
}

const FILE: [string, (row: endpoints.BillPaymentRow) => CsvCell][] = [
  ['Vendor', (row) => row.erpVendor.name],
  ['Invoice number', (row) => row.invoiceNumber],
  ['Amount', (row) => amountCell(row.amount)],
  ['Currency', (row) => row.amount.currency],
  ['Status', (row) => BILL_PAYMENT_WORDS[row.status]],
  ['Due date', (row) => row.dueDate],
  ['Scheduled', (row) => row.payOn],
  ['Paid to', (row) => row.accountNumber],
  ['Expected arrival', (row) => row.expectedArrivalDate],
  [timeColumn('Paid'), (row) => row.paidAt && timeInFile(row.paidAt)],
  ['Reason', (row) => row.outboundPaymentFailReason],
  [timeColumn('Created'), (row) => timeInFile(row.createdAt)],
]

export const billPaymentOperations = viewOperations({
  list: endpoints.billPaymentList,
  rows: billPaymentRows,
  access: 'payments.look',
  read: readPage,
  columns: () => ({
    header: () => FILE.map(([label]) => label),
    linesOf: (row) => [FILE.map(([, text]) => text(row))],
  }),
})

interface PageRow extends ShownRow, StartFacts, DueFacts {
  schedulerName: string | null
  bankName: string | null
  bankLastFour: string | null
  startedByName: string | null
  billCreatedAt: number
  billCreatorName: string | null
  billTotalMinor: number
  shownStatus: string
}

interface EventRow {
  eventType: string
  eventBody: string
  createdAt: number
  createdBy: string | null
}

const MOST_EVENTS = 100

/** When it would leave to arrive when the bill is due. */
const suggestionOf = (row: PageRow, now: number): endpoints.BillPayment['suggestedPayOn'] => {
  const due = dueOf(row)
  return due === null ? null : { day: leavesFor(due, bankDayAt(now)), due, isByTerms: row.dueDate === null }
}

const allows = (row: PaymentRow, event: BillPaymentEvent): boolean => afterEvent(stateOf(row), event) !== null

export const readBillPayment = query({
  id: 'payments.get-bill-payment',
  access: 'payments.look',
  readsFirst: true,
  input: inputOf(endpoints.getBillPayment),
  run: async (context, { billPaymentId }): Promise<endpoints.BillPayment> => {
    const { db, directory, actor, clock } = context
    const [payments, events, alone, payers] = await db.batch([
      db.sql(
        `SELECT ${COLUMNS}, ${START_FACTS('?3')}, ${DUE_FACTS}, m.bank_name AS bankName, m.last_four AS bankLastFour,
                (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = p.started_by_user_id) AS startedByName,
                (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = p.pay_on_by_user_id) AS schedulerName,
                (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = p.bill_created_by_user_id) AS billCreatorName,
                b.created_at AS billCreatedAt, b.total_minor AS billTotalMinor,
                b.shown_status AS shownStatus
           FROM bill_payments p ${JOINS}
           LEFT JOIN payment_methods m ON m.id = p.payment_method_id AND +m.company_id = p.company_id
          CROSS JOIN bills b ON b.id = p.bill_id AND +b.company_id = p.company_id
          WHERE p.id = ?1 AND p.company_id = ?2`,
        ...[billPaymentId, actor.companyId, clock.now()],
      ),
      db.sql(
        `SELECT e.event_type AS eventType, e.event_body AS eventBody, e.created_at AS createdAt,
                trim(u.first_name || ' ' || u.last_name) AS createdBy
           FROM bill_payment_events e LEFT JOIN users u ON u.id = e.created_by_user_id
          WHERE e.company_id = ? AND e.payment_id = ? ORDER BY e.version DESC LIMIT ${MOST_EVENTS}`,
        ...[actor.companyId, billPaymentId],
      ),
      aloneStatement(context, { paymentIds: [billPaymentId] }),
      db.sql(PAYERS, actor.companyId, clock.now() - NEW_HOLDER_MS),
    ])
    const row = payments?.results[0] as unknown as PageRow | undefined
    if (!row) throw notFound('The payment')
    const invitations = await directory.all<{
      id: string
      status: InvitationStatus
      toUser: string
      fromUser: string
      message: string
    }>(
      directory.sql(
        `SELECT id, status, email AS toUser, invited_by_name AS fromUser, message FROM vendor_company_invitations
          WHERE company_id = ? AND vendor_id = ? ORDER BY created_at DESC LIMIT 10`,
        ...[actor.companyId, row.vendorId ?? ''],
      ),
    )
    const isStartable = ['PENDING', 'APPROVED', 'FAILED', 'RETURNED', 'CANCELLED'].includes(row.status)
    const fault = isStartable ? startFault(row, row, identitiesOf(actor)) : null
    const isCurrent = row.billStatus === 'APPROVED' && row.billRun === row.run
    return {
      ...toShown(row),
      paymentMethod:
        row.paymentMethodId === null || row.bankLastFour === null
          ? null
          : { id: row.paymentMethodId, bankName: row.bankName, lastFourAccountNumber: row.bankLastFour },
      erpVendorPaymentInformationId: row.detailsId,
      bill: {
        ...{ id: row.billId, invoiceNumber: row.invoiceNumber, invoiceDate: row.invoiceDate, dueDate: row.dueDate },
        createdAt: new Date(row.billCreatedAt).toISOString(),
        createdBy: { id: row.billCreatedByUserId, name: row.billCreatorName ?? 'A former member' },
        totalAmount: { value: row.billTotalMinor, currency: row.currency },
        ...{ status: row.shownStatus, erpVendor: { id: row.erpVendorId, name: row.erpVendorName } },
      },
      vendorCompanyInvitations: invitations,
      paymentTransferEvents: ((events?.results ?? []) as unknown as EventRow[]).map(({ createdAt, ...event }) => ({
        ...event,
        createdAt: new Date(createdAt).toISOString(),
      })),
      startedBy:
        row.startedByUserId === null ? null : { id: row.startedByUserId, name: row.startedByName ?? 'A former member' },
      scheduledBy:
        row.payOnByUserId === null ? null : { id: row.payOnByUserId, name: row.schedulerName ?? 'A former member' },
      suggestedPayOn: isStartable ? suggestionOf(row, clock.now()) : null,
      startFault: fault,
      startableBy:
        fault !== null && fault === mayTake('START_PAYMENT', handsBehind(row, row), identitiesOf(actor))
          ? whoElseCan('START_PAYMENT', handsBehind(row, row), identitiesOf(actor), namedRows(payers?.results))
          : null,
      needsSecondPerson:
        isStartable && fault === null && needsSecond(alone?.results[0] as unknown as Alone, row.amountMinor),
      can: {
        start: isStartable && fault === null,
        schedule: isStartable && fault === null,
        unschedule: row.payOn !== null,
        cancel: allows(row, { type: 'CANCELLED' }) || row.status === 'PROCESSING',
        changeMethod: isCurrent && allows(row, { type: 'METHOD_SET', paymentMethodId: '' }),
        markPaidOutside: isCurrent && allows(row, { type: 'PAID_OUTSIDE' }),
        unmarkPaidOutside: allows(row, { type: 'NOT_PAID_OUTSIDE' }),
        sendRemittanceEmail: row.status === 'PAID' && Boolean(row.remittanceEmail),
        addDetails: ['PENDING', 'REJECTED', 'APPROVED', 'FAILED', 'RETURNED', 'CANCELLED'].includes(row.status),
      },
    }
  },
})
