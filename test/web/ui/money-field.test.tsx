// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import type { Currency, Money } from '../../../schema/shared/money.ts'
import { MoneyField } from '../../../web/ui/fields/money-field.tsx'
import { beginPages, openPart } from '../../support/web/page.tsx'
import { entered, fill, find } from '../../support/web/screen.ts'

beginPages()

const Price = ({ said }: { said: (Money | null)[] }) => {
  const [value, setValue] = useState<Money | null>(null)
  const change = (money: Money | null): void => {
    said.push(money)
    setValue(money)
  }
  return <MoneyField label="Price" enableCurrencies value={value} onChange={change} />
}

const changeTo = async (currency: Currency): Promise<void> => {
  const select = await find<HTMLSelectElement>('combobox', 'Currency')
  await act(async () => {
    select.value = currency
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

it('another currency rounds what it has no decimals for, as the lines of bills and orders do', async () => {
  const said: (Money | null)[] = []
  await openPart(() => <Price said={said} />)
  await fill('Price', '1999.50')
  await changeTo('JPY')
  expect(entered('Price')).toBe('2,000')
  expect(said.at(-1)).toEqual({ value: 2_000, currency: 'JPY' })
  await changeTo('EUR')
  expect(entered('Price')).toBe('2,000.00')
  expect(said.at(-1)).toEqual({ value: 200_000, currency: 'EUR' })
})

it('another currency of an empty field stays empty', async () => {
  const said: (Money | null)[] = []
  await openPart(() => <Price said={said} />)
  await changeTo('JPY')
  expect(entered('Price')).toBe('')
  expect(said).toEqual([null])
})
