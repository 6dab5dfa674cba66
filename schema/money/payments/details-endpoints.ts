import { z } from 'zod'
import { waits } from '../../platform/guarded/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, named } from '../../shared/values.ts'
import { ACCOUNT_HOLDER_TYPES, BANK_ACCOUNT_TYPES } from '../../vendors/portal/values.ts'
import { bankDetails, DETAILS_STATES } from './details-values.ts'

/** Bank details of accounting vendors, and who confirms them (specification 3 §3, §6 and §7.3). */

const answered = z.object({ id: z.string() })
const ofVendor = z.object({ erpVendorId: id })

export const vendorPaymentInformation = z.object({
  id: z.string(),
  paymentInformationId: z.string(),
  erpVendor: named,
  status: z.enum(DETAILS_STATES),
  isConfirmed: z.boolean(),
  /** They replace confirmed ones, so two people confirm them, and they are held until then. */
  isQuarantined: z.boolean(),
  heldUntil: instant.nullable(),
  confirmationsNeeded: z.number(),
  confirmedBy: z.array(z.string()),
  createdBy: named,
  createdAt: instant,
  updatedAt: instant,
  confirmedAt: instant.nullable(),
  isSharedByVendorCompany: z.boolean(),
  /** Why the person can't confirm or reject them. Null if they can, or if they don't wait. */
  decisionFault: z.string().nullable(),
  /** Who can, in words, while they wait and this person can't. */
  confirmableBy: z.string().nullable(),
  canDecide: z.boolean(),
  /** Deleting what payments wait for decides on it. */
  canDelete: z.boolean(),
  paymentInformation: z.object({
    id: z.string(),
    accountHolderName: z.string(),
    accountHolderType: z.enum(ACCOUNT_HOLDER_TYPES),
    /** Masked. */
    accountNumber: z.string(),
    lastFourAccountNumber: z.string(),
    routingNumber: z.string(),
    bankAccountType: z.enum(BANK_ACCOUNT_TYPES),
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    country: z.string(),
    remittanceEmail: z.string(),
  }),
})
export type VendorPaymentInformation = z.infer<typeof vendorPaymentInformation>

const sharedAccount = z.object({
  id: z.string(),
  vendorCompanyName: z.string(),
  accountHolderName: z.string(),
  lastFourAccountNumber: z.string(),
  routingNumber: z.string(),
})

export const listVendorPaymentMethods = endpoint({
  id: 'payments.erp-vendor-payment-methods',
  method: 'GET',
  path: '/api/erp-vendors/{erpVendorId}/payment-methods',
  summary:
    'The bank details of a vendor of the accounting system, newest first, and those that it shares in the portal',
  params: ofVendor,
  response: z.object({
    erpVendor: named,
    paymentInformation: z.array(vendorPaymentInformation),
    /** Shared by the vendor, and not taken over yet. */
    shared: z.array(sharedAccount),
  }),
})
export type VendorPaymentMethods = z.infer<typeof listVendorPaymentMethods.response>

export const updateVendorPaymentInformation = endpoint({
  id: 'payments.update-erp-vendor-payment-information',
  method: 'PUT',
  path: '/api/erp-vendors/{erpVendorId}/payment-information',
  summary:
    'Enter bank details of a vendor, in place of those that wait. Others confirm them before anything is paid there',
  params: ofVendor,
  body: bankDetails,
  response: answered,
})

export const takeSharedPaymentInformation = endpoint({
  id: 'payments.take-shared-payment-information',
  method: 'POST',
  path: '/api/erp-vendors/{erpVendorId}/payment-information/from-portal',
  summary: 'Use the bank details that the vendor shares in the portal, once others have confirmed them',
  params: ofVendor,
  body: z.object({ vendorCompanyPaymentInformationId: id }),
  response: answered,
})

export const listWaitingPaymentInformation = endpoint({
  id: 'payments.waiting-payment-information',
  method: 'GET',
  path: '/api/payments/payment-information/needs-attention',
  summary: 'Bank details that have to be confirmed, oldest first',
  response: z.array(vendorPaymentInformation),
})

export const revealPaymentInformation = endpoint({
  id: 'payments.reveal-payment-information',
  method: 'POST',
  path: '/api/payments/payment-information/{id}/reveal',
  summary: 'The whole account number of bank details, for people who signed in just now. The history says who saw it',
  params: z.object({ id }),
  response: z.object({ accountNumber: z.string() }),
})

export const getApprovers = endpoint({
  id: 'payments.get-payment-information-approvers',
  method: 'GET',
  path: '/api/payments/payment-information-approvers',
  summary: 'The groups whose members confirm bank details of vendors. Admins do, if there are none',
  response: z.object({ groups: z.array(named) }),
})

export const saveApprovers = endpoint({
  id: 'payments.save-payment-information-approvers',
  method: 'POST',
  path: '/api/payments/payment-information-approvers',
  summary: 'Choose the groups whose members confirm bank details of vendors',
  body: z.object({ groupIds: z.array(id).max(50, 'At most 50 groups') }),
  response: z.object({ groups: z.array(named), waits: waits.optional() }),
})

export const approversMetadata = endpoint({
  id: 'payments.payment-information-approvers-metadata',
  method: 'GET',
  path: '/api/payments/payment-information-approvers/metadata',
  summary: 'Whether groups are chosen that confirm bank details, and whether the person can',
  response: z.object({ hasApprovers: z.boolean(), isApprover: z.boolean() }),
})
