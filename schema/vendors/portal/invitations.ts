import { z } from 'zod'
import { vendorUserSession } from '../../platform/session/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { email, id, instant, limitedText, requiredText } from '../../shared/values.ts'
import { ACCOUNT_HOLDER_TYPES, BANK_ACCOUNT_TYPES, INVITATION_STATUSES, VENDOR_TYPES } from './values.ts'

/** Inviting people at a vendor to its portal, and what the company then sees of the vendor. */

const about = { vendorId: id.optional(), erpVendorId: id.optional() }

export const newInvitation = z.object({ email, message: limitedText(2000).default(''), ...about })
export const resetQuestion = z.object({ email, ...about })
export const invitationById = z.object({ id })
export const invitationDecision = z.object({
  vendorCompanyInvitationId: id,
  /** One of the person's vendor companies. The one they are signed in for by default. */
  vendorCompanyId: id.optional(),
})
export const invitationRejection = z.object({ vendorCompanyInvitationId: id })

/** An invitation as the invited person sees it. */
export interface PendingInvitation {
  id: string
  createdAt: string
  expiresAt: string
  company: { id: string; name: string }
  message: string
  invitedByName: string
}

const token = z.string().min(1, 'Required').max(200)

/** Tokens are in bodies and not in URLs, because URLs are logged. Nothing is used up. */
export const previewInvitation = endpoint({
  id: 'vendor-portal.preview-invitation',
  method: 'POST',
  path: '/auth/vendor-invitation',
  summary: 'What the link of an invitation to the vendor portal is about',
  body: z.object({ token }),
  response: z.object({
    email: z.string(),
    companyName: z.string(),
    vendorName: z.string(),
    invitedByName: z.string(),
    message: z.string(),
    /** Their accounts are opened by signing in, not by this link. */
    hasAccount: z.boolean(),
    /** The currently signed-in person, who would be signed out. */
    signedInAs: z.string().nullable(),
  }),
})
export type InvitationPreview = z.infer<typeof previewInvitation.response>

export const acceptByLink = endpoint({
  id: 'vendor-portal.accept-by-link',
  method: 'POST',
  path: '/auth/vendor-invitation/accept',
  summary: 'Accept an invitation by its link as a new vendor user, and sign in',
  body: z.object({
    token,
    firstName: requiredText(100),
    lastName: limitedText(100).default(''),
    vendorCompanyName: requiredText(200),
    vendorType: z.enum(VENDOR_TYPES).default('BUSINESS'),
    timezone: z.string().max(64).optional(),
  }),
  response: vendorUserSession,
})

export const rejectByLink = endpoint({
  id: 'vendor-portal.reject-by-link',
  method: 'POST',
  path: '/auth/vendor-invitation/reject',
  summary: 'Reject an invitation by its link',
  body: z.object({ token }),
  response: z.null(),
})

const sharedAccount = z.object({
  id: z.string(),
  accountHolderName: z.string(),
  accountHolderType: z.enum(ACCOUNT_HOLDER_TYPES),
  lastFourAccountNumber: z.string(),
  routingNumber: z.string(),
  bankAccountType: z.enum(BANK_ACCOUNT_TYPES),
  remittanceEmail: z.string(),
  memo: z.string(),
  addressLines: z.array(z.string()),
  sharedAt: instant,
  /** The last change of the holder, account or routing number. */
  changedAt: instant,
})

/** What a company sees of a vendor's portal. */
export const vendorPortalState = z.object({
  /** Whose people work with the vendor. Several after a merge. */
  vendorCompanies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      vendorType: z.enum(VENDOR_TYPES),
      connectedAt: instant,
      people: z.array(
        z.object({
          id: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          email: z.string(),
          hasJoined: z.boolean(),
        }),
      ),
      contacts: z.array(
        z.object({
          id: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          email: z.string(),
          memo: z.string(),
          changedAt: instant,
        }),
      ),
      /** Null for people who may not see payment information. */
      paymentInformation: z.array(sharedAccount).nullable(),
    }),
  ),
  /** The latest ones first. */
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      status: z.enum(INVITATION_STATUSES),
      /** Pending ones only. */
      isExpired: z.boolean(),
      invitedByName: z.string(),
      createdAt: instant,
      sentAt: instant,
      expiresAt: instant,
      decidedAt: instant.nullable(),
    }),
  ),
  canInvite: z.boolean(),
})
export type VendorPortalState = z.infer<typeof vendorPortalState>
export type ConnectedVendorCompany = VendorPortalState['vendorCompanies'][number]
export type SharedAccount = z.infer<typeof sharedAccount>

export const getVendorPortal = endpoint({
  id: 'vendors.portal',
  method: 'GET',
  path: '/api/vendors/{vendorId}/portal',
  summary: 'Who works with a vendor in the portal, who is invited, and what the vendor shares',
  params: z.object({ vendorId: id }),
  response: vendorPortalState,
})
