import { z } from 'zod'
import { email, id, limitedText, requiredText } from '../../shared/values.ts'
import {
  ACCOUNT_HOLDER_TYPES,
  type AccountHolderType,
  accountNumber,
  BANK_ACCOUNT_TYPES,
  type BankAccountType,
  MOST_PARTS,
  routingNumber,
  VENDOR_TYPES,
} from './values.ts'

/** What a vendor company says about itself (specification 2 §3, "Vendor portal entities"), and how it is entered. */

/** Missing, the last save wins. */
const version = z.number().int().min(1).optional()
const optionalEmail = z.union([z.literal(''), email], { error: 'Invalid email' })
/** A part that exists, by its id. What is missing stays. */
const changed = <S extends z.ZodRawShape>(shape: S) => z.object({ id, version, ...z.object(shape).partial().shape })

export const byId = z.object({ id })

export const vendorCompanyChange = z.object({
  name: requiredText(200).optional(),
  vendorType: z.enum(VENDOR_TYPES).optional(),
  version,
})

const addressFields = {
  address1: requiredText(300),
  address2: limitedText(300),
  city: requiredText(120),
  state: requiredText(120),
  postalCode: requiredText(40),
  country: requiredText(80),
}
export const newVendorCompanyAddress = z.object({ ...addressFields, address2: addressFields.address2.default('') })
export const vendorCompanyAddressChange = changed(addressFields)

const contactFields = {
  firstName: requiredText(100),
  lastName: limitedText(100),
  email,
  memo: limitedText(500),
}
export const newVendorCompanyContact = z.object({
  ...contactFields,
  lastName: contactFields.lastName.default(''),
  memo: contactFields.memo.default(''),
})
export const vendorCompanyContactChange = changed(contactFields)

const accountFields = {
  accountHolderName: requiredText(200),
  accountHolderType: z.enum(ACCOUNT_HOLDER_TYPES, { error: 'Required' }),
  routingNumber,
  bankAccountType: z.enum(BANK_ACCOUNT_TYPES),
  address1: limitedText(300),
  address2: limitedText(300),
  city: limitedText(120),
  state: limitedText(120),
  postalCode: limitedText(40),
  country: limitedText(80),
  remittanceEmail: optionalEmail,
  memo: limitedText(500),
  /** One of the company's addresses. Empty for none. */
  vendorCompanyAddressId: z.union([z.literal(''), id]),
}
export const newVendorCompanyPayment = z.object({
  ...accountFields,
  accountNumber,
  bankAccountType: accountFields.bankAccountType.default('CHECKING'),
  address1: accountFields.address1.default(''),
  address2: accountFields.address2.default(''),
  city: accountFields.city.default(''),
  state: accountFields.state.default(''),
  postalCode: accountFields.postalCode.default(''),
  country: accountFields.country.default(''),
  remittanceEmail: accountFields.remittanceEmail.default(''),
  memo: accountFields.memo.default(''),
  vendorCompanyAddressId: accountFields.vendorCompanyAddressId.default(''),
})
/** Without an account number the stored one stays, because it is never shown again. */
export const vendorCompanyPaymentChange = changed({
  ...accountFields,
  accountNumber: z.union([z.literal('').transform(() => undefined), accountNumber]),
})

export const newVendorCompanyMember = z.object({
  firstName: requiredText(100),
  lastName: limitedText(100).default(''),
  email,
})

const sharing = <K extends string>(key: K) =>
  z
    .array(z.object({ [key]: id, isShared: z.boolean() } as { [P in K]: typeof id } & { isShared: z.ZodBoolean }))
    .max(MOST_PARTS)
export const sharedPayment = z.object({
  companyId: id,
  paymentInformation: sharing('vendorCompanyPaymentInformationId'),
})
export const sharedContacts = z.object({ companyId: id, contacts: sharing('vendorCompanyContactId') })

export interface VendorCompanyAddress {
  id: string
  updatedAt: string
  version: number
  address1: string
  address2: string
  city: string
  state: string
  postalCode: string
  country: string
}

export interface VendorCompanyContact {
  id: string
  updatedAt: string
  version: number
  firstName: string
  lastName: string
  email: string
  memo: string
  /** With the customer that it is read for. */
  isShared: boolean
}

export interface BankAccount {
  id: string
  accountHolderName: string
  accountHolderType: AccountHolderType
  /** Masked. */
  accountNumber: string
  lastFourAccountNumber: string
  routingNumber: string
  bankAccountType: BankAccountType
  address1: string
  address2: string
  city: string
  state: string
  postalCode: string
  country: string
  remittanceEmail: string
}

export interface VendorCompanyPayment {
  id: string
  paymentInformationId: string
  memo: string
  isShared: boolean
  updatedAt: string
  /** When the holder, account or routing number last changed. */
  bankChangedAt: string
  version: number
  vendorCompanyAddress: VendorCompanyAddress | null
  paymentInformation: BankAccount
}

export interface VendorCompanyMember {
  id: string
  firstName: string
  lastName: string
  email: string
  /** False until they sign in for the first time. */
  hasJoined: boolean
}

/** A customer as its vendor sees it. */
export interface CustomerCompany {
  id: string
  name: string
  companyIntakeSubmissionCount: number
  companySubmittedSubmissionCount: number
  paymentInformation: VendorCompanyPayment[]
  contacts: VendorCompanyContact[]
}
