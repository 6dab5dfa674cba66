/** Vocabulary of services (specification 2 §9). */

export const PAYMENT_FREQUENCIES = [
  'ANNUALLY',
  'BIANNUALLY',
  'BIWEEKLY',
  'MONTHLY',
  'ONE_TIME',
  'OTHER',
  'QUARTERLY',
  'WEEKLY',
] as const
export type PaymentFrequency = (typeof PAYMENT_FREQUENCIES)[number]
export const PAYMENT_FREQUENCY_WORDS: Record<PaymentFrequency, string> = {
  ANNUALLY: 'Annually',
  BIANNUALLY: 'Twice a year',
  BIWEEKLY: 'Every two weeks',
  MONTHLY: 'Monthly',
  ONE_TIME: 'One time',
  OTHER: 'Other',
  QUARTERLY: 'Quarterly',
  WEEKLY: 'Weekly',
}

export const PAYMENT_TERMS = ['DUE_UPON_RECEIPT', 'NET_10', 'NET_15', 'NET_30', 'NET_45', 'NET_60', 'UNKNOWN'] as const
export type PaymentTerm = (typeof PAYMENT_TERMS)[number]
export const PAYMENT_TERM_WORDS: Record<PaymentTerm, string> = {
  DUE_UPON_RECEIPT: 'Due upon receipt',
  NET_10: 'Net 10',
  NET_15: 'Net 15',
  NET_30: 'Net 30',
  NET_45: 'Net 45',
  NET_60: 'Net 60',
  UNKNOWN: 'Unknown',
}
