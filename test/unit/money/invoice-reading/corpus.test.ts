import { describe, expect, it } from 'vitest'
import {
  NOTHING_LEARNED,
  type Reader,
  readInvoiceValues,
  type Seen,
  type SeenInvoice,
} from '../../../../schema/money/invoice-reading/interpret.ts'
import { invoiceValues } from '../../../../worker/features/documents/reading/invoice/values.ts'
import { invoiceCorpus, type Truth } from '../../../support/invoice-corpus/corpus.ts'

const READER: Reader = { ownNames: ['Brightwater Robotics'], currency: 'USD', lessons: NOTHING_LEARNED }
const FIELDS = ['invoiceNumber', 'invoiceDate', 'dueDate', 'total'] as const
/** From here, screens say "High confidence". */
const HIGH = 0.8

const textOf = (seen: Seen<unknown> | undefined): string | null => {
  const value = seen?.value
  if (value === undefined) return null
  return typeof value === 'object' && value !== null
    ? `${(value as { value: number }).value} ${(value as { currency: string }).currency}`
    : String(value)
}

describe('invoices of ten languages in twenty layouts', () => {
  const results = invoiceCorpus().flatMap(({ name, pages, truth }) => {
    const read: SeenInvoice = readInvoiceValues(invoiceValues(pages), READER)
    return FIELDS.map((field) => {
      const said = textOf(read[field])
      const want: string | null = truth[field satisfies keyof Truth]
      const isRight = said === want || (field === 'dueDate' && want === null && (read.dueDate?.sureness ?? 0) < HIGH)
      return { name, field, said, want, isRight, isSure: (read[field]?.sureness ?? 0) >= HIGH }
    })
  })

  it('no value that is wrong has high confidence', () => {
    const wrong = results.filter(({ isRight, isSure, said }) => !isRight && isSure && said !== null)
    expect(wrong.map(({ name, field, said, want }) => `${name} ${field}: ${said}, right: ${want}`)).toEqual([])
  })

  it.each(FIELDS)('at least 95 of 100 are right: %s', (field) => {
    const all = results.filter((one) => one.field === field)
    const right = all.filter(({ isRight }) => isRight).length
    expect(right / all.length).toBeGreaterThanOrEqual(0.95)
  })
})
