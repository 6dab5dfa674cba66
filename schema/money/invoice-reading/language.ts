import { labelKey } from '../../documents/reading/labels/labels.ts'
import type { Currency } from '../../shared/money.ts'
import { type DecimalSign, decimalSignOf } from '../../shared/written/amounts.ts'

/** Which sign parts decimals, from the amounts of an invoice, its words and its currency. Pure. */

/** Words of one language alone, as `labelKey` writes them. */
const WORDS = {
  en: /\b(?:invoice|due|amount|number|balance|paid|bill|subtotal|quantity|unit price|payable|issued)\b/,
  de: /rechnung|betrag|mwst|ust\b|gesamt|zahlbar|fallig|summe|gutschrift|zahlung|datum\b/,
  fr: /\bfacture|montant|echeance|\btva\b|\bttc\b|\bht\b|a payer|\bavoir\b|acompte/,
  es: /\bfactura\b|importe|vencimiento|a pagar|\bfecha\b|base imponible/,
  it: /fattura|importo|scadenza|imponibile|totale|acconto/,
  nl: /factuur|bedrag\b|vervaldatum|\bbtw\b|te betalen|totaal/,
  pt: /\bfatura\b|vencimento|\bvalor\b|emissao/,
  nordic: /faktura|belopp?\b|belob|betala|betale|forfall|forfald|\bmoms\b|\bmva\b|i alt/,
  pl: /faktur[ay]|zaplaty|brutto|kwota|wystawienia|platnosci|razem/,
} as const
export type Language = keyof typeof WORDS

/** The one language of all labels, or null for none or several. */
export const languageOf = (labels: readonly string[]): Language | null => {
  const keys = labels.map(labelKey)
  const found = (Object.keys(WORDS) as Language[])
    .map((language) => ({ language, count: keys.filter((key) => WORDS[language].test(key)).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  const [first, second] = found
  return first && (!second || first.count >= 3 * second.count) ? first.language : null
}

const POINT: readonly Currency[] = ['USD', 'GBP', 'AUD', 'HKD', 'CNY', 'JPY', 'ILS', 'CAD']

/**
 * The sign before decimals in these amounts, or null if they or the language don't tell. Amounts of three digits after
 * a sign tell nothing themselves.
 */
export const signOf = (
  texts: readonly string[],
  language: Language | null,
  currency: Currency | null,
): DecimalSign | null => {
  const signs = new Set(texts.map(decimalSignOf).filter((sign) => sign !== null))
  const [only] = signs
  if (only && signs.size === 1) return only
  if (signs.size > 1 || language === null) return null
  if (language === 'en') return currency !== null && POINT.includes(currency) ? '.' : null
  // Swiss and American authors write a point in these languages as well.
  if (currency === 'CHF' || ((language === 'es' || language === 'pt') && currency !== 'EUR')) return null
  return ','
}
