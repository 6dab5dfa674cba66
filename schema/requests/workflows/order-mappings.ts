import { ORDER_FIELDS, type OrderField, type PurchaseOrderSettings } from '../../approvals/workflows/definition.ts'
import type { Question, QuestionType } from '../forms/form.ts'
import { typeLabel } from '../forms/form-rules.ts'

/** NETSUITE_PURCHASE_ORDER: which question fills in which field of the order (specification 2 §3). */

export const ORDER_FIELD_LABELS: Record<OrderField, string> = {
  vendor: 'Vendor',
  amount: 'Amount',
  description: 'Line description',
  memo: 'Memo',
  transactionDate: 'Order date',
  account: 'Account, by spend category',
  entity: 'Entity',
  department: 'Department',
  classification: 'Class, by business unit',
  location: 'Location',
}

const FITTING: Record<OrderField, QuestionType[]> = {
  vendor: ['VENDOR_SELECT'],
  amount: ['REQUEST_AMOUNT', 'MONEY'],
  description: ['TEXT', 'REQUEST_TITLE'],
  memo: ['TEXT', 'REQUEST_TITLE'],
  transactionDate: ['DATE', 'START_DATE', 'END_DATE', 'DUE_DATE'],
  account: ['SPEND_CATEGORY_SELECT'],
  entity: ['ENTITY_SELECT'],
  department: ['DEPARTMENT_SELECT'],
  classification: ['BUSINESS_UNIT_SELECT'],
  location: ['LOCATION_SELECT'],
}

/** Whether answers of this question type fit the field. */
export const fitsOrderField = (field: OrderField, type: QuestionType): boolean => FITTING[field].includes(type)

/** Why the mappings can't be saved: a question is missing, or its answers don't fit. */
export const orderMappingProblem = (
  { mappings }: PurchaseOrderSettings,
  questions: ReadonlyMap<string, Question>,
): string | null => {
  for (const field of ORDER_FIELDS) {
    const questionId = mappings[field]
    if (questionId === undefined) continue
    const question = questions.get(questionId)
    const label = ORDER_FIELD_LABELS[field]
    if (!question) return `The question that fills “${label}” is no longer in the form. Choose another one`
    if (!fitsOrderField(field, question.type))
      return `“${question.label}” (${typeLabel(question.type)}) cannot fill “${label}”`
  }
  return null
}
