/** What labels on invoices can mean. */

export const READ_FIELDS = ['invoiceNumber', 'invoiceDate', 'dueDate', 'totalAmount'] as const
export type ReadField = (typeof READ_FIELDS)[number]

/**
 * `due` is what is still to be paid, `totalAmount` what the invoice comes to. `paid` is taken off and `previous` was
 * billed before. `extra` is added to the lines, or taken off if negative: shipping, a discount, rounding.
 */
export type Meaning = ReadField | 'due' | 'net' | 'tax' | 'paid' | 'previous' | 'extra' | 'taxId' | 'currency' | 'terms'
