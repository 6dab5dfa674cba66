import { z } from 'zod'

/** What the address of the vendor portal's payments says. Apart from the page, because the route reads it first. */
export const vendorMoneySearch = z.object({
  tab: z.literal('invoices').optional().catch(undefined),
  dialog: z.literal('send').optional().catch(undefined),
})
