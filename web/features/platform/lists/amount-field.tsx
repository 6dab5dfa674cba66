import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { amountRangeIn, amountRangeText } from '../../../../schema/shared/amount-range.ts'
import { CURRENCIES, type Currency, type Money } from '../../../../schema/shared/money.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { useCompany } from '../session/index.ts'
import classes from './lists.module.css'

interface AmountFieldProps {
  label: string
  /** As in the address. See amount-range.ts. */
  value: string | undefined
  onChange: (next: string | undefined) => void
}

const minorOf = (money: Money | null): number | null => money?.value ?? null

/**
 * The least and the most in a currency, applied when the field is left or with Enter. Another currency than the
 * company's can be chosen where the company has several.
 */
export const AmountField = ({ label, value, onChange }: AmountFieldProps) => {
  const { currency: usual, enableCurrencies } = useCompany()
  const asked = value ? amountRangeIn(value) : null
  const [currency, setCurrency] = useState<Currency>(asked?.currency ?? usual)
  const moneyOf = (minor: number | null | undefined): Money | null =>
    minor === null || minor === undefined ? null : { value: minor, currency }
  const [min, setMin] = useState(moneyOf(asked?.min))
  const [max, setMax] = useState(moneyOf(asked?.max))
  const isReversed = min !== null && max !== null && min.value > max.value
  const apply = (of: Currency, from: Money | null, to: Money | null): void => {
    const [least, most] = [minorOf(from), minorOf(to)]
    if (least !== null && most !== null && least > most) return
    // Another currency alone is a choice too.
    const isSet = least !== null || most !== null || of !== usual
    const next = isSet ? amountRangeText({ currency: of, min: least, max: most }) : undefined
    if (next !== value) onChange(next)
  }
  const choose = (next: Currency): void => {
    setCurrency(next)
    // The same number in another currency can be another one in minor units.
    setMin(null)
    setMax(null)
    apply(next, null, null)
  }
  const end = (name: string, money: Money | null, set: (next: Money | null) => void) => (
    <MoneyField
      // Its text starts over in another currency.
      key={currency}
      aria-label={`${label} ${name}`}
      placeholder={name === 'from' ? 'From' : 'To'}
      value={money}
      defaultCurrency={currency}
      onChange={set}
      onBlur={() => apply(currency, min, max)}
      {...(name === 'to' && isReversed && { error: 'Less than the amount before' })}
    />
  )
  return (
    // Enter applies it like leaving the field.
    <fieldset
      className={classes.amount}
      data-currencies={enableCurrencies || undefined}
      onKeyDown={(event) => event.key === 'Enter' && apply(currency, min, max)}
    >
      <legend>{label}</legend>
      {end('from', min, setMin)}
      {end('to', max, setMax)}
      {enableCurrencies && (
        <NativeSelect
          aria-label={`${label} currency`}
          data={[...CURRENCIES]}
          value={currency}
          onChange={(event) => choose(event.currentTarget.value as Currency)}
        />
      )}
      {enableCurrencies && (
        <Text size="xs" c="dimmed" className={classes.amountHint}>
          Only amounts in {currency}.
        </Text>
      )}
    </fieldset>
  )
}
