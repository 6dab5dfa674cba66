import { z } from 'zod'
import { type Currency, currency } from './money.ts'

/**
 * A range of amounts in one currency, as lists are filtered by it: `USD,1000,50000` in minor units, both ends included.
 * An end can be empty. Rows in other currencies don't match, whatever they are worth.
 */

export interface AmountRange {
  currency: Currency
  min: number | null
  max: number | null
}

const endOf = (text: string | undefined): number | null | undefined => {
  if (text === '') return null
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Null if the text isn't a range. */
export const amountRangeIn = (text: string): AmountRange | null => {
  const [code, from, to, ...rest] = text.split(',')
  const known = currency.safeParse(code)
  const [min, max] = [endOf(from), endOf(to)]
  if (!known.success || min === undefined || max === undefined || rest.length > 0) return null
  if (min !== null && max !== null && min > max) return null
  return { currency: known.data, min, max }
}

export const amountRangeText = ({ currency, min, max }: AmountRange): string =>
  [currency, min ?? '', max ?? ''].join(',')

export const amountRange = z
  .string()
  .refine(
    (text) => amountRangeIn(text) !== null,
    'Must be a currency, the least and the most in minor units, like USD,1000,50000',
  )
