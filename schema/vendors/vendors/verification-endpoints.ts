import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { CUT_TAX_ID, isWholeTaxId } from '../../shared/tax-ids.ts'
import { id, instant, requiredText } from '../../shared/values.ts'
import { vendorParams } from './endpoints.ts'

/** What was checked about a vendor as a business (specification 2 §3). */

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters`).default('')

export const vendorVerification = z.object({
  id: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  /** When an external service answered. Null for a check by a person. */
  syncedAt: instant.nullable(),
  businessName: z.string(),
  businessAddress1: z.string(),
  businessAddress2: z.string(),
  businessCity: z.string(),
  businessState: z.string(),
  businessPostalCode: z.string(),
  businessCountry: z.string(),
  businessTaxId: z.string(),
  document: z.object({ id: z.string(), name: z.string(), displayName: z.string() }).nullable(),
  note: z.string(),
  verifiedAt: instant.nullable(),
})
export type VendorVerification = z.infer<typeof vendorVerification>

export const listVendorVerifications = endpoint({
  id: 'vendors.list-verifications',
  method: 'GET',
  path: '/api/vendors/{vendorId}/verifications',
  summary: 'Verifications of a vendor, the newest first',
  params: vendorParams,
  response: z.array(vendorVerification),
})

export const createVendorVerification = endpoint({
  id: 'vendors.create-verification',
  method: 'POST',
  path: '/api/vendors/{vendorId}/verifications',
  summary: 'Record a verification of a vendor’s business',
  params: vendorParams,
  body: z.object({
    businessName: requiredText(300),
    businessAddress1: text(300),
    businessAddress2: text(300),
    businessCity: text(120),
    businessState: text(120),
    businessPostalCode: text(40),
    businessCountry: text(80),
    businessTaxId: text(60).refine(isWholeTaxId, CUT_TAX_ID),
    /** Evidence, such as an extract from a register. */
    documentId: id.nullish(),
    note: text(2000),
    /** Whether the details were confirmed. */
    verified: z.boolean().default(true),
  }),
  response: vendorVerification,
})
