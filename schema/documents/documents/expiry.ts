import { daysBetween } from '../../shared/day-count.ts'

/** What vendors say of the documents that they give: what they are, and until when they are valid. */

export const DOCUMENT_KINDS = ['W_9', 'W_8', 'INSURANCE', 'SOC_2', 'OTHER'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const KIND_WORDS: Readonly<Record<DocumentKind, string>> = {
  W_9: 'W-9',
  W_8: 'W-8',
  INSURANCE: 'Insurance certificate',
  SOC_2: 'SOC 2 report',
  OTHER: 'Other document',
}

/** Whether a question asks until when its documents are valid. */
export const EXPIRY_RULES = ['NOT_ASKED', 'OPTIONAL', 'REQUIRED'] as const
export type ExpiryRule = (typeof EXPIRY_RULES)[number]

/** So many days before a document expires, its vendor is asked for a new one. */
export const ASK_DAYS = 30

export const DOCUMENT_STATES = ['VALID', 'EXPIRING', 'EXPIRED'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

/** A document is valid on its last day, too. Without a date it stays valid. */
export const stateOf = (expiresOn: string | null, today: string): DocumentState => {
  if (expiresOn === null) return 'VALID'
  if (expiresOn < today) return 'EXPIRED'
  return daysBetween(today, expiresOn) <= ASK_DAYS ? 'EXPIRING' : 'VALID'
}

/** "expires in 12 days", "expires today". */
export const daysLeftText = (expiresOn: string, today: string): string => {
  const days = daysBetween(today, expiresOn)
  if (days === 0) return 'expires today'
  return days === 1 ? 'expires tomorrow' : `expires in ${days} days`
}
