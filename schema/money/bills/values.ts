import { z } from 'zod'

/** Bills (specification 3 §3 and §4): their states, and limits of what is entered. */

export const BILL_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'PAID', 'WITHDRAWN'] as const
export const billStatus = z.enum(BILL_STATUSES)
export type BillStatus = (typeof BILL_STATUSES)[number]

export const BILL_STATUS_WORDS: Record<BillStatus, string> = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  PAID: 'Paid',
  WITHDRAWN: 'Withdrawn',
}

/** The largest amount with which the sums of a whole company are still exact. */
export const MOST_MINOR = 100_000_000_000_000
export const MOST_LINES = 200
/** An expense that is spread over more is a mistake. */
export const MOST_AMORTIZED_YEARS = 20
/** Two bills of one vendor with the same amount are suspicious if their dates are within this. */
export const DUPLICATE_DAYS = 14

const DIGIT = /\p{N}/u

/** Letters and digits. Of what stands between two groups of digits, one sign is left; a space isn't one. */
const plainOf = (number: string): string => {
  const text = number.normalize('NFKC').toUpperCase()
  return text.replace(/[^\p{L}\p{N}]+/gu, (between, at: number) => {
    const divides = DIGIT.test(text.charAt(at - 1)) && DIGIT.test(text.charAt(at + between.length))
    return divides && between.trim() !== '' ? '-' : ''
  })
}

const keyOf = (plain: string, number: string): string => {
  const bare = plain.replace(/^(?:INVOICE|INV|RE|NO|NR)(?=\d)/u, '')
  return bare.replace(/(?<!\d)0+(?=\d)/gu, '') || plain || number.trim()
}

/**
 * An invoice number as it is compared: "INV-0042", "inv 42" and "42" of one vendor are one invoice, because people and
 * scanners write prefixes, zeros and separators differently. "2026-1-12" and "2026-11-2" are two: groups of digits count.
 */
export const invoiceKey = (number: string): string => keyOf(plainOf(number), number)

/** The key, and that under which bills of before have it, when groups of digits didn't count. */
export const invoiceKeys = (number: string): readonly [key: string, former: string] => {
  const plain = plainOf(number)
  return [keyOf(plain, number), keyOf(plain.replaceAll('-', ''), number)]
}

/** Where bills without a due date are sorted: after all others. */
export const NO_DUE_DATE = '9999-12-31'
