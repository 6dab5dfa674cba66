/** Vocabulary of vendors (specification 2 §9). */

export const PAYMENT_METHODS = [
  'ACH',
  'CASH',
  'CHECK',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'EFT',
  'OTHER',
  'UNKNOWN',
  'WIRE',
] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** ACTION_REQUIRED: active vendors without an owner or a payment method. */
export const VENDOR_FILTERS = ['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'] as const
export const VENDOR_SORT_FIELDS = ['name', 'createdAt', 'next12ServiceSpend', 'servicesCount'] as const

const SUFFIXES =
  'llc|inc|incorporated|ltd|limited|corp|corporation|co|company|gmbh|ag|kg|sa|sas|sarl|bv|nv|plc|pty|llp|lp|ab|as|oy|spa|srl|kk'
const SUFFIX = new RegExp(`[\\s]+(?:${SUFFIXES})$`)

/**
 * A vendor's name without leading numbers, punctuation and company suffixes such as LLC, Inc, Ltd (specification 3 §7):
 * "0042 Acme, Inc." is "acme". If nothing else is left, the name stays as it is.
 */
export const matchKeyOf = (name: string): string => {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/&/g, ' and ')
    .replace(/(?<=\p{L})\.(?=\p{L}\b)/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  let key = plain.replace(/^\d+\s+(?=\S)/, '')
  while (SUFFIX.test(key)) key = key.replace(SUFFIX, '')
  return key || plain || name.trim().toLowerCase()
}
