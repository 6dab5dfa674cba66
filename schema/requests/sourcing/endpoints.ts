import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { CURRENCIES } from '../../shared/money.ts'
import { email, id, requiredText } from '../../shared/values.ts'
import { intakeCategory } from '../categories/category-endpoints.ts'
import { formToFill } from '../forms/form.ts'
import { submissionInput } from '../submissions/filing-endpoints.ts'

/** Sourcing forms: what people without a login see of a company, and what they send (specification 3 §7.5). */

/** Bytes of one file, and the number of files per form. */
export const MAX_PUBLIC_FILE_BYTES = 10 * 1024 * 1024
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
  raw: 'multipart/form-data: policy, signature, file',
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
    transactionId: id.optional(),
    batch: z.number().int().min(1).max(100),
    totalBatches: z.number().int().min(1).max(100),
    submission: submissionInput.pick({ intakeCategoryId: true, title: true, answers: true, steps: true }),
  }),
  response: z.object({ complete: z.boolean() }),
})
