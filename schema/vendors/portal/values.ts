import { z } from 'zod'

/** What a vendor company is (specification 1 §3; decisions, "COMPANY and BUSINESS"). */
export const VENDOR_TYPES = ['BUSINESS', 'INDIVIDUAL'] as const
export type VendorType = (typeof VENDOR_TYPES)[number]
export const VENDOR_TYPE_WORDS: Record<VendorType, string> = { BUSINESS: 'Business', INDIVIDUAL: 'Individual' }

/** Who holds a bank account. */
export const ACCOUNT_HOLDER_TYPES = ['COMPANY', 'INDIVIDUAL'] as const
export type AccountHolderType = (typeof ACCOUNT_HOLDER_TYPES)[number]
export const ACCOUNT_HOLDER_WORDS: Record<AccountHolderType, string> = { COMPANY: 'Company', INDIVIDUAL: 'Individual' }

export const BANK_ACCOUNT_TYPES = ['CHECKING', 'SAVINGS'] as const
export type BankAccountType = (typeof BANK_ACCOUNT_TYPES)[number]
export const BANK_ACCOUNT_WORDS: Record<BankAccountType, string> = { CHECKING: 'Checking', SAVINGS: 'Savings' }

export const INVITATION_STATUSES = ['PENDING', 'ACCEPTED', 'REJECTED', 'CANCELLED'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]
/** A pending invitation works for this long after it was last sent. */
export const INVITATION_DAYS = 14

/** What a vendor company can share with a customer. */
export const SHARE_KINDS = ['CONTACT', 'PAYMENT_INFORMATION'] as const
export type ShareKind = (typeof SHARE_KINDS)[number]

/** How many of each a vendor company can have, so that none of them needs pages. */
export const MOST_PARTS = 100
export const MOST_MEMBERS = 200

const WEIGHTS = [3, 7, 1]

/** Whether an ABA routing number has nine digits and the right check digit. */
export const isRoutingNumber = (number: string): boolean =>
  /^\d{9}$/.test(number) &&
  number !== '000000000' &&
  [...number].reduce((sum, digit, i) => sum + Number(digit) * (WEIGHTS[i % 3] ?? 0), 0) % 10 === 0

/** Digits with the spaces and dashes that people write between them. */
const digits = (text: string): string => text.replaceAll(/[\s-]/g, '')

export const routingNumber = z
  .string()
  .max(40)
  .transform(digits)
  .refine(isRoutingNumber, {
    error: ({ input }) => (input === '' ? 'Required' : 'Enter the nine-digit routing number of a US bank'),
  })

const FEWEST_DIGITS = 4
const MOST_DIGITS = 17
export const accountNumber = z
  .string()
  .max(60)
  .transform(digits)
  .refine((number) => new RegExp(`^\\d{${FEWEST_DIGITS},${MOST_DIGITS}}$`).test(number), {
    error: ({ input }) =>
      input === '' ? 'Required' : `Enter the account number: ${FEWEST_DIGITS} to ${MOST_DIGITS} digits`,
  })

/** "••••6789": all that is ever shown of an account number. */
export const maskedAccount = (lastFour: string): string => `••••${lastFour}`
