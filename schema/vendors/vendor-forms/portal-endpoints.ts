import { z } from 'zod'
import { commentBody, commentDocuments, commentLine, thread } from '../../documents/threads/endpoints.ts'
import { answerValue, formToFill } from '../../requests/forms/form.ts'
import { submissionInput } from '../../requests/submissions/filing-endpoints.ts'
import { answerView } from '../../requests/submissions/request-endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { CURRENCIES } from '../../shared/money.ts'
import { id, instant, named, person, questionId, requiredText } from '../../shared/values.ts'
import { formFilter, vendorForm } from './endpoints.ts'

/** Forms as vendors fill them in: with an account for the chosen customer, or by a link to one form. */

const formParams = z.object({ intakeSubmissionId: id })

export const listInvitations = endpoint({
  id: 'vendor-portal.invitations',
  method: 'GET',
  path: '/api/vendor-intake/invitations',
  summary: 'The forms of the chosen customer that wait to be filled in, newest first',
  response: z.array(
    z.object({
      id: z.string(),
      createdAt: instant,
      intakeCategory: named,
      company: named,
      intakeSubmissionId: z.string(),
    }),
  ),
})

export const listVendorForms = endpoint({
  id: 'vendor-portal.list-forms',
  method: 'GET',
  path: '/api/vendor-intake/forms',
  summary: 'The newest forms of the chosen customer',
  query: z.object({ filter: formFilter.optional() }),
  response: z.array(vendorForm),
})

/** A form with what the person can do with it now. */
export const formInHand = vendorForm.extend({
  message: z.string(),
  /** The version of the answers. A save names the one that it is based on. */
  version: z.number().int(),
  canEdit: z.boolean(),
  currency: z.enum(CURRENCIES),
  enableCurrencies: z.boolean(),
})
export type FormInHand = z.infer<typeof formInHand>

export const getVendorForm = endpoint({
  id: 'vendor-portal.get-form',
  method: 'GET',
  path: '/api/vendor-intake/forms/{intakeSubmissionId}',
  summary: 'A form',
  params: formParams,
  response: formInHand,
})

export const getVendorFormSteps = endpoint({
  id: 'vendor-portal.form-steps',
  method: 'GET',
  path: '/api/vendor-intake/forms/{intakeSubmissionId}/steps',
  summary: 'The steps of a form with their questions',
  params: formParams,
  response: formToFill,
})

export const formAnswers = z.object({ version: z.number().int(), answers: z.array(answerView) })

export const getVendorFormAnswers = endpoint({
  id: 'vendor-portal.form-answers',
  method: 'GET',
  path: '/api/vendor-intake/forms/{intakeSubmissionId}/answers',
  summary: 'The answers of a form, by step',
  params: formParams,
  response: formAnswers,
})

export const getEarlierAnswers = endpoint({
  id: 'vendor-portal.earlier-answers',
  method: 'GET',
  path: '/api/vendor-intake/forms/{intakeSubmissionId}/earlier-answers',
  summary: 'What the vendor answered to the same questions in other forms, of any customer',
  params: formParams,
  response: z.array(
    z.object({ questionId: z.string(), value: answerValue, companyName: z.string(), submittedAt: instant }),
  ),
})

/** Answers come in numbered batches. The last one to arrive saves them. */
const submission = z.object({
  steps: submissionInput.shape.steps.unwrap(),
  isDraft: z.boolean(),
  /** The version that was read. Another one gets a 409. Without it the last write wins. */
  version: z.number().int().optional(),
  batch: z.number().int().min(1).max(100).default(1),
  totalBatches: z.number().int().min(1).max(100).default(1),
  /** Names the save: a repeat of it gets the first answer. Without it, batches with the same total belong together. */
  transactionId: id.optional(),
})
export type FormSubmission = z.output<typeof submission>

const saved = z.object({
  id: z.string(),
  version: z.number().int(),
  /** False while batches are missing. */
  complete: z.boolean(),
})

export const submitVendorForm = endpoint({
  id: 'vendor-portal.submit-form',
  method: 'POST',
  path: '/api/vendor-intake/forms/{intakeSubmissionId}/submit',
  summary: 'Save a form as a draft, submit it, or change what was submitted',
  params: formParams,
  body: submission,
  response: saved,
})

// ---- Files

export const grantVendorUpload = endpoint({
  id: 'vendor-portal.signed-upload-url',
  method: 'POST',
  path: '/api/v/signed-upload-url',
  summary: 'Grants one upload for the chosen customer, or for another one of the vendor',
  body: z.object({ fileName: requiredText(300), companyId: id.optional() }),
  response: z.object({ url: z.string(), fieldsJson: z.string() }),
})

export const createVendorDocument = endpoint({
  id: 'vendor-portal.create-document',
  method: 'POST',
  path: '/api/v/documents',
  summary: 'The document of an uploaded file',
  body: z.object({
    /** The key of the upload. */
    name: requiredText(200),
    displayName: requiredText(300).optional(),
    mimeType: z.string().max(200).optional(),
    type: z.array(z.string().max(80)).max(10).optional(),
  }),
  response: z.object({ id: z.string() }),
})

