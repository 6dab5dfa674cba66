import { lessonsOf, SURE_NAME } from '../../../../schema/money/invoice-reading/interpret.ts'
import type { ReadField } from '../../../../schema/money/invoice-reading/labels.ts'
import {
  fieldOfKey,
  type LessonKind,
  labelLessonKey,
  lessonsOfVendor,
  MANY_VENDORS,
} from '../../../../schema/money/invoice-reading/lessons.ts'
import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import { commit } from '../../../core/commit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { registerBillFollower } from '../bills/index.ts'
import { type LessonRow, lessonsStatement } from './lessons.ts'
import { invoiceOf, invoiceStatements } from './recognize.ts'
import { lessonText } from './words.ts'

/** A bill that someone enters from an invoice teaches what was read wrong in it, for the vendor's next one. */

interface New {
  kind: LessonKind
  key: string
  value: string
}

registerBillFollower({
  name: 'invoice-lessons',
  entered: async (context: StaffContext, { id: billId, content }) => {
    const { db, actor, clock, newId } = context
    const { erpVendorId, invoiceId, currency } = content
    if (!invoiceId) return
    const [vendors, known, ...rest] = await db.batch([
      db.sql('SELECT name FROM erp_objects WHERE id = ?2 AND company_id = ?1', actor.companyId, erpVendorId),
      lessonsStatement(context, erpVendorId),
      ...invoiceStatements(context, invoiceId),
    ])
    const invoice = invoiceOf(rest)
    const vendorName = (vendors?.results[0] as { name: string } | undefined)?.name
    if (!invoice || vendorName === undefined) return
    const rows = (known?.results ?? []) as unknown as LessonRow[]
    const lessons = lessonsOfVendor(rows.map((row) => ({ ...row, field: fieldOfKey(row.key) })))
    const { values, ownNames, seen, sender } = invoice
    const taught = lessonsOf(values, { ownNames, currency, lessons }, content)
    const [name] = seen.names
    const isOtherName =
      name && name.sureness >= SURE_NAME && name.value.trim().toLowerCase() !== vendorName.trim().toLowerCase()
    const learned: New[] = [
      ...(isOtherName ? [{ kind: 'NAME' as const, key: matchKeyOf(name.value), value: name.value }] : []),
      ...seen.taxIds.slice(0, 1).map(({ value }) => ({ kind: 'TAX_ID' as const, key: value, value })),
      ...(sender ? [{ kind: 'SENDER' as const, key: sender, value: sender }] : []),
      ...(Object.entries(taught.labels) as [ReadField, string][]).map(([field, label]) => ({
        ...{ kind: 'LABEL' as const, key: labelLessonKey(erpVendorId, field), value: label },
      })),
      ...(taught.dateOrder ? [{ kind: 'DATE_ORDER' as const, key: erpVendorId, value: taught.dateOrder }] : []),
    ]
    const isKnown = (one: New): boolean =>
      rows.some(
        ({ kind, key, value }) => kind === one.kind && key === one.key && [one.value, MANY_VENDORS].includes(value),
      )
    const added = learned.filter((one) => !isKnown(one))
    if (added.length === 0) return
    await commit(context, {
      subject: 'The lessons',
      statements: [
        db.sql(
          `INSERT INTO invoice_lessons (id, company_id, erp_vendor_id, kind, key, value, bill_id, learned_at)
           SELECT value ->> 'id', ?1, ?2, value ->> 'kind', value ->> 'key', value ->> 'value', ?3, ?4
             FROM json_each(?5) WHERE 1
           ON CONFLICT (company_id, kind, key) DO UPDATE SET
             value = iif(kind = 'SENDER' AND erp_vendor_id <> excluded.erp_vendor_id, '${MANY_VENDORS}', excluded.value),
             erp_vendor_id = excluded.erp_vendor_id, bill_id = excluded.bill_id, learned_at = excluded.learned_at`,
          ...[actor.companyId, erpVendorId, billId, clock.now()],
          JSON.stringify(added.map((one) => ({ ...one, id: newId() }))),
        ),
      ],
      audit: [
        {
          changeKey: `invoice-lessons:${newId()}`,
          action: 'invoice-lesson.learned',
          targetType: 'BILL',
          targetId: billId,
          message: `Learned about invoices of ${vendorName}: ${added.map(lessonText).join('; ')}`,
          changeData: { lessons: added },
        },
      ],
      result: null,
    })
  },
})
