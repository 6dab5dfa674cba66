import * as endpoints from '../../../../schema/money/invoice-reading/lessons.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { lessonText } from './words.ts'

/** What was learned about a vendor's invoices. */

export interface LessonRow {
  id: string
  kind: endpoints.LessonKind
  key: string
  value: string
  erpVendorId: string
}

const MOST_SHOWN = 50

/**
 * Also what bills of its other records in the accounting system taught: it may have taken their place there, or vendors
 * were merged here. Its own come first.
 */
export const lessonsStatement = ({ db, actor }: StaffContext, erpVendorId: string): D1PreparedStatement =>
  db.sql(
    `SELECT l.id, l.kind, l.key, l.value, l.erp_vendor_id AS erpVendorId, l.bill_id AS billId, l.learned_at AS learnedAt,
            (SELECT b.invoice_number FROM bills b WHERE b.id = l.bill_id AND b.deleted_at IS NULL) AS invoiceNumber
       FROM invoice_lessons l WHERE l.company_id = ?1 AND l.erp_vendor_id IN (SELECT ?2 UNION
         SELECT o.id FROM erp_objects t CROSS JOIN erp_objects o INDEXED BY erp_objects_vendor
             ON o.company_id = ?1 AND o.vendor_id = t.vendor_id AND o.kind = 'VENDOR'
          WHERE t.id = ?2 AND t.company_id = ?1)
      ORDER BY l.erp_vendor_id = ?2 DESC, l.learned_at DESC LIMIT ${MOST_SHOWN}`,
    ...[actor.companyId, erpVendorId],
  )

type Shown = LessonRow & { billId: string; learnedAt: number; invoiceNumber: string | null }

export const listLessons = query({
  id: 'payments.list-invoice-lessons',
  access: 'payments.use',
  input: inputOf(endpoints.listLessons),
  run: async (context, { erpVendorId }): Promise<endpoints.Lesson[]> => {
    const rows = await context.db.all<Shown>(lessonsStatement(context, erpVendorId))
    return rows
      .filter(({ value }) => value !== endpoints.MANY_VENDORS)
      .map(({ id, kind, key, value, billId, invoiceNumber, learnedAt }) => ({
        ...{ id, kind, value, field: kind === 'LABEL' ? endpoints.fieldOfKey(key) : null },
        bill: invoiceNumber === null ? null : { id: billId, invoiceNumber },
        learnedAt: new Date(learnedAt).toISOString(),
      }))
  },
})

export const forgetLesson = command({
  id: 'payments.forget-invoice-lesson',
  access: 'payments.use',
  input: inputOf(endpoints.forgetLesson),
  run: async (context, { lessonId }) => {
    const { db, actor } = context
    const found = await db.first<LessonRow & { vendorName: string }>(
      db.sql(
        `SELECT l.id, l.kind, l.key, l.value, l.erp_vendor_id AS erpVendorId, coalesce(o.name, 'a removed vendor') AS vendorName
           FROM invoice_lessons l LEFT JOIN erp_objects o ON o.id = l.erp_vendor_id AND o.company_id = l.company_id
          WHERE l.id = ?2 AND l.company_id = ?1`,
        ...[actor.companyId, lessonId],
      ),
    )
    if (!found) throw notFound('The lesson')
    return commit(context, {
      subject: 'The lesson',
      statements: [
        db.sql('DELETE FROM invoice_lessons WHERE id = ?2 AND company_id = ?1', actor.companyId, lessonId),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `invoice-lesson:${lessonId}:forgotten`,
          action: 'invoice-lesson.forgotten',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: `Forgot about invoices of ${found.vendorName}: ${lessonText(found)}`,
          changeData: { before: { kind: found.kind, value: found.value, erpVendorId: found.erpVendorId } },
        },
      ],
      result: null,
    })
  },
})
