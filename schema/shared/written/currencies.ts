import { withoutEnd } from '../match-key.ts'
import { CURRENCIES, type Currency } from '../money.ts'

/** Which currency a text names: by its code, or by a sign. Also those that the product doesn't have. Pure. */

export interface SaidCurrency {
  /** As people would say it: "NZD", or "kr" for what four countries write. */
  name: string
  /** Null for one that can't be used. */
  currency: Currency | null
  /** What the sign could mean as well. */
  others: readonly string[]
  by: 'CODE' | 'SIGN'
}

/** ISO 4217. */
const CODES = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNH CNY ' +
    'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD ' +
    'IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK ' +
    'MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS ' +
    'SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
)
/** Codes that are words as well. They count only beside a number, in parentheses or alone. */
const WORDS = new Set([
  'ALL',
  'TOP',
  'TRY',
  'CUP',
  'SOS',
  'GEL',
  'PEN',
  'COP',
  'MAD',
  'RON',
  'LAK',
  'MOP',
  'BAM',
  'NAD',
])

const ours = (code: string): Currency | null => CURRENCIES.find((one) => one === code) ?? null

const CODE = /(?<![\p{L}\d])([A-Z]{3})(?!\p{L})|(?<=\d)([A-Z]{3})(?!\p{L})/gu

const isBesideNumber = (text: string, at: number): boolean =>
  /\d[^\p{L}\d]{0,3}$/u.test(text.slice(0, at)) || /^[^\p{L}\d]{0,3}\d/u.test(text.slice(at + 3))

const codesIn = (text: string): string[] =>
  [...text.matchAll(CODE)].flatMap((match) => {
    const code = match[1] ?? match[2] ?? ''
    if (!CODES.has(code)) return []
    const isAlone = text.trim() === code || new RegExp(`\\(\\s?${code}\\s?\\)`).test(text)
    return !WORDS.has(code) || isAlone || isBesideNumber(text, match.index) ? [code === 'CNH' ? 'CNY' : code] : []
  })

type Sign = [sign: RegExp, name: string, others?: readonly string[]]

const DOLLARS = ['AUD', 'CAD', 'HKD', 'NZD', 'SGD', 'MXN']

