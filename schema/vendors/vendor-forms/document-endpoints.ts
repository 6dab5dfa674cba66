import { z } from 'zod'
import { DOCUMENT_KINDS, DOCUMENT_STATES } from '../../documents/documents/expiry.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { calendarDate, id, instant, named } from '../../shared/values.ts'

/** Documents of vendors: what they say of them, using them again, new versions, and what the company sees of it. */

const formParams = z.object({ intakeSubmissionId: id })
const linkParams = z.object({ token: z.string().min(20).max(200) })
const documentId = id

export const vendorDocument = z.object({
  id: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number().int(),
  kind: z.enum(DOCUMENT_KINDS),
  /** Its last valid day. */
  expiresOn: z.string().nullable(),
  state: z.enum(DOCUMENT_STATES),
  /** When the company got it. Null before the form is submitted. */
  givenAt: instant.nullable(),
  /** Whether a newer version replaced it. */
  isReplaced: z.boolean(),
})
export type VendorDocument = z.infer<typeof vendorDocument>

export const listFormDocuments = endpoint({
  id: 'vendor-portal.form-documents',
  method: 'GET',
  path: '/api/vendor-intake/forms/{intakeSubmissionId}/documents',
  summary: 'The documents of a form, with newer versions',
  params: formParams,
  response: z.array(vendorDocument),
})

const description = z.object({
  kind: z.enum(DOCUMENT_KINDS).optional(),
  /** Null takes a date away. */
  expiresOn: calendarDate.nullable().optional(),
})

export const describeDocument = endpoint({
  id: 'vendor-portal.describe-document',
  method: 'PUT',
  path: '/api/vendor-intake/forms/{intakeSubmissionId}/documents/{documentId}',
  summary: 'Say what a document of a form is, and until when it is valid',
  params: formParams.extend({ documentId }),
  body: description,
  response: vendorDocument,
})

const heldDocument = vendorDocument.extend({
  company: named,
  /** The form that it was given in. */
  intakeSubmissionId: z.string(),
  form: z.string(),
})
export type HeldDocument = z.infer<typeof heldDocument>

export const listEarlierDocuments = endpoint({
  id: 'vendor-portal.earlier-documents',
  method: 'GET',
  path: '/api/vendor-intake/forms/{intakeSubmissionId}/earlier-documents',
  summary: 'Documents that the vendor gave in other forms, of any customer, newest first',
  params: formParams,
  response: z.array(heldDocument),
})

export const reuseDocument = endpoint({
  id: 'vendor-portal.reuse-document',
  method: 'POST',
  path: '/api/vendor-intake/forms/{intakeSubmissionId}/earlier-documents',
  summary: 'Copy a document that the vendor gave before, for this form',
  params: formParams,
  body: z.object({ companyId: id, documentId }),
  response: vendorDocument,
})

export const listHeldDocuments = endpoint({
  id: 'vendor-portal.documents',
  method: 'GET',
  path: '/api/v/documents',
  summary: 'The documents that each customer has from the vendor, newest first',
  response: z.array(heldDocument),
})

const renewal = z.object({
  /** The file that was uploaded for it. */
  newDocumentId: id,
  expiresOn: calendarDate.nullable().optional(),
})

export const renewDocument = endpoint({
  id: 'vendor-portal.renew-document',
  method: 'POST',
  path: '/api/v/documents/{documentId}/versions',
  summary: 'Give a customer a new version of a document',
  params: z.object({ documentId }),
  body: renewal.extend({
    /** The customer. Without it, the chosen one. */
    companyId: id.optional(),
  }),
  response: vendorDocument,
})

export const openVendorDocument = endpoint({
  id: 'vendor-portal.open-document',
  method: 'GET',
  path: '/api/v/documents/{documentId}/file',
  summary: 'The file of a document of a form, or of a comment that is shared',
  params: z.object({ documentId }),
  query: z.object({ companyId: id.optional() }),
  response: z.null(),
  raw: 'the file',
})

// ---- By a link, without an account

export const listLinkDocuments = endpoint({
  id: 'vendor-forms.link-documents',
  method: 'GET',
  path: '/public-api/vendor-forms/{token}/documents',
  summary: 'The documents of the form that a link opens, with newer versions',
  params: linkParams,
  response: z.array(vendorDocument),
})

export const describeLinkDocument = endpoint({
  id: 'vendor-forms.describe-link-document',
  method: 'PUT',
  path: '/public-api/vendor-forms/{token}/documents/{documentId}',
  summary: 'Say what a document of the form that a link opens is, and until when it is valid',
  params: linkParams.extend({ documentId }),
  body: description,
  response: vendorDocument,
})

export const renewLinkDocument = endpoint({
  id: 'vendor-forms.renew-link-document',
  method: 'POST',
  path: '/public-api/vendor-forms/{token}/documents/{documentId}/versions',
  summary: 'Give a new version of a document by the link of its form',
  params: linkParams.extend({ documentId }),
  body: renewal,
  response: vendorDocument,
})

export const openLinkDocument = endpoint({
  id: 'vendor-forms.open-link-document',
  method: 'GET',
  path: '/public-api/vendor-forms/{token}/documents/{documentId}/file',
  summary: 'The file of a document of the form that a link opens, or of a comment that is shared',
  params: linkParams.extend({ documentId }),
  response: z.null(),
  raw: 'the file',
})

// ---- The company

export const BADGE_STATES = [...DOCUMENT_STATES, 'MISSING'] as const

const documentBadge = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  state: z.enum(BADGE_STATES),
  expiresOn: z.string().nullable(),
  /** Null if there is none, or if the person may not read it. */
  documentId: z.string().nullable(),
})
export type DocumentBadge = z.infer<typeof documentBadge>

export const listDocumentBadges = endpoint({
  id: 'vendors.document-badges',
  method: 'GET',
  path: '/api/vendor/{vendorId}/document-badges',
  summary: 'Which documents the company has from a vendor, and until when they are valid',
  params: z.object({ vendorId: id }),
  response: z.array(documentBadge),
})