// ---- By a link, without an account

const linkParams = z.object({ token: z.string().min(20).max(200) })

export const openFormLink = endpoint({
  id: 'vendor-forms.open-link',
  method: 'GET',
  path: '/public-api/vendor-forms/{token}',
  summary: 'The form that a link opens, with its questions and answers',
  params: linkParams,
  response: z.object({
    form: formInHand,
    /** To whom it was sent. */
    email: z.string(),
    expiresAt: instant,
    ...formToFill.shape,
    answers: z.array(answerView),
  }),
})

export const submitFormLink = endpoint({
  id: 'vendor-forms.submit-link',
  method: 'POST',
  path: '/public-api/vendor-forms/{token}/submit',
  summary: 'Save or submit the form that a link opens',
  params: linkParams,
  body: submission.extend({
    /** Who fills it in. */
    name: requiredText(120).optional(),
  }),
  response: saved,
})

export const grantLinkUpload = endpoint({
  id: 'vendor-forms.link-upload-url',
  method: 'POST',
  path: '/public-api/vendor-forms/{token}/signed-upload-url',
  summary: 'Grants one upload to the form that a link opens',
  params: linkParams,
  body: z.object({ fileName: requiredText(300) }),
  response: z.object({ url: z.string(), fieldsJson: z.string() }),
})

// ---- Conversations: only threads that are shared with the vendor

const threadLine = commentLine.omit({ impersonator: true })
export const vendorThread = thread.omit({ commentLines: true, isShared: true }).extend({
  commentLines: z.array(threadLine),
  /** The question of the answer that it is about. */
  intakeSubmissionAnswerId: z.string().nullable(),
})
export type VendorThread = z.infer<typeof vendorThread>

export const listVendorThreads = endpoint({
  id: 'vendor-portal.list-threads',
  method: 'GET',
  path: '/api/v/intake-submissions/{intakeSubmissionId}/threads',
  summary: 'The threads of a form that are shared with the vendor, newest first',
  params: formParams,
  query: z.object({ intakeSubmissionAnswerId: questionId.optional() }),
  response: z.array(vendorThread),
})

export const createVendorThread = endpoint({
  id: 'vendor-portal.create-thread',
  method: 'POST',
  path: '/api/v/intake-submissions/{intakeSubmissionId}/threads',
  summary: 'Start a thread about a form or one of its answers, which the company reads',
  params: formParams,
  body: z.object({ commentBody, documentIds: commentDocuments, intakeSubmissionAnswerId: questionId.optional() }),
  response: z.object({ id: z.string() }),
})

export const replyToThread = endpoint({
  id: 'vendor-portal.reply-thread',
  method: 'POST',
  path: '/api/v/threads/{threadId}/reply',
  summary: 'Answer in a thread',
  params: z.object({ threadId: id }),
  body: z.object({ body: commentBody, documentIds: commentDocuments }),
  response: z.object({ id: z.string() }),
})

export const listVendorComments = endpoint({
  id: 'vendor-portal.thread-comments',
  method: 'GET',
  path: '/api/v/comments/{threadId}',
  summary: 'The comments of a thread, oldest first',
  params: z.object({ threadId: id }),
  response: z.array(threadLine),
})

export const updateVendorComment = endpoint({
  id: 'vendor-portal.update-comment',
  method: 'PUT',
  path: '/api/v/comments/{commentId}',
  summary: 'Change your comment',
  params: z.object({ commentId: id }),
  body: z.object({ body: commentBody, version: z.number().int().optional() }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const deleteVendorComment = endpoint({
  id: 'vendor-portal.delete-comment',
  method: 'DELETE',
  path: '/api/v/comments/{commentId}',
  summary: 'Delete your comment',
  params: z.object({ commentId: id }),
  response: z.null(),
})

export const listMentionable = endpoint({
  id: 'vendor-portal.users-for-mentions',
  method: 'GET',
  path: '/api/v/users-for-mentions',
  summary: 'People of the chosen customer who sent forms to the person',
  query: z.object({ query: z.string().trim().max(200).optional() }),
  response: z.array(person),
})

export const vendorAttention = endpoint({
  id: 'vendor-portal.needs-attention-comments',
  method: 'GET',
  path: '/api/v/needs-attention/comments',
  summary: 'The newest comment of each open thread that the customer wrote last',
  response: z.array(
    z.object({
      id: z.string(),
      createdAt: instant,
      threadId: z.string(),
      user: person,
      company: named,
      body: z.string(),
      intakeSubmissionThread: z.object({
        id: z.string(),
        intakeSubmissionId: z.string(),
        intakeSubmissionAnswerId: z.string().nullable(),
      }),
      /** The form's name. */
      form: z.string(),
    }),
  ),
})
