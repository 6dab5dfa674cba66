import type { Meaning } from '../../documents/reading/labels/meanings.ts'
import { type Currency, currencyExponent, formatMoney } from '../../shared/money.ts'
import { amountIn, type DecimalSign, minorFrom } from '../../shared/written/amounts.ts'
import { currencySaid } from '../../shared/written/currencies.ts'
import { dateIn } from '../../shared/written/dates.ts'
import type { Labelled } from './seen.ts'

/** The sums below an invoice's lines: what is to be paid, and what it is made of. Pure. */

export interface Sum {
  one: Labelled
  meaning: Meaning
  weight: number
  /** Minor units. */
  value: number
  /** What the same text could be as well. NaN for what is no single amount. */
  other: number | null
}

const SUM_MEANINGS: readonly Meaning[] = ['due', 'totalAmount', 'net', 'tax', 'paid', 'previous', 'extra']
const TAKEN_OFF =
  /discount|rebate|rabatt|rabat\b|remise|rabais|ristourne|sconto|korting|descuento|desconto|nachlass|escompte|promo|coupon/i

/** An amount in place of a date: "Payment due: $500". */
const LOOKS_LIKE_MONEY = /[$€£¥₪]|\d[.,]\d{2}(?!\d)|\b[A-Z]{3}\b/

const meaningAsSum = ({ meaning, field }: Labelled): Meaning | null => {
  if (!meaning) return null
  if (SUM_MEANINGS.includes(meaning.meaning)) return meaning.meaning
  return meaning.meaning === 'dueDate' && LOOKS_LIKE_MONEY.test(field.mentionText) ? 'due' : null
}

/** What may stand beside an amount, in its own text. */
const BESIDE = /^(?:CR|incl|inkl|inc|excl|exkl|exl|brutto|netto|gross|net|ttc|ht|vat|mwst|only|euros?|dollars?)$/i

/** Whether a text is an amount, and not a date, a rate or a sentence with a number. */
export const isAmountText = (text: string): boolean => {
  const plain = text.normalize('NFKC')
  if (!/\p{Nd}/u.test(plain) || /^[^\d]*\d+(?:[.,]\d+)?\s?%\s*$/.test(plain) || dateIn(plain, 'DMY') !== null)
    return false
  const words = plain.replaceAll(/\p{L}{1,4}\s?[$€£¥]/gu, ' ').match(/\p{L}{2,}/gu) ?? []
  return words.every((word) => BESIDE.test(word) || currencySaid(word) !== null)
}

export const sumsIn = (labelled: readonly Labelled[], sign: DecimalSign | null, currency: Currency): Sum[] =>
  labelled.flatMap((one): Sum[] => {
    const meaning = meaningAsSum(one)
    const text = one.field.mentionText
    if (!meaning || !isAmountText(text)) return []
    const read = amountIn(text, sign, currencyExponent(currency))
    const value = read && minorFrom(read.decimal, currency)
    if (!read || value === null) return []
    const other = read.other === null ? null : (minorFrom(read.other || 'x', currency) ?? Number.NaN)
    const isOff = meaning === 'extra' && TAKEN_OFF.test(one.label)
    return [{ one, meaning, weight: one.meaning?.weight ?? 0, value: isOff ? -Math.abs(value) : value, other }]
  })

/** Sums with one meaning, and the weights of the surest of them. */
const surest = (sums: readonly Sum[], meaning: Meaning): Sum[] => {
  const all = sums.filter((one) => one.meaning === meaning)
  const most = Math.max(0, ...all.map(({ weight }) => weight))
  return all.filter(({ weight }) => weight >= most - 0.05)
}

/** More different sums of a kind are none. */
const MOST_EXTRAS = 6
const distinct = (values: readonly number[]): number[] => [...new Set(values)]

/** Sums of some of them, with those that make each. */
const subsets = (extras: readonly Sum[]): Sum[][] => {
  const all: Sum[][] = [[]]
  for (const one of extras.slice(0, MOST_EXTRAS)) all.push(...all.map((some) => some.concat(one)))
  return all
}

