import { z } from 'zod'
import { vendorUserSession } from '../../platform/session/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, named } from '../../shared/values.ts'
import { VENDOR_TYPES } from './values.ts'

export const getVendorSession = endpoint({
  id: 'vendor-portal.session',
  method: 'GET',
  path: '/api/v/session',
  summary: 'The vendor company that the signed-in vendor user works for',
  response: z.object({
    vendorCompany: named.extend({ vendorType: z.enum(VENDOR_TYPES), version: z.number().int() }),
  }),
})

/** One of the person's vendor companies, and one of its customers. */
export const associatedCompany = z.object({ vendorCompany: named, company: named })
export type AssociatedCompany = z.infer<typeof associatedCompany>

export const listAssociatedCompanies = endpoint({
  id: 'vendor-portal.associated-companies',
  method: 'GET',
  path: '/api/v/associated-companies',
  summary: 'The pairs of vendor company and customer company that the vendor user may choose from',
  response: z.array(associatedCompany),
})

export const chooseCompany = endpoint({
  id: 'vendor-portal.token-with-company',
  method: 'POST',
  path: '/api/v/token-with-company',
  summary: 'A session for the chosen pair, replacing the current one',
  body: z.object({ companyId: id, vendorCompanyId: id }),
  response: vendorUserSession,
})
