import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { email, id, instant, named, person } from '../../shared/values.ts'
import { FORM_FILTERS, NO_RECIPIENT, RECIPIENTS, VENDOR_FORM_STATUSES } from './values.ts'

/** Forms that staff send to vendors (specification 2 §7). */

const noText = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? undefined : value)

export const sendVendorForm = endpoint({
  id: 'vendors.send-intake-invitation',
  method: 'POST',
  path: '/api/vendor/{vendorId}/send-intake-invitation',
  summary: 'Send a form to a vendor',
  params: z.object({ vendorId: id }),
  body: z
    .object({
      intakeCategoryId: id,
      email: z.preprocess(noText, email.optional()),
      /** One of the vendor's people with an account. */
      vendorUserId: z.preprocess(noText, id.optional()),
      allVendorCompanyUsers: z.boolean().optional(),
      message: z.string().trim().max(5000, 'At most 5,000 characters').optional(),
      /** The service that its service fields are about. */
      serviceId: z.preprocess(noText, id.optional()),
    })
    .refine((body) => body.email || body.vendorUserId || body.allVendorCompanyUsers, {
      error: NO_RECIPIENT,
      path: ['email'],
    })
    .refine(
      ({ email, vendorUserId, allVendorCompanyUsers: all }) => [email, vendorUserId, all].filter(Boolean).length < 2,
      {
        error: 'Give one of “email”, “vendorUserId” and “allVendorCompanyUsers”',
        path: ['email'],
      },
    ),
  response: z.object({ id: z.string(), intakeSubmissionId: z.string() }),
})

/** A form, as the vendor and the company see it. */
export const vendorForm = z.object({
  invitationId: z.string(),
  intakeSubmissionId: z.string(),
  createdAt: instant,
  intakeCategory: named.extend({ description: z.string() }),
  company: named,
  isDraft: z.boolean(),
  status: z.enum(VENDOR_FORM_STATUSES),
  /** Who sent it. */
  owner: person,
  submittedAt: instant.nullable(),
  /** Set while the company asks for changes. */
  sentBack: z.object({ at: instant, message: z.string() }).nullable(),
})
export type VendorForm = z.infer<typeof vendorForm>

/** The same for the company, with what only its people see. */
export const sentForm = vendorForm.extend({
  vendor: named,
  recipient: z.enum(RECIPIENTS),
  recipientName: z.string(),
  email: z.string().nullable(),
  message: z.string(),
  sentAt: instant,
  /** When its link stops working. Null if it needs an account. */
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  archived: z.boolean(),
  /** Sending it again, closing it, deleting it before it is submitted. */
  canManage: z.boolean(),
})
export type SentForm = z.infer<typeof sentForm>

export const listFormsOfVendor = endpoint({
  id: 'vendors.forms',
  method: 'GET',
  path: '/api/vendor/{vendorId}/forms',
  summary: 'The newest forms that were sent to a vendor, of those that the person may see',
  params: z.object({ vendorId: id }),
  response: z.array(sentForm),
})

const formParams = z.object({ intakeSubmissionId: id })

export const getSentForm = endpoint({
  id: 'vendor-forms.get',
  method: 'GET',
  path: '/api/vendor-forms/{intakeSubmissionId}',
  summary: 'A form that was sent to a vendor',
  params: formParams,
  response: sentForm,
})

export const resendVendorForm = endpoint({
  id: 'vendor-forms.resend',
  method: 'POST',
  path: '/api/vendor-forms/{intakeSubmissionId}/resend',
  summary: 'Email the form again. A link that was sent before stops working',
  params: formParams,
  response: z.object({ id: z.string() }),
})

export const revokeVendorForm = endpoint({
  id: 'vendor-forms.revoke',
  method: 'POST',
  path: '/api/vendor-forms/{intakeSubmissionId}/revoke',
  summary: 'Close a form, so that the vendor no longer sees it',
  params: formParams,
  response: z.object({ id: z.string() }),
})

export const deleteFormSubmission = endpoint({
  id: 'vendors.delete-form-submission',
  method: 'DELETE',
  path: '/api/vendor-forms/delete-submission',
  summary: 'Delete a vendor form',
  body: z.object({ submissionId: id }),
  response: z.null(),
})

export const formFilter = z.enum(FORM_FILTERS)
