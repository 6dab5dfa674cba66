import type { DocumentPredictions } from '../../../../../schema/documents/reading/readings.ts'
import { type Mark, placeOf } from '../../../documents/documents/index.ts'
import type { Found, FoundInvoice } from '../found-values.ts'

/** The field of the form that a value of the invoice goes into, which is also the name of its mark. */
export const FIELD_OF_VALUE = {
  vendorName: 'erpVendorId',
  invoiceNumber: 'invoiceNumber',
  invoiceDate: 'invoiceDate',
  dueDate: 'dueDate',
  total: 'totalAmount',
  isCredit: 'isCredit',
} as const
type Value = keyof typeof FIELD_OF_VALUE

const LABELS: Record<Value, string> = {
  vendorName: 'Vendor',
  invoiceNumber: 'Invoice number',
  invoiceDate: 'Invoice date',
  dueDate: 'Due date',
  total: 'Total',
  isCredit: 'Credit note',
}

/** What was read in an invoice, where it is written. */
export const marksOf = (read: DocumentPredictions, found: FoundInvoice): Mark[] => {
  const markOf = (id: string, label: string, { entity }: Found<unknown>): Mark => {
    const { page, boxes } = placeOf(read, entity)
    return { id, label, text: entity.mentionText, page, boxes }
  }
  const values = (Object.keys(FIELD_OF_VALUE) as Value[]).flatMap((value) => {
    const one = found[value]
    return one ? [markOf(FIELD_OF_VALUE[value], LABELS[value], one)] : []
  })
  return [...values, ...found.lines.map((line, at) => markOf(`lines.${at}`, `Line ${at + 1}`, line))]
}

/** The mark of a field, which may be a cell of a line. */
export const markOfField = (path: string): string => /^lines\.\d+/.exec(path)?.[0] ?? path

/** The field that a mark leads to. */
export const fieldOfMark = (mark: string): string => (mark.startsWith('lines.') ? `${mark}.amount` : mark)
