import { z } from 'zod'
import { CUT_TAX_ID, isWholeTaxId } from '../../shared/tax-ids.ts'
import { email, id, limitedText, requiredText } from '../../shared/values.ts'

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
export const PAYMENT_METHOD_WORDS: Record<PaymentMethod, string> = {
  ACH: 'ACH',
  CASH: 'Cash',
  CHECK: 'Check',
  CREDIT_CARD: 'Credit card',
  DEBIT_CARD: 'Debit card',
  EFT: 'EFT',
  OTHER: 'Other',
  UNKNOWN: 'Unknown',
  WIRE: 'Wire',
}

const optionalEmail = z.union([z.literal(''), email], { error: 'Invalid email' })

/** A contact of the vendor. */
export const contact = z.object({
  firstName: limitedText(120).default(''),
  lastName: limitedText(120).default(''),
  email: optionalEmail.default(''),
  phone: limitedText(60).default(''),
  memo: limitedText(500).default(''),
})
export type Contact = z.output<typeof contact>
export const storedContact = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  memo: z.string(),
})

/** Those of its parts that are known. */
export const contactText = (contact: Contact, ...parts: ('email' | 'phone' | 'memo')[]): string =>
  [`${contact.firstName} ${contact.lastName}`.trim(), ...parts.map((part) => contact[part])].filter(Boolean).join(', ')

export const contactName = (contact: Contact): string => contactText(contact) || contact.email

export const isEmptyContact = (contact: Contact): boolean => Object.values(contact).every((part) => part === '')

export const enteredTaxId = z.object({
  id: id.optional(),
  taxPayerIdentificationNumber: requiredText(60).refine(isWholeTaxId, CUT_TAX_ID),
})
export const taxpayerId = z.object({ id: z.string(), taxPayerIdentificationNumber: z.string() })
export type TaxpayerId = z.infer<typeof taxpayerId>

/** Those by which the list is grouped. */
export const VENDOR_GROUPS = [
  'owners',
  'vendorCategories',
  'connectedDepartments',
  'paymentMethod',
  'createdAt',
] as const
export const VENDOR_SORT_FIELDS = [
  ...(['name', 'next12ServiceSpend', 'last12Spend', 'servicesCount'] as const),
  ...VENDOR_GROUPS,
] as const
