import { PATTERNS } from './label-words.ts'
import type { Meaning } from './meanings.ts'

/** What the labels on invoices say, in the languages of `label-words.ts`. Pure. */

const LETTERS = new Map(Object.entries({ ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i' }))

/** "Rechnungs-Nr.:" is "rechnungs nr", and "Échéance" is "echeance". */
export const labelKey = (label: string): string =>
  label
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[łøßæœđı]/g, (one) => LETTERS.get(one) ?? one)
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/[:.*()[\]|]/g, ' ')
    .replaceAll(/[-\u2010-\u2015\u2212/\u00ad]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 60)

/** A currency behind a label, such as "Total EUR". */
const CURRENCY_AT_END =
  /\s(?:(?:in|en|i)\s)?(?:usd|eur|euro|euros|gbp|jpy|aud|cad|chf|cny|hkd|ils|nzd|sgd|mxn|sek|nok|dkk|pln|czk|inr|brl|zar|[€$£¥₪])$/

export interface LabelMeaning {
  meaning: Meaning
  weight: number
}

/** Labels stand on a page many times, and on many pages. */
const known = new Map<string, LabelMeaning | null>()
const MOST_KNOWN = 2_000
const LONGEST = 80

/** What a label means and how sure that is, or null. */
export const meaningOf = (label: string): LabelMeaning | null => {
  if (label.length > LONGEST) return null
  const before = known.get(label)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const meaning = foundMeaning(label)
  known.set(label, meaning)
  return meaning
}

const foundMeaning = (label: string): LabelMeaning | null => {
  // A rate beside it, such as "VAT 19%".
  const key = labelKey(label.replaceAll(/\d{1,6}(?:[.,]\d{1,6})?\s?%/g, ' '))
  const plain = key.replace(CURRENCY_AT_END, '').trim()
  if (plain === '') return null
  for (const [meaning, weight, pattern] of PATTERNS) if (pattern.test(plain)) return meaning && { meaning, weight }
  return null
}
