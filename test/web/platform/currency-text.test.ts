import { expect, it } from 'vitest'
import { currencyText } from '../../../web/features/platform/company/currency-text.ts'

it('a currency that only sample data may hold fast says how it is free again', () => {
  const fixed = 'Amounts are already compared in USD, so the currency can’t be changed.'
  expect(currencyText('USD', false)).toBe(fixed)
  expect(currencyText('USD', false, true)).toBe(`${fixed} Sample data counts until you remove it.`)
  expect(currencyText('USD', true, true)).not.toContain('Sample data')
})
