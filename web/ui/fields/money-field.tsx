import { NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import {
  CURRENCIES,
  type Currency,
  currencyExponent,
  DEFAULT_CURRENCY,
  type Money,
  parseAmount,
} from '../../../schema/shared/money.ts'
import { currencySymbol } from '../../lib/format.ts'
import { asterisk, type FieldProps } from './field-props.ts'
import classes from './fields.module.css'
import { inOtherUnits, toMajorText } from './minor-units.ts'

interface MoneyFieldProps extends FieldProps<Money | null> {
  /** `useCompany().enableCurrencies`: shows the currency selector. */
  enableCurrencies?: boolean
  /** The currency of an empty field: the company's. */
  defaultCurrency?: Currency
  allowNegative?: boolean
}

const textOf = (money: Money | null | undefined): string => (money ? toMajorText(money.value, money.currency) : '')

/** An amount in minor units, typed in major units as en-US. Empty is null. */
export const MoneyField = (props: MoneyFieldProps) => {
  const { required, value, onChange, onBlur, enableCurrencies = false, ...others } = props
  const { defaultCurrency = DEFAULT_CURRENCY, allowNegative = false, ...rest } = others
  const [chosen, setChosen] = useState<Currency>(defaultCurrency)
  const currency = value?.currency ?? chosen
  const [text, setText] = useState(() => textOf(value))

  // A value from outside replaces the text, unless the text already means it ("12." is 12.00).
  const typed = text === '' ? null : parseAmount(text, currency)
  if ((value?.value ?? null) !== typed && !(text !== '' && typed === null && !value)) setText(textOf(value))

  const emit = (nextText: string, nextCurrency: Currency): void => {
    const minor = nextText === '' ? null : parseAmount(nextText, nextCurrency)
    onChange?.(minor === null ? null : { value: minor, currency: nextCurrency })
  }
  const changeCurrency = (next: Currency): void => {
    setChosen(next)
    const minor = inOtherUnits(parseAmount(text, currency), currency, next)
    // What isn't an amount yet ("-") stays as it is typed.
    const kept = minor === null ? text : toMajorText(minor, next)
    setText(kept)
    emit(kept, next)
  }
  const exponent = currencyExponent(currency)
  const symbol = currencySymbol(currency)
  return (
    <NumberInput
      {...rest}
      {...asterisk(required)}
      inputContainer={(amount) =>
        enableCurrencies ? (
          <div className={classes.money}>
            {amount}
            <NativeSelect
              aria-label="Currency"
              data={[...CURRENCIES]}
              value={currency}
              disabled={Boolean(rest.disabled || rest.readOnly)}
              onChange={(event) => changeCurrency(event.currentTarget.value as Currency)}
            />
          </div>
        ) : (
          amount
        )
      }
      hideControls
      // A comma groups thousands. As a decimal mark it would turn 98,765 into 98.76.
      allowedDecimalSeparators={['.']}
      inputMode="decimal"
      thousandSeparator=","
      decimalScale={exponent}
      allowNegative={allowNegative}
      valueIsNumericString
      leftSection={<span aria-hidden>{symbol}</span>}
      leftSectionWidth={symbol.length > 1 ? 44 : 32}
      placeholder={rest.placeholder ?? (exponent ? `0.${'0'.repeat(exponent)}` : '0')}
      value={text}
      onValueChange={({ value: next }) => {
        if (next === text) return
        setText(next)
        emit(next, currency)
      }}
      onBlur={(event) => {
        if (value) setText(textOf(value))
        onBlur?.(event as never)
      }}
    />
  )
}
