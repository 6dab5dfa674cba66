import type { BillContent } from '../../../../schema/money/bills/content.ts'
import type { SimilarBill } from '../../../../schema/money/bills/endpoints.ts'
import { DUPLICATE_DAYS, invoiceKey, invoiceKeys } from '../../../../schema/money/bills/values.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'

/**
 * Bills that may be one. The same number of a vendor blocks, and an admin may let it through with a reason. The same
 * amount within days, and the same file, only warn.
 */

/** As many of each are shown. */
const MOST_SIMILAR = 5

interface Row {
  id: string
  invoiceNumber: string
  invoiceDate: string
  value: number
  currency: Currency
  status: SimilarBill['status']
  reason: SimilarBill['reason']
}

const COLUMNS = `s.id, s.invoice_number AS invoiceNumber, s.invoice_date AS invoiceDate, s.total_minor AS value, s.currency,
  s.shown_status AS status`

type Compared = Pick<
  BillContent,
  'erpVendorId' | 'invoiceNumber' | 'totalAmount' | 'currency' | 'invoiceDate' | 'isCredit'
>

type Numbered = Pick<BillContent, 'erpVendorId' | 'invoiceNumber'>

/** @param sha256 of the invoice's file, if it has one */
export const similarStatement = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  billId: string,
  { erpVendorId, invoiceNumber, totalAmount, currency, invoiceDate, isCredit }: Compared,
  sha256: string | null,
): D1PreparedStatement => {
  const [key, former] = invoiceKeys(invoiceNumber)
  return db.sql(
    `SELECT * FROM (SELECT ${COLUMNS}, 'NUMBER' AS reason FROM bills s INDEXED BY bills_number
        WHERE s.company_id = ?1 AND s.erp_vendor_id = ?3 AND s.invoice_key IN (?4, ?11) AND s.deleted_at IS NULL AND s.id <> ?2
        LIMIT ${MOST_SIMILAR})
     UNION ALL
     SELECT * FROM (SELECT ${COLUMNS}, 'AMOUNT' FROM bills s INDEXED BY bills_amount_of_vendor
        WHERE s.company_id = ?1 AND s.erp_vendor_id = ?3 AND s.total_minor = ?5 AND s.invoice_date BETWEEN ?6 AND ?7
          AND s.currency = ?8 AND s.is_credit = ?9 AND s.invoice_key <> ?4 AND s.deleted_at IS NULL AND s.id <> ?2
        ORDER BY s.invoice_date DESC LIMIT ${MOST_SIMILAR})
     UNION ALL
     SELECT * FROM (SELECT ${COLUMNS}, 'FILE' FROM documents d INDEXED BY documents_sha256
        CROSS JOIN invoices i ON i.company_id = d.company_id AND i.document_id = d.id
        CROSS JOIN bills s INDEXED BY bills_invoice ON s.company_id = i.company_id AND s.invoice_id = i.id
        WHERE d.company_id = ?1 AND d.sha256 = ?10 AND s.deleted_at IS NULL AND s.id <> ?2 LIMIT ${MOST_SIMILAR})`,
    ...[actor.companyId, billId, erpVendorId, key, totalAmount],
    ...[
      addDays(invoiceDate, -DUPLICATE_DAYS),
      addDays(invoiceDate, DUPLICATE_DAYS),
      currency,
      isCredit ? 1 : 0,
      sha256,
      former,
    ],
  )
}

/** Each bill once, with the strongest reason. Those that only had the same key before aren't of the number. */
export const similarOf = (rows: readonly Record<string, unknown>[], invoiceNumber: string): SimilarBill[] => {
  const key = invoiceKey(invoiceNumber)
  const found = new Map<string, SimilarBill>()
  for (const { value, currency, ...row } of rows as unknown as Row[]) {
    if (row.reason === 'NUMBER' && invoiceKey(row.invoiceNumber) !== key) continue
    if (!found.has(row.id)) found.set(row.id, { ...row, totalAmount: { value, currency } })
  }
  return [...found.values()]
}

