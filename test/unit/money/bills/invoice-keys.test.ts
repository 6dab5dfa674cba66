import { describe, expect, it } from 'vitest'
import { invoiceKey, invoiceKeys } from '../../../../schema/money/bills/values.ts'

/** Which invoice numbers of one vendor are one. */

describe('invoice numbers', () => {
  it.each([
    ['INV-0042', 'inv 42'],
    ['INV-0042', '42'],
    ['2026-01-12', '2026-1-12'],
    ['2026/1/12', '2026-1-12'],
    ['2026 - 1 - 12', '2026-1-12'],
    ['Re. 2026.00042', 'RE 2026-42'],
    ['２０２６－１－１２', '2026-1-12'],
    ['A-17-B', 'a17b'],
    ['4 711', '4711'],
    ['INV 2026 112', 'INV2026112'],
    ['000', '0'],
  ])('%s and %s are one', (one, other) => {
    expect(invoiceKey(one)).toBe(invoiceKey(other))
  })

  it.each([
    ['2026-1-12', '2026-11-2'],
    ['2026-112', '2026-1-12'],
    ['1-23', '12-3'],
    ['1/100', '11/00'],
    ['INV-42', 'INV-420'],
    ['42-A', '42-B'],
  ])('%s and %s are two', (one, other) => {
    expect(invoiceKey(one)).not.toBe(invoiceKey(other))
  })

  it('bills of before are found by the key that they have', () => {
    expect(invoiceKeys('2026-1-12')).toEqual(['2026-1-12', '2026112'])
    expect(invoiceKeys('INV-0042')).toEqual(['42', '42'])
  })
})