interface Part {
  description: string
  amount: number
}

/** What is added to `base` to make `total`: taxes, shipping, discounts, payments. Null if nothing known does. */
export const partsBetween = (base: number, total: number, sums: readonly Sum[]): Part[] | null => {
  const rest = total - base
  if (rest === 0) return []
  const sign = total < 0 ? -1 : 1
  const once = (meaning: Meaning): Sum[] => {
    const all = sums.filter((one) => one.meaning === meaning && one.value !== 0)
    return all.filter(({ value }, at) => all.findIndex((other) => other.value === value) === at)
  }
  const taxes = once('tax').slice(0, MOST_EXTRAS)
  const ways: Part[][] = [
    [],
    ...taxes.map(({ value }) => [{ description: 'Tax', amount: sign * Math.abs(value) }]),
    ...(taxes.length > 1
      ? [taxes.map(({ one, value }) => ({ description: one.label, amount: sign * Math.abs(value) }))]
      : []),
  ]
  const off = once('paid').map((one): Sum => ({ ...one, value: -sign * Math.abs(one.value) }))
  for (const some of subsets([...once('extra'), ...off]))
    for (const way of ways) {
      const parts = [...way, ...some.map(({ one, value }) => ({ description: one.label, amount: value }))]
      if (parts.reduce((all, { amount }) => all + amount, 0) === rest) return parts
    }
  return null
}

export interface Payable {
  sum: Sum
  value: number
  /** Whether lines, taxes and other sums make it. */
  isProven: boolean
  doubt: string | null
}

/** How a sum is proven: by its lines, or by net and tax. */
const isMade = (value: number, linesSum: number | null, sums: readonly Sum[]): boolean => {
  const nets = distinct(sums.filter(({ meaning }) => meaning === 'net').map((one) => one.value)).slice(0, MOST_EXTRAS)
  const bases = linesSum === null ? nets : [linesSum, ...nets]
  return bases.some((base) => (base !== value || base === linesSum) && partsBetween(base, value, sums) !== null)
}

/** What is to be paid. 'NOTHING' if the invoice says so itself. Null if it has no total. */
export const payableOf = (
  sums: readonly Sum[],
  linesSum: number | null,
  currency: Currency,
): Payable | { nothing: Sum } | null => {
  const money = (value: number): string => formatMoney({ value, currency })
  const chosen = (meaning: Meaning): { sum: Sum; others: number[] } | null => {
    const all = surest(sums, meaning)
    const values = distinct(all.map(({ value }) => value))
    const made = all.slice(0, MOST_EXTRAS).find(({ value }) => value !== 0 && isMade(value, linesSum, sums))
    const largest = all.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))[0]
    const sum = (values.length === 1 ? all.toSorted((a, b) => b.weight - a.weight)[0] : (made ?? largest)) ?? null
    return (
      sum && {
        sum,
        others: made && values.length > 1 && meaning !== 'due' ? [] : values.filter((value) => value !== sum.value),
      }
    )
  }
  const [due, gross] = [chosen('due'), chosen('totalAmount')]
  const total = (meaning: Meaning): number =>
    distinct(sums.filter((one) => one.meaning === meaning).map(({ value }) => Math.abs(value))).reduce(
      (all, value) => all + value,
      0,
    )
  const [paid, before] = [total('paid'), total('previous')]
  if (due && due.sum.value === 0 && due.others.length === 0) return { nothing: due.sum }
  const one = due ?? gross
  if (!one) return null
  const doubtOf = ({ sum, others }: { sum: Sum; others: number[] }): string | null => {
    if (sum.other !== null)
      return Number.isNaN(sum.other)
        ? `“${sum.one.field.mentionText}” can be read in more than one way.`
        : `It could also be ${money(sum.other)}.`
    return others[0] === undefined ? null : `Another total says ${money(others[0])}.`
  }
  const doubt = doubtOf(one)
  if (due && before > 0) return withoutBefore({ due, gross, before, paid, linesSum, sums, currency })
  if (due) {
    const { sum } = due
    const rest = gross && Math.abs(gross.sum.value) - Math.abs(sum.value)
    const isExplained =
      !gross ||
      rest === 0 ||
      rest === paid ||
      sums.some(({ meaning, value }) => meaning === 'paid' && Math.abs(value) === rest)
    const isProven =
      isMade(sum.value, linesSum, sums) || (gross !== null && isExplained && isMade(gross.sum.value, linesSum, sums))
    const differs =
      gross && !isExplained && !isMade(sum.value, linesSum, sums)
        ? `The total of the invoice says ${money(gross.sum.value)}.`
        : null
    return { sum, value: sum.value, isProven, doubt: doubt ?? differs }
  }
  const { sum } = one
  const isProven = isMade(sum.value, linesSum, sums)
  if (paid === 0 || Math.abs(sum.value) < paid)
    return {
      sum,
      value: sum.value,
      isProven: isProven && before === 0,
      doubt:
        before > 0 ? `It may include a previous balance of ${money(before)}.` : (doubt ?? notMade(sum, sums, money)),
    }
  if (Math.abs(sum.value) === paid) return { nothing: sum }
  // Whether the total is before or after what was paid, no label says.
  const rest = sum.value < 0 ? sum.value + paid : sum.value - paid
  const isRest = linesSum !== null && Math.abs(linesSum) === Math.abs(sum.value) + paid
  return isRest
    ? { sum, value: sum.value, isProven, doubt }
    : { sum, value: rest, isProven: false, doubt: `${money(paid)} of ${money(sum.value)} is said to be paid.` }
}

