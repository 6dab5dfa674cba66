import { z } from 'zod'
import { INVOICE_SEPARATOR } from '../../documents/inbound-mail/values.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, named } from '../../shared/values.ts'

/** Where vendors email invoices: one address of the company, and one of each entity that wants its own. */

export const MOST_ADDRESS_NAME = 40

/** The part of an address between the company's short name and the @. Empty for no address. */
export const addressName = z
  .string()
  .trim()
  .toLowerCase()
  .max(MOST_ADDRESS_NAME, `At most ${MOST_ADDRESS_NAME} characters`)
  .regex(/^([a-z0-9]+([.-][a-z0-9]+)*)?$/, 'Use letters, digits, and single dots or hyphens between them')

const invoiceAddress = z.object({
  /** Null for the company's own. */
  erpEntity: named.nullable(),
  /** Null for an entity without an address. */
  shortName: z.string().nullable(),
  /** Null as well if this installation receives no email. */
  address: z.string().nullable(),
})
export type InvoiceAddress = z.infer<typeof invoiceAddress>

export const listInvoiceAddresses = endpoint({
  id: 'payments.list-invoice-addresses',
  method: 'GET',
  path: '/api/payments/invoice-addresses',
  summary: 'Where vendors email invoices, the company’s own address first',
  response: z.object({
    inboundDomain: z.string().nullable(),
    /** What every address begins with. */
    prefix: z.string(),
    addresses: z.array(invoiceAddress),
  }),
})
export type InvoiceAddresses = z.infer<typeof listInvoiceAddresses.response>

export const renewInvoiceAddress = endpoint({
  id: 'payments.renew-invoice-address',
  method: 'POST',
  path: '/api/payments/invoice-addresses/renew',
  summary: 'Replace an address with one that no one knows yet. Email to the former one is refused from then on',
  body: z.object({
    /** Null for the company's own. */
    erpEntityId: id.nullable(),
    /** The name that is replaced. */
    shortName: addressName,
  }),
  response: z.object({ shortName: z.string(), address: z.string().nullable() }),
})

export const prefixOf = (companyShortName: string): string => `${companyShortName.toLowerCase()}${INVOICE_SEPARATOR}`
