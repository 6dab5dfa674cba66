import { describe, expect, it } from 'vitest'
import { NOTHING_LEARNED, type Reader, readInvoiceValues } from '../../../../schema/money/invoice-reading/interpret.ts'
import type { Lessons } from '../../../../schema/money/invoice-reading/seen.ts'
import { lessonsOf } from '../../../../schema/money/invoice-reading/teach.ts'
import { invoiceValues } from '../../../../worker/features/documents/reading/invoice/values.ts'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'
import { type Subscription, subscription } from '../../../support/invoice-layouts.ts'
import { SAMPLE_INVOICES } from '../../../support/invoice-pdfs.ts'

const readerWith = (lessons: Lessons): Reader => ({ ownNames: ['Brightwater Robotics'], currency: 'USD', lessons })
const READER = readerWith(NOTHING_LEARNED)
const valuesOf = async (says: Subscription) => invoiceValues(await pagesOf('pdf', await subscription(says)()))
const ENTERED = { dueDate: '2026-04-03', totalAmount: 125_000, currency: 'USD' as const }

describe('a correction', () => {
  it('the label before the right number finds the next one', async () => {
    const first = await valuesOf({ number: 'BX-77', numberLabel: 'Our sign' })
    expect(readInvoiceValues(first, READER).invoiceNumber).toBeUndefined()
    const lessons = lessonsOf(first, READER, { ...ENTERED, invoiceNumber: 'BX-77', invoiceDate: '2026-03-04' })
    expect(lessons).toEqual({ labels: { invoiceNumber: 'our sign' }, dateOrder: null })
    const next = await valuesOf({ number: 'BX-78', numberLabel: 'Our sign' })
    expect(readInvoiceValues(next, readerWith(lessons)).invoiceNumber).toMatchObject({
      value: 'BX-78',
      isLearned: true,
    })
  })

  it('a date read the other way round says which comes first in the next one', async () => {
    const first = await valuesOf({ date: '03/04/2026', due: '03/05/2026' })
    expect(readInvoiceValues(first, READER).invoiceDate).toMatchObject({ value: '2026-03-04' })
    expect(readInvoiceValues(first, READER).invoiceDate?.sureness).toBeLessThan(0.7)
    const lessons = lessonsOf(first, READER, {
      ...{ ...ENTERED, invoiceNumber: 'NW-2026-0042', invoiceDate: '2026-04-03', dueDate: '2026-05-03' },
    })
    expect(lessons).toEqual({ labels: {}, dateOrder: 'DMY' })
    const read = readInvoiceValues(await valuesOf({ date: '05/06/2026', due: '05/07/2026' }), readerWith(lessons))
    expect([read.invoiceDate?.value, read.dueDate?.value]).toEqual(['2026-06-05', '2026-07-05'])
    expect(read.invoiceDate?.isLearned).toBe(true)
  })

  it('what was read right teaches nothing', async () => {
    for (const { file, says } of SAMPLE_INVOICES) {
      const values = invoiceValues(await pagesOf('pdf', await file()))
      const entered = {
        ...{ invoiceNumber: says.number, invoiceDate: says.date, dueDate: says.due },
        ...{ totalAmount: says.total, currency: says.currency },
      }
      expect(lessonsOf(values, READER, entered)).toEqual(NOTHING_LEARNED)
    }
  })

  it('what stands nowhere on the invoice teaches nothing', async () => {
    const values = await valuesOf({})
    const entered = { ...ENTERED, invoiceNumber: 'ELSEWHERE-1', invoiceDate: '2020-01-01', totalAmount: 1 }
    expect(lessonsOf(values, READER, entered)).toEqual(NOTHING_LEARNED)
  })
})
