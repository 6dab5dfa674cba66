import { Input, NativeSelect, NumberInput } from '@mantine/core'
import { useId, useState } from 'react'
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
import { toMajorText } from './minor-units.ts'

interface MoneyFieldProps extends FieldProps<Money | null> {
  /** `useCompany().enableCurrencies`: shows the currency selector. */
  enableCurrencies?: boolean
  /** Of an empty field; the company's currency. */
  defaultCurrency?: Currency
  allowNegative?: boolean
}

const textOf = (money: Money | null | undefined): string => (money ? toMajorText(money.value, money.currency) : '')

/** An amount in minor units: typed in major units as en-US, empty is null. */
export const MoneyField = (props: MoneyFieldProps) => {
  const { label, description, error, required, value, onChange, onBlur, ...rest } = props
  const { enableCurrencies = false, defaultCurrency = DEFAULT_CURRENCY, allowNegative = false, id, ...input } = rest
  const generated = useId()
  const inputId = id ?? generated
  const [chosen, setChosen] = useState<Currency>(defaultCurrency)
  const currency = value?.currency ?? chosen
  const [text, setText] = useState(() => textOf(value))

  // A value from outside replaces the text, unless it is what the text says already ("12." is 12.00).
  const typed = text === '' ? null : parseAmount(text, currency)
  if ((value?.value ?? null) !== typed && !(text !== '' && typed === null && !value)) setText(textOf(value))

  const emit = (nextText: string, nextCurrency: Currency): void => {
    const minor = nextText === '' ? null : parseAmount(nextText, nextCurrency)
    onChange?.(minor === null ? null : { value: minor, currency: nextCurrency })
  }
  const exponent = currencyExponent(currency)
  return (
    <Input.Wrapper label={label} description={description} error={error} id={inputId} {...asterisk(required)}>
      <div className={classes.money} data-currencies={enableCurrencies || undefined}>
        <NumberInput
          {...input}
          id={inputId}
          error={Boolean(error)}
          aria-required={required}
          hideControls
          inputMode="decimal"
          thousandSeparator=","
          decimalScale={exponent}
          allowNegative={allowNegative}
          valueIsNumericString
          leftSection={<span aria-hidden>{currencySymbol(currency)}</span>}
          leftSectionWidth={currencySymbol(currency).length > 1 ? 44 : 32}
          placeholder={exponent ? `0.${'0'.repeat(exponent)}` : '0'}
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
        {enableCurrencies && (
          <NativeSelect
            aria-label="Currency"
            data={[...CURRENCIES]}
            value={currency}
            disabled={input.disabled ?? false}
            onChange={(event) => {
              const next = event.currentTarget.value as Currency
              setChosen(next)
              // 12.50 dollars are 13 yen at most by hand: what does not fit the currency is shortened in sight.
              const kept = currencyExponent(next) === 0 ? (text.split('.')[0] ?? '') : text
              setText(kept)
              emit(kept, next)
            }}
          />
        )}
      </div>
    </Input.Wrapper>
  )
}
