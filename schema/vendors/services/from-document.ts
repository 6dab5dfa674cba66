import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { id, shownDate } from '../../shared/values.ts'
import { PAYMENT_TERMS } from './values.ts'

/** What a document says about a service, in the form of a new one. Amounts in minor units. */
export const serviceFields = z.object({
  fields: z.object({
    name: z.string(),
    vendorId: z.string().optional(),
    startDate: shownDate.optional(),
    endDate: shownDate.optional(),
    totalCost: money.optional(),
    autorenews: z.boolean().optional(),
    autoRenewalDetail: z.string().optional(),
    noticeDays: z.number().int().optional(),
    paymentTerm: z.enum(PAYMENT_TERMS).optional(),
  }),
  /** A field with contradicting values is left out, and has a place for each of them. */
  places: z.array(
    z.object({
      field: z.string(),
      page: z.number().int(),
      mentionText: z.string(),
      confidence: z.number(),
      contradicted: z.boolean(),
    }),
  ),
})
export type ServiceFields = z.infer<typeof serviceFields>

export const getServiceFields = endpoint({
  id: 'services.fields-from-document',
  method: 'GET',
  path: '/api/service-fields-from-document/{documentId}',
  summary: 'Values for a new service read from a document, and where they appear in it',
  params: z.object({ documentId: id }),
  response: serviceFields,
})