/** Net and tax that make another total than the one that is written. */
const notMade = (sum: Sum, sums: readonly Sum[], money: (value: number) => string): string | null => {
  const nets = distinct(sums.filter(({ meaning }) => meaning === 'net').map(({ value }) => value))
  const taxes = distinct(
    sums.filter(({ meaning, value }) => meaning === 'tax' && value !== 0).map(({ value }) => Math.abs(value)),
  )
  const [net] = nets
  if (net === undefined || nets.length > 1 || taxes.length !== 1 || sums.some(({ meaning }) => meaning === 'extra'))
    return null
  const made = net + (taxes[0] ?? 0)
  return made === sum.value || net === 0 || Math.abs(net) > Math.abs(sum.value) + (taxes[0] ?? 0)
    ? null
    : `Net amount and tax make ${money(made)}.`
}

interface WithBefore {
  due: { sum: Sum; others: number[] }
  gross: { sum: Sum; others: number[] } | null
  before: number
  paid: number
  linesSum: number | null
  sums: readonly Sum[]
  currency: Currency
}

/** A balance from before was billed before. What is new is to be entered. */
const withoutBefore = ({
  due,
  gross,
  before,
  paid,
  linesSum,
  sums,
  currency,
}: WithBefore): Payable | { nothing: Sum } => {
  const { sum } = due
  const open = before - paid
  if (open === 0) return { sum, value: sum.value, isProven: isMade(sum.value, linesSum, sums), doubt: null }
  const money = (value: number): string => formatMoney({ value, currency })
  const left = open > 0 ? open : before
  const current = gross && gross.sum.value + left === sum.value ? gross.sum.value : sum.value - left
  const isIncluded = isMade(sum.value, linesSum, sums) && !(gross && gross.sum.value + left === sum.value)
  if (!isIncluded && current === 0) return { nothing: sum }
  const doubt = isIncluded
    ? `A previous balance of ${money(left)} is listed beside it.`
    : `${money(sum.value)} with a balance from before, ${money(left)}.`
  return {
    sum: !isIncluded && gross && gross.sum.value === current ? gross.sum : sum,
    value: isIncluded || current < 0 ? sum.value : current,
    isProven: false,
    doubt,
  }
}
