import { z } from 'zod'
import type { BillPaymentStatus } from '../../../../schema/money/payments/bill-payment-states.ts'
import type { Currency, Money } from '../../../../schema/shared/money.ts'
import { inCell } from '../../../core/cells.ts'
import { query, type VendorWorkContext } from '../../../core/operation.ts'
import { registerErpVendorPayments } from '../../vendors/vendors/index.ts'
import { expectedArrival } from './bill-payment-rows.ts'
import { detailsOfVendors } from './details.ts'

/** What a vendor sees of the bills that its customers pay: how far each payment is, and nothing of the company's own. */

export interface VendorBillPayment {
  id: string
  status: BillPaymentStatus
  createdAt: string
  expectedArrivalDate: string | null
  completedAt: string | null
  paidAt: string | null
  companyName: string
  bill: {
    createdAt: string
    invoiceNumber: string
    dueDate: string | null
    totalAmount: Money
    status: string
    invoiceCreatedAt: string | null
    erpVendorName: string
  }
}

interface Customer {
  id: string
  name: string
  vendorId: string
  cell: number
}

interface Row {
  id: string
  companyId: string
  status: BillPaymentStatus
  createdAt: number
  arrivesAt: number | null
  paidAt: number | null
  invoiceNumber: string
  dueDate: string | null
  amountMinor: number
  currency: Currency
  billCreatedAt: number
  billStatus: string
  invoiceCreatedAt: number | null
  erpVendorName: string
}

/** So many of the newest from each cell. */
const MOST = 200

/** ?1: pairs of customers and which of their vendors this is. */
const PAYMENTS = `
SELECT p.id, p.company_id AS companyId, p.status, p.created_at AS createdAt, p.arrives_at AS arrivesAt,
       p.paid_at AS paidAt, p.invoice_number AS invoiceNumber, p.due_date AS dueDate, p.amount_minor AS amountMinor,
       p.currency, b.created_at AS billCreatedAt, b.shown_status AS billStatus, i.created_at AS invoiceCreatedAt,
       o.name AS erpVendorName
  FROM json_each(?1) j
 CROSS JOIN erp_objects o INDEXED BY erp_objects_vendor ON o.company_id = j.value ->> 0 AND o.vendor_id = j.value ->> 1
 CROSS JOIN bill_payments p INDEXED BY bill_payments_vendor ON p.company_id = o.company_id AND p.erp_vendor_id = o.id
 CROSS JOIN bills b ON b.id = p.bill_id AND +b.company_id = p.company_id AND b.deleted_at IS NULL AND b.run = p.run
  LEFT JOIN invoices i ON i.id = b.invoice_id AND +i.company_id = b.company_id
 WHERE o.kind = 'VENDOR' ORDER BY p.created_at DESC, p.id DESC LIMIT ${MOST}`

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const toShown = (row: Row, companyName: string): VendorBillPayment => ({
  ...{ id: row.id, status: row.status, companyName, createdAt: new Date(row.createdAt).toISOString() },
  expectedArrivalDate: expectedArrival(row),
  completedAt: row.status === 'PAID' ? instant(row.paidAt) : null,
  paidAt: instant(row.paidAt),
  bill: {
    createdAt: new Date(row.billCreatedAt).toISOString(),
    ...{ invoiceNumber: row.invoiceNumber, dueDate: row.dueDate, status: row.billStatus },
    totalAmount: { value: row.amountMinor, currency: row.currency },
    invoiceCreatedAt: instant(row.invoiceCreatedAt),
    erpVendorName: row.erpVendorName,
  },
})

/** All customers' payments, each read in its own cell, newest first. */
export const readVendorBillPayments = query({
  id: 'vendor-portal.bill-payments',
  access: 'vendor.work',
  input: z.object({}),
  run: async (context: VendorWorkContext): Promise<VendorBillPayment[]> => {
    const customers = await context.directory.all<Customer>(
      context.directory.sql(
        `SELECT c.id, c.name, c.cell, k.vendor_id AS vendorId FROM vendor_company_customers k
          CROSS JOIN directory_companies c ON c.id = k.company_id
          WHERE k.vendor_company_id = ? AND k.vendor_id IS NOT NULL`,
        context.vendor.vendorCompany.id,
      ),
    )
    const names = new Map(customers.map(({ id, name }) => [id, name]))
    const found = await Promise.all(
      [...Map.groupBy(customers, ({ cell }) => cell)].map(([cell, there]) => {
        const { db } = inCell(context, cell)
        return db.all<Row>(db.sql(PAYMENTS, JSON.stringify(there.map(({ id, vendorId }) => [id, vendorId]))))
      }),
    )
    return found
      .flat()
      .toSorted((a, b) => b.createdAt - a.createdAt)
      .map((row) => toShown(row, names.get(row.companyId) ?? ''))
  },
})

/** What the page of a vendor says of its bank details. */
registerErpVendorPayments(async (context, erpVendorIds) => {
  const details = await detailsOfVendors(context, erpVendorIds)
  return (
    details &&
    new Map(
      [...details].map(([erpVendorId, each]) => [
        erpVendorId,
        each.map(({ id, isConfirmed, isSharedByVendorCompany, createdBy, createdAt, paymentInformation: of }) => ({
          ...{ id, isConfirmed, isSharedByVendorCompany, createdBy, createdAt },
          ...{ accountHolderName: of.accountHolderName, bankAccountType: of.bankAccountType },
          ...{ lastFourAccountNumber: of.lastFourAccountNumber, routingNumber: of.routingNumber },
        })),
      ]),
    )
  )
})
