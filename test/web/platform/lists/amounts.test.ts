import { expect, it } from 'vitest'
import { amountRangeIn, amountRangeText } from '../../../../schema/shared/amount-range.ts'
import { amountFilter, lookupsFilter } from '../../../../schema/shared/list-filters.ts'
import { foundOf, furtherCount, queryOf } from '../../../../schema/shared/list-query.ts'
import { amountText } from '../../../../web/features/platform/lists/amount-text.ts'

const filters = {
  amount: amountFilter({ label: 'Amount', isFurther: true }),
  departmentIds: lookupsFilter('department', 'departments', { label: 'Departments', isFurther: true }),
}

it('a range of amounts is the same text in the address, the query and a saved view', () => {
  const found = { amount: 'USD,1000,50000', departmentIds: ['a', 'b'] }
  expect(queryOf(filters, found)).toEqual(found)
  expect(foundOf(filters, found)).toEqual(found)
  expect(furtherCount(filters, found)).toBe(2)
  expect(queryOf(filters, { departmentIds: [] })).toEqual({})
  for (const text of ['USD,1000,50000', 'EUR,,5', 'JPY,7,', 'GBP,,']) {
    const range = amountRangeIn(text)
    expect(range && amountRangeText(range)).toBe(text)
  }
  for (const text of ['', 'USD', 'usd,1,2', 'USD,2,1', 'USD,1.5,2', 'USD,-1,2', 'USD,1,2,3', 'USD,1'])
    expect([text, amountRangeIn(text)]).toEqual([text, null])
})

it('a chip says a range in major units', () => {
  expect(amountText('USD,100000,500050')).toBe('$1,000 – $5,000.50')
  expect(amountText('EUR,100000,')).toBe('from €1,000')
  expect(amountText('JPY,,5000')).toBe('up to ¥5,000')
  expect(amountText('USD,500,500')).toBe('$5')
  expect(amountText('GBP,,')).toBe('in GBP')
})