/** The bill that has the number already. */
export const sameNumber = (similar: readonly SimilarBill[]): SimilarBill | undefined =>
  similar.find(({ reason }) => reason === 'NUMBER')

/** The first one keeps its number when an admin let a second one through. */
export const keepsNumber = (before: Numbered | null, after: Numbered): boolean =>
  before !== null &&
  before.erpVendorId === after.erpVendorId &&
  invoiceKey(before.invoiceNumber) === invoiceKey(after.invoiceNumber)

/** 409 with the other bill, and the message beside the number. */
export const isDuplicate = (other: SimilarBill | undefined, vendorName: string): AppError => {
  const message = `There is a bill of ${vendorName} with this invoice number already`
  return new AppError('CONFLICT', `${message}.`, {
    reason: 'DUPLICATE_BILL',
    fields: { invoiceNumber: message },
    details: { bill: other ?? null },
  })
}

/** A reservation whose bill was never entered ends after this. */
const RESERVED_MS = 60_000

/** Takes a vendor's number for a bill, before it is entered. Changes one row, or none if another bill has it. */
export const reserveStatement = (
  { db, actor, clock }: Pick<StaffContext, 'db' | 'actor' | 'clock'>,
  billId: string,
  { erpVendorId, invoiceNumber }: Pick<BillContent, 'erpVendorId' | 'invoiceNumber'>,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO bill_numbers (company_id, erp_vendor_id, invoice_key, bill_id, reserved_at) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT (company_id, erp_vendor_id, invoice_key) DO UPDATE
        SET bill_id = excluded.bill_id, reserved_at = excluded.reserved_at
      WHERE bill_numbers.bill_id = excluded.bill_id OR (bill_numbers.reserved_at < ?6 AND NOT EXISTS (
        SELECT 1 FROM bills b WHERE b.id = bill_numbers.bill_id AND b.deleted_at IS NULL
           AND b.erp_vendor_id = ?2 AND b.invoice_key = ?3))`,
    ...[actor.companyId, erpVendorId, invoiceKey(invoiceNumber), billId, clock.now(), clock.now() - RESERVED_MS],
  )

/** Gives the number back if the bill isn't entered after all. */
export const releaseStatement = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  billId: string,
): D1PreparedStatement =>
  db.sql(
    `DELETE FROM bill_numbers INDEXED BY bill_numbers_bill WHERE company_id = ?1 AND bill_id = ?2 AND NOT EXISTS (
       SELECT 1 FROM bills b WHERE b.id = ?2 AND b.erp_vendor_id = bill_numbers.erp_vendor_id
          AND b.invoice_key = bill_numbers.invoice_key)`,
    actor.companyId,
    billId,
  )

/** Whether another bill has taken the number. */
export const isReserved = async (
  { db, actor }: StaffContext,
  billId: string,
  { erpVendorId, invoiceNumber }: Pick<BillContent, 'erpVendorId' | 'invoiceNumber'>,
): Promise<boolean> =>
  (await db.first(
    db.sql(
      'SELECT 1 AS one FROM bill_numbers WHERE company_id = ?1 AND erp_vendor_id = ?2 AND invoice_key = ?3 AND bill_id <> ?4',
      ...[actor.companyId, erpVendorId, invoiceKey(invoiceNumber), billId],
    ),
  )) !== null

/** An admin's reason for a second bill with the number. The one that was given stays while it is the same bill. */
export const allowanceOf = (
  { actor }: StaffContext,
  billId: string,
  { duplicateReason }: { duplicateReason?: string | null | undefined },
  before: BillContent | null,
): BillContent['duplicateAllowed'] => {
  if (before?.duplicateAllowed?.billId === billId && !duplicateReason) return before.duplicateAllowed
  if (!duplicateReason) return null
  if (!actor.policy.flags.hasAdminAccess)
    throw invalidField('duplicateReason', 'Only an admin can enter a second bill with an invoice number')
  return { billId, reason: duplicateReason, by: { userId: actor.userId, name: actor.name } }
}
