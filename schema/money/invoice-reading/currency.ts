import type { Currency } from '../../shared/money.ts'
import { currencyOfLabel, currencySaid, type SaidCurrency } from '../../shared/written/currencies.ts'
import type { Language } from './language.ts'
import { bestOf, type Labelled } from './seen.ts'

/** Which currency an invoice is in. Pure. */

interface InvoiceCurrency {
  /** Null if nothing names one. */
  said: SaidCurrency | null
  /** Why it may be another one, as a sentence, or null. */
  doubt: string | null
}

/** The ends of numbers and names in countries with their own dollar. */
const OTHER_DOLLARS = /\b(?:ABN|ACN|GST|HST|PST|QST|Pty|NZBN|UEN|GSTIN)\b/
const DOLLARS: readonly Currency[] = ['AUD', 'CAD', 'HKD']

const couldBe = (names: readonly string[]): string => `The currency could also be ${names.join(' or ')}.`

/**
 * What the amount itself names counts most, then its label, then a field for the currency, then other amounts. A code
 * counts more than a sign: "$" beside "Currency: MXN" are pesos.
 */
export const currencyOf = (
  amount: Labelled | null,
  labelled: readonly Labelled[],
  amountTexts: readonly string[],
  { usual, language }: { usual: Currency; language: Language | null },
): InvoiceCurrency => {
  const own = amount && currencySaid(amount.field.mentionText)
  const ofLabel = amount && currencyOfLabel(amount.label)
  const stated = bestOf(labelled, 'currency').flatMap(
    ({ field }) => currencySaid(field.mentionText.toUpperCase()) ?? [],
  )
  const others = amountTexts.flatMap((text) => currencySaid(text) ?? [])
  const all = [own, ofLabel, ...stated, ...others].filter((one) => one !== null)
  const codes = [...new Set(all.filter(({ by }) => by === 'CODE').map(({ name }) => name))]
  const said =
    (own?.by === 'CODE' ? own : null) ??
    ofLabel ??
    stated[0] ??
    own ??
    all.find(({ by }) => by === 'CODE') ??
    all[0] ??
    null
  if (!said) return { said, doubt: null }
  const signs = [own, ...others].filter((one) => one?.by === 'SIGN' && one.name !== said.name)
  const against = [
    ...codes.filter((code) => code !== said.name),
    // A dollar sign fits every dollar, and no euro.
    ...signs.flatMap((one) => (one && !one.others.includes(said.name) ? [one.name] : [])),
  ]
  if (against.length > 0) return { said, doubt: couldBe([...new Set(against)].slice(0, 2)) }
  if (said.by === 'CODE' || said.others.length === 0) return { said, doubt: null }
  if (codes.length > 0) return { said, doubt: null }
  if (said.currency === 'JPY') {
    const hasCents = amountTexts.some((text) => /[¥￥]?\s?\d[.,]\d{2}(?!\d)/.test(text))
    const yuan: SaidCurrency = { ...said, name: 'CNY', currency: 'CNY', others: ['JPY'] }
    return { said: hasCents ? yuan : said, doubt: couldBe([hasCents ? 'JPY' : 'CNY']) }
  }
  const hasOther =
    labelled.some(({ label, field }) => OTHER_DOLLARS.test(label) || OTHER_DOLLARS.test(field.mentionText)) ||
    language === 'es' ||
    language === 'pt'
  if (DOLLARS.includes(usual)) return { said, doubt: couldBe([usual]) }
  return { said, doubt: hasOther ? 'The currency could be another dollar or peso.' : null }
}
