import { z } from 'zod'
import { READ_FIELDS, type ReadField } from '../../documents/reading/labels/meanings.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, named } from '../../shared/values.ts'
import { DATE_ORDERS } from '../../shared/written/dates.ts'
import type { Lessons } from './seen.ts'

/** What invoices taught, for the screens that show and forget it. */

/**
 * NAME, TAX_ID, SENDER: which vendor they mean. LABEL: what stands before a value. DATE_ORDER: whether the day or the
 * month comes first.
 */
export const LESSON_KINDS = ['NAME', 'TAX_ID', 'SENDER', 'LABEL', 'DATE_ORDER'] as const
export type LessonKind = (typeof LESSON_KINDS)[number]

/** The value of a sender's lesson once bills of several vendors came from there. It means none of them. */
export const MANY_VENDORS = 'MANY'

const lesson = z.object({
  id: z.string(),
  kind: z.enum(LESSON_KINDS),
  /** For a label. */
  field: z.enum(READ_FIELDS).nullable(),
  value: z.string(),
  bill: z.object({ id: z.string(), invoiceNumber: z.string() }).nullable(),
  learnedAt: instant,
})
export type Lesson = z.infer<typeof lesson>

export const listLessons = endpoint({
  id: 'payments.list-invoice-lessons',
  method: 'GET',
  path: '/api/payments/invoice-lessons/{erpVendorId}',
  summary: 'What earlier bills of a vendor taught about its invoices, newest first',
  params: z.object({ erpVendorId: id }),
  response: z.array(lesson),
})

export const forgetLesson = endpoint({
  id: 'payments.forget-invoice-lesson',
  method: 'DELETE',
  path: '/api/payments/invoice-lessons/{lessonId}',
  summary: 'Forget something that was learned from a bill',
  params: z.object({ lessonId: id }),
  response: z.null(),
})

/** How a vendor was recognized: by who sent it in the portal, or by what stands on it. */
export const RECOGNIZED_BY = ['PORTAL', 'TAX_ID', 'LEARNED_NAME', 'NAME', 'SENDER'] as const

export const recognizeVendor = endpoint({
  id: 'payments.recognize-invoice-vendor',
  method: 'GET',
  path: '/api/payments/invoices/{invoiceId}/vendor',
  summary: 'The vendor of an invoice, by what stands on it and what was learned',
  params: z.object({ invoiceId: id }),
  response: z.object({
    erpVendor: named.nullable(),
    by: z.enum(RECOGNIZED_BY).nullable(),
    /** The names that the invoice is addressed to: the company’s and its entities’. */
    ownNames: z.array(z.string()),
  }),
})

export const labelLessonKey = (erpVendorId: string, field: ReadField): string => `${erpVendorId}.${field}`
export const fieldOfKey = (key: string): ReadField | null =>
  READ_FIELDS.find((field) => key.endsWith(`.${field}`)) ?? null

/** @param rows its own first, newest first: the first one about something holds */
export const lessonsOfVendor = (rows: readonly Pick<Lesson, 'kind' | 'field' | 'value'>[]): Lessons => ({
  labels: Object.fromEntries(
    rows.toReversed().flatMap(({ kind, field, value }) => (kind === 'LABEL' && field ? [[field, value]] : [])),
  ),
  dateOrder:
    rows.flatMap(({ kind, value }) => (kind === 'DATE_ORDER' ? DATE_ORDERS.filter((one) => one === value) : []))[0] ??
    null,
})
