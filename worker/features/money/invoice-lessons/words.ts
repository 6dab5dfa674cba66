import type { ReadField } from '../../../../schema/documents/reading/labels/meanings.ts'
import { fieldOfKey, type LessonKind } from '../../../../schema/money/invoice-reading/lessons.ts'

const FIELDS: Record<ReadField, string> = {
  invoiceNumber: 'the invoice number',
  invoiceDate: 'the invoice date',
  dueDate: 'the due date',
  totalAmount: 'the total',
}

/** A lesson as the history says it. */
export const lessonText = ({ kind, key, value }: { kind: LessonKind; key: string; value: string }): string => {
  if (kind === 'LABEL') return `“${value}” stands before ${FIELDS[fieldOfKey(key) ?? 'invoiceNumber']}`
  if (kind === 'DATE_ORDER') return `dates have the ${value === 'DMY' ? 'day' : 'month'} first`
  if (kind === 'TAX_ID') return `the tax ID ${value} is theirs`
  return kind === 'SENDER' ? `${value} sends them` : `“${value}” is their name`
}