/** The first that fits counts. Letters before a dollar sign belong to it. */
const SIGNS: Sign[] = [
  [/(?<!\p{L})(?:US|U\.S\.|USD)\s?\$|(?<!\p{L})U\$[SD]?|\$\s?US(?!\p{L})/u, 'USD'],
  [/(?<!\p{L})(?:AU|A|AUD)\s?\$/u, 'AUD'],
  [/(?<!\p{L})(?:CA|C|CDN|CAN|CAD)\s?\$|\$\s?(?:CA|CDN|CAN)(?!\p{L})/u, 'CAD'],
  [/(?<!\p{L})(?:HK|HKD)\s?\$/u, 'HKD'],
  [/(?<!\p{L})(?:NZ|NZD)\s?\$/u, 'NZD'],
  [/(?<!\p{L})(?:SG|S|SGD)\s?\$/u, 'SGD'],
  [/(?<!\p{L})(?:MX|MEX|Mex|MXN)\s?\$/u, 'MXN'],
  [/(?<!\p{L})(?:NT|TW)\s?\$/u, 'TWD'],
  [/(?<!\p{L})R\$/u, 'BRL'],
  [/(?<!\p{L})(?:CL|CLP)\s?\$/u, 'CLP'],
  [/(?<!\p{L})(?:COL|COP)\s?\$/u, 'COP'],
  [/(?<!\p{L})(?:AR|ARS)\s?\$/u, 'ARS'],
  [/(?<!\p{L})\p{Lu}[\p{L}.]{0,3}\s?\$/u, 'another dollar'],
  [/\$/, 'USD', DOLLARS],
  [/€|(?<!\p{L})[Ee][Uu][Rr][Oo]s?(?!\p{L})/u, 'EUR'],
  [/E£|£E|(?<!\p{L})L\.?E\.?(?=\s?\d)/u, 'EGP'],
  [/£/, 'GBP'],
  [/(?<!\p{L})(?:CN|RMB|C)\s?[¥￥]|元|(?<!\p{L})RMB|人民币|人民幣/u, 'CNY'],
  [/(?<!\p{L})JP\s?[¥￥]|円|圓/u, 'JPY'],
  [/[¥￥]/, 'JPY', ['CNY']],
  [/₪|(?<!\p{L})NIS(?!\p{L})|ש["״]ח/u, 'ILS'],
  [/(?<!\p{L})S?Fr\.?(?=\s?\d)|\d\s?S?Fr\.?(?!\p{L})|(?<!\p{L})S?Fr\.$/u, 'CHF'],
  [/(?<!\p{L})kr\.?(?!\p{L})/iu, 'kr (Swedish, Norwegian, Danish or Icelandic)'],
  [/zł|(?<!\p{L})zl(?!\p{L})/iu, 'PLN'],
  [/Kč/i, 'CZK'],
  [/(?<!\p{L})Ft(?!\p{L})/u, 'HUF'],
  [/(?<!\p{L})lei(?!\p{L})/iu, 'RON'],
  [/лв/i, 'BGN'],
  [/₹|(?<!\p{L})Rs\.?(?!\p{L})/u, 'INR'],
  [/₺|(?<!\p{L})TL(?!\p{L})/u, 'TRY'],
  [/₽|руб/i, 'RUB'],
  [/₴|грн/i, 'UAH'],
  [/₩|원/, 'KRW'],
  [/₫/, 'VND'],
  [/฿/, 'THB'],
  [/₱/, 'PHP'],
  [/₦/, 'NGN'],
  [/₡/, 'CRC'],
  [/₵/, 'GHS'],
  [/₸/, 'KZT'],
  [/₲/, 'PYG'],
  [/₾/, 'GEL'],
  [/(?<!\p{L})RM(?=\s?\d)/u, 'MYR'],
  [/(?<!\p{L})Rp\.?(?=\s?\d)/u, 'IDR'],
  [/(?<!\p{L})R(?=\s?\d)/u, 'ZAR'],
  [/S\/\.?(?=\s?\d)/u, 'PEN'],
  [/(?<!\p{L})F?CFA(?!\p{L})/u, 'XOF'],
  [/د\.إ|(?<!\p{L})Dhs?\.?(?=\s?\d)/u, 'AED'],
  [/ر\.س|(?<!\p{L})SR(?=\s?\d)/u, 'SAR'],
  [/(?<!\p{L})KSh/iu, 'KES'],
]

/** The currency that stands in a text with an amount, or in a value. A code counts more than a sign. Null without both. */
export const currencySaid = (text: string): SaidCurrency | null => {
  const [code] = codesIn(text)
  if (code) return { name: code, currency: ours(code), others: [], by: 'CODE' }
  const [, name, others = []] = SIGNS.find(([sign]) => sign.test(text)) ?? []
  return name ? { name, currency: ours(name), others, by: 'SIGN' } : null
}

const LABEL_CODE = /[([]\s?([A-Za-z]{3})\s?[)\]]|(?:^|\s)(?:in|en|i)\s([A-Za-z]{3})$|(?:^|\s)([A-Z]{3})$/

/** The currency that a label names: "Total (EUR)", "Betrag in EUR", "Total USD", "Montant €". */
export const currencyOfLabel = (label: string): SaidCurrency | null => {
  const plain = withoutEnd(label, ': \n\t')
  const match = LABEL_CODE.exec(plain)
  const code = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').toUpperCase()
  if (CODES.has(code) && !(match?.[3] && WORDS.has(code)))
    return { name: code, currency: ours(code), others: [], by: 'CODE' }
  return /[$€£¥￥₪₹]/.test(plain) ? currencySaid(plain) : null
}

export const currencyIn = (text: string): Currency | null => currencySaid(text)?.currency ?? null
