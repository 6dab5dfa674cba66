import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { CURRENCIES } from '../../shared/money.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { email, id, instant, requiredText } from '../../shared/values.ts'
import { intakeCategory } from '../categories/category-endpoints.ts'
import { formToFill } from '../forms/form.ts'
import { submissionInput } from '../submissions/filing-endpoints.ts'

/** Sourcing forms: what people without a login see of a company, and what they send (specification 3 §7.5). */

/** The number of files per form. One is as large as those of members. */
export const MAX_PUBLIC_FILES = 20
/** No one fills in a form faster than this, but programs do. */
export const MIN_FILL_MS = 3_000
/** How long an opened form can be sent. */
export const MAX_FILL_MS = 24 * 60 * 60 * 1000

/** The signed proof that the form was opened, and when. Files and answers are sent with it. */
const visit = z.string().min(1).max(200)

export const getPublicCategory = endpoint({
  id: 'public.category',
  method: 'GET',
  path: '/public-api/intake-categories/{intakeCategoryId}',
  summary: 'A sourcing category, for people without a login',
  params: z.object({ intakeCategoryId: id }),
  /** The company in the form's address. The category alone also identifies it. */
  query: z.object({ companyId: id.optional() }),
  response: intakeCategory.omit({ formVersion: true, version: true }).extend({
    company: z.object({
      id: z.string(),
      name: z.string(),
      currency: z.enum(CURRENCIES),
      enableCurrencies: z.boolean(),
      /** Addresses of its logos, or null. */
      lightLogoUrl: z.string().nullable(),
      darkLogoUrl: z.string().nullable(),
    }),
    visit,
    /** The check that the sender is a person, if the form has one: Turnstile's site key and the address of its script. */
    personCheck: z.object({ siteKey: z.string(), script: z.string() }).nullable(),
  }),
})

export const getPublicLogo = endpoint({
  id: 'public.category-logo',
  method: 'GET',
  path: '/public-api/intake-categories/{intakeCategoryId}/logo',
  summary: 'The logo of the company whose sourcing category this is',
  params: z.object({ intakeCategoryId: id }),
  query: z.object({ companyId: id, scheme: z.enum(['light', 'dark']).default('light') }),
  response: z.string(),
  raw: 'image/*',
})

export const getPublicSteps = endpoint({
  id: 'public.category-steps',
  method: 'GET',
  path: '/public-api/intake-category/{intakeCategoryId}/steps',
  summary: 'The form of a sourcing category, without the steps that members fill in later',
  params: z.object({ intakeCategoryId: id }),
  query: z.object({ companyId: id.optional() }),
  response: formToFill,
})

/** The addresses of a company's logos, for people without a login. */
export const getPublicCompanyLogo = endpoint({
  id: 'public.company-logo',
  method: 'GET',
  path: '/public-api/company-logo-public-url/{companyId}',
  summary: 'Where the logos of a company with a sourcing form are, or null',
  params: z.object({ companyId: id }),
  response: z.object({ logoUrl: z.string().nullable(), darkLogoUrl: z.string().nullable() }),
})

/** The most options in one answer. */
export const MOST_PUBLIC_OPTIONS = 20

export const listPublicOptions = endpoint({
  id: 'public.question-options',
  method: 'GET',
  path: '/public-api/intake-questions/{intakeQuestionId}/options',
  summary: `Options of a question in a sourcing form, by part of their name; at most ${MOST_PUBLIC_OPTIONS}`,
  params: z.object({ intakeQuestionId: id }),
  query: z.object({
    /** The form in which the question is. A question of a form that was copied is in both. */
    intakeCategoryId: id.optional(),
    companyId: id.optional(),
    search: z.string().trim().max(200).optional(),
  }),
  response: z.array(z.object({ label: z.string(), value: z.string() })),
})

/** What the sender of a form is told about it. */
export const RECEIPT_STATES = ['IN_REVIEW', 'ACCEPTED', 'DECLINED', 'CLOSED'] as const

export const getReceipt = endpoint({
  id: 'public.receipt',
  method: 'GET',
  path: '/public-api/sourcing-receipts/{token}',
  summary: 'What became of a sourcing form, for the person who sent it',
  params: z.object({ token: z.string().min(1).max(200) }),
  query: z.object({ companyId: id }),
  response: z.object({
    title: z.string(),
    category: z.string(),
    companyName: z.string(),
    lightLogoUrl: z.string().nullable(),
    darkLogoUrl: z.string().nullable(),
    sentAt: instant,
    state: z.enum(RECEIPT_STATES),
    /** Since when. */
    decidedAt: instant.nullable(),
    documents: z.array(z.string()),
  }),
})

export const grantPublicUpload = endpoint({
  id: 'public.grant-upload',
  method: 'POST',
  path: '/public-api/signed-upload-url',
  summary: 'Grants one upload to a sourcing form',
  body: z.object({ companyId: id, intakeCategoryId: id, visit, fileName: requiredText(300) }),
  response: z.object({ url: z.string(), fieldsJson: z.string() }),
})

export const uploadPublicFile = endpoint({
  id: 'public.upload',
  method: 'POST',
  path: '/public-api/upload',
  summary: 'Store a file for a sourcing form under a signed policy',
  response: z.object({ id: z.string() }),
  raw: 'multipart/form-data: key, policy, signature, file',
})

export const submitPublicRequest = endpoint({
  id: 'public.submit-request',
  method: 'POST',
  path: '/public-api/intake-submission',
  summary: 'Send a sourcing form',
  body: z.object({
    companyId: id,
    /** The sender's. The address is optional. */
    name: requiredText(120).optional(),
    email,
    /** The visit of an opened form. Without it nothing can be uploaded, and fewer forms are accepted. */
    visit: visit.optional(),
    /** Hidden from people. Only programs fill it in. */
    website: z.string().max(500).optional(),
    /** What Turnstile gave the sender's browser, if the form has that check. With the last batch. */
    personToken: z.string().max(2048).optional(),
    transactionId: id.optional(),
    batch: z.number().int().min(1).max(100),
    totalBatches: z.number().int().min(1).max(100),
    submission: asRead(submissionInput.pick({ intakeCategoryId: true, title: true, answers: true, steps: true }), [
      'isDraft',
    ]),
  }),
  response: z.object({ complete: z.boolean() }),
})
