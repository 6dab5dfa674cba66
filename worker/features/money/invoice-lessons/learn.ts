import type { ReadField } from '../../../../schema/documents/reading/labels/meanings.ts'
import type { BillContent } from '../../../../schema/money/bills/content.ts'
import {
  fieldOfKey,
  type LessonKind,
  labelLessonKey,
  lessonsOfVendor,
  MANY_VENDORS,
} from '../../../../schema/money/invoice-reading/lessons.ts'
import { SURE_NAME } from '../../../../schema/money/invoice-reading/names.ts'
import { lessonsOf } from '../../../../schema/money/invoice-reading/teach.ts'
import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { registerBillFollower } from '../bills/index.ts'
import { type LessonRow, lessonsStatement } from './lessons.ts'
import { invoiceOf, invoiceStatements, type ReadInvoice } from './recognize.ts'
import { lessonText } from './words.ts'

/** A bill that someone enters from an invoice teaches what was read wrong in it, for the vendor's next one. */

interface New {
  kind: LessonKind
  key: string
  value: string
}

const learnedFrom = (
  { values, ownNames, seen, sender }: ReadInvoice,
  content: BillContent,
  vendorName: string,
  rows: readonly LessonRow[],
): New[] => {
  const { erpVendorId, currency } = content
  const lessons = lessonsOfVendor(rows.map((row) => ({ ...row, field: fieldOfKey(row.key) })))
  const taught = lessonsOf(values, { ownNames, currency, lessons }, content)
  const [name] = seen.names
  const isOtherName =
    name && name.sureness >= SURE_NAME && name.value.trim().toLowerCase() !== vendorName.trim().toLowerCase()
  return [
    ...(isOtherName ? [{ kind: 'NAME' as const, key: matchKeyOf(name.value), value: name.value }] : []),
    ...seen.taxIds.slice(0, 1).map(({ value }) => ({ kind: 'TAX_ID' as const, key: value, value })),
    ...(sender ? [{ kind: 'SENDER' as const, key: sender, value: sender }] : []),
    ...(Object.entries(taught.labels) as [ReadField, string][]).map(([field, label]) => ({
      ...{ kind: 'LABEL' as const, key: labelLessonKey(erpVendorId, field), value: label },
    })),
    ...(taught.dateOrder ? [{ kind: 'DATE_ORDER' as const, key: erpVendorId, value: taught.dateOrder }] : []),
  ]
}

/** Whether the vendor that a lesson was about is the one that it is about now: they were merged. */
const IS_SAME_VENDOR = `EXISTS (SELECT 1 FROM erp_objects x CROSS JOIN erp_objects y ON y.id = excluded.erp_vendor_id
  WHERE x.id = invoice_lessons.erp_vendor_id AND x.company_id = excluded.company_id AND x.vendor_id = y.vendor_id)`

const learnStatement = (
  { db, actor, clock, newId }: StaffContext,
  billId: string,
  erpVendorId: string,
  added: readonly New[],
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO invoice_lessons (id, company_id, erp_vendor_id, kind, key, value, bill_id, learned_at)
     SELECT value ->> 'id', ?1, ?2, value ->> 'kind', value ->> 'key', value ->> 'value', ?3, ?4
       FROM json_each(?5) WHERE 1
     ON CONFLICT (company_id, kind, key) DO UPDATE SET
       value = iif(kind = 'SENDER' AND erp_vendor_id <> excluded.erp_vendor_id AND NOT ${IS_SAME_VENDOR},
         '${MANY_VENDORS}', excluded.value),
       erp_vendor_id = excluded.erp_vendor_id, bill_id = excluded.bill_id, learned_at = excluded.learned_at`,
    ...[actor.companyId, erpVendorId, billId, clock.now()],
    JSON.stringify(added.map((one) => ({ ...one, id: newId() }))),
  )

const NOTHING = { statements: [], audit: [] }

registerBillFollower({
  name: 'invoice-lessons',
  entered: {
    reads: (context, { content: { erpVendorId, invoiceId } }) =>
      invoiceId ? [lessonsStatement(context, erpVendorId), ...invoiceStatements(context, invoiceId)] : [],
    writes: (context, { id: billId, content, vendorName }, [known, ...rest]) => {
      const invoice = invoiceOf(rest)
      if (!invoice) return NOTHING
      const { erpVendorId } = content
      const rows = (known?.results ?? []) as unknown as LessonRow[]
      const isKnown = (one: New): boolean =>
        rows.some(
          (row) =>
            [row.kind === one.kind, row.key === one.key, row.erpVendorId === erpVendorId].every(Boolean) &&
            [one.value, MANY_VENDORS].includes(row.value),
        )
      const added = learnedFrom(invoice, content, vendorName, rows).filter((one) => !isKnown(one))
      if (added.length === 0) return NOTHING
      return {
        statements: [learnStatement(context, billId, erpVendorId, added)],
        audit: [
          {
            changeKey: `invoice-lessons:${context.newId()}`,
            action: 'invoice-lesson.learned',
            targetType: 'BILL',
            targetId: billId,
            message: `Learned about invoices of ${vendorName}: ${added.map(lessonText).join('; ')}`,
            changeData: { lessons: added },
          },
        ],
      }
    },
    release: ({ db, actor }, billId) => [
      db.sql(
        `DELETE FROM invoice_lessons WHERE company_id = ?1 AND bill_id = ?2
            AND NOT EXISTS (SELECT 1 FROM bills b WHERE b.id = ?2)`,
        ...[actor.companyId, billId],
      ),
    ],
  },
})
