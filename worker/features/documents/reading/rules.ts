import type { EntityType, Page } from '../../../../schema/documents/readings.ts'
import type { DocumentType } from '../../../../schema/documents/values.ts'
import { CURRENCIES, currencyExponent } from '../../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../../schema/shared/values.ts'

/**
 * What a contract, an invoice or a report says, found by rules: dates, amounts, parties and terms, each with its place
 * and how sure the rule is. Pure; works without any provider.
 */

export interface Found {
  type: EntityType
  page: number
  /** Of the page's text. */
  start: number
  end: number
  confidence: number
  properties: Record<string, string>
}

type Rule = (page: Page, isFirst: boolean) => Found[]

const found = (
  type: EntityType,
  { page }: Page,
  match: { index: number; 0: string },
  confidence: number,
  properties: Record<string, string> = {},
): Found => ({ type, page, start: match.index, end: match.index + match[0].length, confidence, properties })

// ---- Document types, by their titles

const TITLES: [RegExp, DocumentType][] = [
  [/\bSOC\s*2\b[^\n]{0,40}\bType\s*(?:II|2)\b/i, 'SOC_2_TYPE_II_REPORT'],
  [/\bSOC\s*2\b[^\n]{0,40}\bType\s*(?:I|1)\b/i, 'SOC_2_TYPE_I_REPORT'],
  [/\bISO(?:\/IEC)?\s*27001\b/i, 'ISO_27001'],
  [/\bMaster\s+(?:Services?|Subscription|Software)\s+Agreement\b/i, 'MSA'],
  [/\bData\s+Processing\s+(?:Agreement|Addendum)\b/i, 'DPA'],
  [/\b(?:Mutual\s+)?(?:Non-?Disclosure|Confidentiality)\s+Agreement\b/i, 'NDA'],
  [/\bStatement\s+of\s+Work\b/i, 'SOW'],
  [/\bOrder\s+Form\b/i, 'ORDER_FORM'],
  [/\bAmendment\s+(?:No\.?|to|#)/i, 'AMENDMENT'],
  [/\bCertificate\s+of\s+(?:Liability\s+)?Insurance\b/i, 'CERTIFICATE_OF_INSURANCE'],
  [/\bPenetration\s+Test(?:ing)?\b/i, 'PENETRATION_TEST'],
  [/\bForm\s+W-?9\b/i, 'W_9'],
  [/\bInvoice\b/i, 'INVOICE'],
  [/\bReceipt\b/i, 'RECEIPT'],
]

/** A title stands in the first lines of the first page. */
const documentTypes: Rule = (page, isFirst) => {
  if (!isFirst) return []
  const head = page.text.slice(0, 600)
  for (const [title, documentType] of TITLES) {
    const match = title.exec(head)
    if (match) return [found('DOCUMENT_TYPE', page, match, match.index < 120 ? 0.95 : 0.75, { documentType })]
  }
  return []
}

// ---- Dates

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
const DATE = new RegExp(
  `\\b(?:(\\d{4})-(\\d{2})-(\\d{2})|(${MONTHS})\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})|(\\d{1,2})(?:st|nd|rd|th)?\\s+(${MONTHS}),?\\s+(\\d{4})|(\\d{1,2})/(\\d{1,2})/(\\d{4}))\\b`,
  'gi',
)
const monthOf = (name: string): string =>
  String(MONTHS.toLowerCase().split('|').indexOf(name.toLowerCase()) + 1).padStart(2, '0')

const dateOf = (match: RegExpMatchArray): string | null => {
  const [, isoYear, isoMonth, isoDay, name, day, year, day2, name2, year2, us1, us2, us3] = match
  const two = (text = '') => text.padStart(2, '0')
  const date = isoYear
    ? `${isoYear}-${isoMonth}-${isoDay}`
    : name
      ? `${year}-${monthOf(name)}-${two(day)}`
      : name2
        ? `${year2}-${monthOf(name2)}-${two(day2)}`
        : `${us3}-${two(us1)}-${two(us2)}`
  return isCalendarDate(date) ? date : null
}

const STARTS = /\b(?:effective|commenc\w*|start\w*|begin\w*|from)\b[^.\n]{0,40}$/i
const ENDS = /\b(?:expir\w*|end\w*|until|through|terminat\w*|to|renewal)\b[^.\n]{0,30}$|[–-]\s*$/i

const dates: Rule = (page) =>
  [...page.text.matchAll(DATE)].flatMap((match) => {
    const date = dateOf(match)
    if (!date) return []
    const before = page.text.slice(Math.max(0, match.index - 60), match.index)
    // The nearer word says what the date is.
    const [start, end] = [STARTS.exec(before), ENDS.exec(before)]
    const type = start && (!end || start.index >= end.index) ? 'START_DATE' : end ? 'END_DATE' : 'DATE'
    const written = match[10] ? 0.6 : 0.9
    return [found(type, page, match, type === 'DATE' ? written - 0.2 : written, { date })]
  })

// ---- Amounts

const AMOUNT =
  /(?:\b(USD|EUR|GBP|JPY|AUD|CAD|CHF|CNY|HKD|ILS)\s?|([$€£¥₪])\s?)(\d{1,3}(?:[,'’]\d{3})+|\d+)(\.\d{2})?(?!\d)/g
const SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₪': 'ILS' }
const TOTAL =
  /\b(?:total|amount due|balance due|annual (?:fee|subscription)|fees? (?:of|payable)|contract value)\b[^.\n]{0,50}$/i

const amounts: Rule = (page) =>
  [...page.text.matchAll(AMOUNT)].flatMap((match) => {
    const [, code, sign = '', whole = '', cents = ''] = match
    const currency = CURRENCIES.find((one) => one === (code ?? SIGNS[sign]))
    if (!currency) return []
    const exponent = currencyExponent(currency)
    const value = Math.round(Number(whole.replaceAll(/[,'’]/g, '') + cents) * 10 ** exponent)
    if (!Number.isSafeInteger(value) || value === 0) return []
    const isTotal = TOTAL.test(page.text.slice(Math.max(0, match.index - 70), match.index))
    const properties = { value: String(value), currency }
    return [found(isTotal ? 'TOTAL_AMOUNT' : 'AMOUNT', page, match, isTotal ? 0.85 : 0.6, properties)]
  })

// ---- Parties

const NAME = "[A-Z][\\w&.'’-]*(?:[ ,]+(?:[A-Z&][\\w&.'’-]*|of|and|the|de))*"
const COMPANY = `${NAME}?,?\\s(?:Inc\\.?|LLC|L\\.L\\.C\\.|Ltd\\.?|Limited|Corp\\.?|Corporation|GmbH|AG|S\\.A\\.|B\\.V\\.|PLC|plc|LLP|Co\\.)`
const BETWEEN = new RegExp(`\\b(?:between|by and between)\\s+(${COMPANY})[^\\n]{0,200}?\\s+and\\s+(${COMPANY})`)
const LABELLED =
  /^[ \t]*(Vendor|Supplier|Provider|Seller|Customer|Client|Buyer|Service organization|Bill to|From|Insured)\s*:[ \t]*([^\n\t]{2,80})/gim

const parties: Rule = (page) => {
  const text = page.text.replaceAll('\n', ' ')
  const between = BETWEEN.exec(text)
  const named = between
    ? [between[1], between[2]].flatMap((name) => {
        const index = name ? text.indexOf(name, between.index) : -1
        return name && index >= 0 ? [found('PARTY', page, { index, 0: name.trim() }, 0.85, { name: name.trim() })] : []
      })
    : []
  const labelled = [...page.text.matchAll(LABELLED)].map((match) => {
    const [whole, label = '', value = ''] = match
    const name = value.trim().replace(/[,;]$/, '')
    const index = match.index + whole.indexOf(value)
    return found('PARTY', page, { index, 0: value.trim() }, 0.8, { name, role: label.toLowerCase() })
  })
  return [...named, ...labelled]
}

// ---- Terms

const NUMBERS: Record<string, number> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12 },
  ...{ fifteen: 15, thirty: 30, 'forty-five': 45, sixty: 60, ninety: 90, 'twenty-four': 24, 'thirty-six': 36 },
}
const COUNT = `(?:(?:${Object.keys(NUMBERS)
  .sort((a, b) => b.length - a.length)
  .join('|')})\\s*\\(\\d+\\)|\\d+|${Object.keys(NUMBERS).join('|')})`
const countOf = (text: string): number =>
  Number(/\d+/.exec(text)?.[0] ?? Number.NaN) || NUMBERS[text.trim().toLowerCase()] || 0
const monthsOf = (count: string, unit: string): number => countOf(count) * (/year/i.test(unit) ? 12 : 1)

/** The sentence around a place. */
const sentenceAt = (text: string, at: number): { index: number; 0: string } => {
  const before = /[.!?:](?:\s|$)|\n\s*\n|\n(?=\d+[.)]|[A-Z•])/g
  let index = 0
  for (const match of text.slice(0, at).matchAll(before)) index = match.index + match[0].length
  const after = /[.!?](?=\s|$)|\n\s*\n/.exec(text.slice(at))
  const end = after ? at + after.index + 1 : text.length
  const sentence = text.slice(index, Math.min(end, index + 600))
  return { index: index + (sentence.length - sentence.trimStart().length), 0: sentence.trim() }
}

const AUTOMATIC = /\bautomatic(?:ally)?\b[^.]{0,60}\brenew|\brenew\w*\b[^.]{0,60}\bautomatic|\bauto-?renew/i
const NOT_AUTOMATIC = /\b(?:not|no)\b[^.]{0,30}\b(?:automatic\w*|renew)/i
const SUCCESSIVE = new RegExp(
  `(?:successive|additional|further)\\s+(?:periods?|terms?)?\\s*(?:of\\s+)?(${COUNT})[\\s-]+(months?|years?)`,
  'i',
)

const renewals: Rule = (page) => {
  const seen = new Set<number>()
  return [...page.text.matchAll(/\brenew(?:s|al|ed|ing)?\b/gi)].flatMap((match) => {
    const sentence = sentenceAt(page.text, match.index)
    if (seen.has(sentence.index) || sentence[0].split(/\s+/).length < 5) return []
    seen.add(sentence.index)
    const isAutomatic = AUTOMATIC.test(sentence[0]) && !NOT_AUTOMATIC.test(sentence[0])
    const isRefused = NOT_AUTOMATIC.test(sentence[0])
    const length = SUCCESSIVE.exec(sentence[0])
    const months = length ? monthsOf(length[1] ?? '', length[2] ?? '') : 0
    return [
      found('RENEWAL_TERM', page, sentence, isAutomatic || isRefused ? 0.9 : 0.6, {
        ...((isAutomatic || isRefused) && { autorenews: String(isAutomatic) }),
        ...(months > 0 && { months: String(months) }),
      }),
    ]
  })
}

const NOTICE = new RegExp(
  `(?:at least\\s+|no(?:t)? (?:less|later) than\\s+)?(${COUNT})\\s+(?:calendar\\s+|business\\s+)?(days?|months?)['’]?\\s+(?:(?:prior|advance|before)\\b|(?:prior\\s+)?(?:written\\s+)?notice)`,
  'gi',
)
const notices: Rule = (page) =>
  [...page.text.matchAll(NOTICE)].flatMap((match) => {
    const days = countOf(match[1] ?? '') * (/month/i.test(match[2] ?? '') ? 30 : 1)
    return days > 0 && days <= 400 ? [found('NOTICE_PERIOD', page, match, 0.85, { days: String(days) })] : []
  })

const TERM = new RegExp(
  `\\b(?:initial\\s+|subscription\\s+|contract\\s+)?(?:term|period)\\s*(?:of|is|shall be|:)?\\s*(${COUNT})[\\s-]+(months?|years?)`,
  'gi',
)
const terms: Rule = (page) =>
  [...page.text.matchAll(TERM)].flatMap((match) => {
    const months = monthsOf(match[1] ?? '', match[2] ?? '')
    return months > 0 && months <= 240 ? [found('TERM', page, match, 0.8, { months: String(months) })] : []
  })

const PAYMENT =
  /\bnet\s*-?\s*(10|15|30|45|60)\b|\bdue upon receipt\b|\bwithin\s+[\w-]*\s*\(?(10|15|30|45|60)\)?\s+days\s+(?:of|after|from)\s+(?:the\s+)?(?:invoice|receipt)/gi
const payments: Rule = (page) =>
  [...page.text.matchAll(PAYMENT)].map((match) => {
    const days = match[1] ?? match[2]
    return found('PAYMENT_TERM', page, match, 0.9, { paymentTerm: days ? `NET_${days}` : 'DUE_UPON_RECEIPT' })
  })

const INVOICE = /\binvoice\s*(?:no\.?|number|#|num\.?)\s*:?\s*(?=[A-Z-]*\d)([A-Z0-9][A-Z0-9-]{2,30})/gi
const invoices: Rule = (page) =>
  [...page.text.matchAll(INVOICE)].map((match) => found('INVOICE_NUMBER', page, match, 0.9, { number: match[1] ?? '' }))

const LAW =
  /\blaws? of (?:the )?((?:State|Commonwealth) of [A-Z][a-z]+(?: [A-Z][a-z]+)?|England and Wales|[A-Z][a-z]+(?: [A-Z][a-z]+)?)/g
const laws: Rule = (page) =>
  [...page.text.matchAll(LAW)].map((match) => found('GOVERNING_LAW', page, match, 0.8, { place: match[1] ?? '' }))

const RULES: Rule[] = [documentTypes, parties, dates, amounts, terms, renewals, notices, payments, invoices, laws]
const MOST_OF_A_KIND = 12

/** All that the rules find, in the order of the document; the same text twice counts once. */
export const findByRules = (pages: readonly Page[]): Found[] => {
  const kept = new Map<string, Found>()
  const counts = new Map<EntityType, number>()
  for (const [i, page] of pages.entries()) {
    for (const item of RULES.flatMap((rule) => rule(page, i === 0))) {
      const key = `${item.type} ${JSON.stringify(item.properties)} ${item.type === 'RENEWAL_TERM' ? item.start : ''}`
      const count = counts.get(item.type) ?? 0
      if (kept.has(key) || count >= MOST_OF_A_KIND) continue
      kept.set(key, item)
      counts.set(item.type, count + 1)
    }
  }
  return [...kept.values()].sort((a, b) => a.page - b.page || a.start - b.start)
}
