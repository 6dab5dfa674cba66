import { describe, expect, it } from 'vitest'
import { NOTHING_LEARNED, type Reader, readInvoiceValues } from '../../../../schema/money/invoice-reading/interpret.ts'
import { invoiceValues } from '../../../../worker/features/documents/reading/invoice/values.ts'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'
import { SAMPLE_INVOICES } from '../../../support/invoice-pdfs.ts'

const READER: Reader = { ownNames: ['Brightwater Robotics'], currency: 'USD', lessons: NOTHING_LEARNED }
const valuesOf = async (file: Uint8Array) => invoiceValues(await pagesOf('pdf', file))

describe('reading an invoice', () => {
  it.each(SAMPLE_INVOICES)('$name is read whole', async ({ file, says }) => {
    const values = await valuesOf(await file())
    const read = readInvoiceValues(values, READER)
    expect({
      vendor: read.names[0]?.value ?? null,
      number: read.invoiceNumber?.value ?? null,
      date: read.invoiceDate?.value ?? null,
      due: read.dueDate?.value ?? null,
      currency: read.total?.value.currency ?? null,
      total: read.total?.value.value ?? null,
      isCredit: read.isCredit?.value ?? false,
      taxId: read.taxIds[0]?.value ?? null,
      lines: read.lines.map(({ value }) => [value.description, value.amount]),
    }).toEqual(says)
    expect(read.difference).toBe(0)
  })
})
