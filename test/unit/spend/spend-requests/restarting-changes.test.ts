import { expect, it } from 'vitest'
import { restartingSpendChanges } from '../../../../schema/spend/spend-requests/content.ts'

/** Which changes of an approved spend request ask its approvers again. */

const change = (before: unknown, after: unknown) => ({ questionId: 'total', label: 'Total', before, after })
const usd = (value: number) => ({ value, currency: 'USD' as const })

it('a lower amount keeps the decisions', () => {
  expect(restartingSpendChanges([change(usd(100), usd(99)), change(usd(100), usd(0))])).toEqual([])
})

it.each([
  ['a higher amount', usd(100), usd(101)],
  ['a lower number of another currency', usd(100), { value: 99, currency: 'EUR' }],
  ['an amount where none was', null, usd(1)],
  ['an amount that is gone', usd(100), null],
  ['another text', 'Chairs', 'Chair'],
])('%s asks again', (_, before, after) => {
  expect(restartingSpendChanges([change(before, after)])).toEqual([change(before, after)])
})
