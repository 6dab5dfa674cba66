import type { EntityType, Page } from '../../../../../schema/documents/reading/readings.ts'
import { dayText } from '../../../../../schema/shared/calendar.ts'
import { CURRENCIES, formatMoney } from '../../../../../schema/shared/money.ts'
import type { Found } from '../found.ts'
import { findByRules } from '../rules.ts'
import type { Answer } from './content.ts'
import { type Passage, passagesAbout, sentenceWith, termsOf } from './passages.ts'

/**
 * Answers questions about a document without a language model: its terms by what they mean, anything else by quoting
 * the sentences that share the question's words. Pure.
 */

interface Topic {
  asks: RegExp
  /** The first types of terms that the document has. */
  types: EntityType[]
  name: string
}

/** The first that fits counts. */
const TOPICS: Topic[] = [
  { asks: /\b(?:notice|non-?renew\w*|cancel\w*)\b/i, types: ['NOTICE_PERIOD'], name: 'a notice period' },
  { asks: /\b(?:auto-?)?renew\w*\b/i, types: ['RENEWAL_TERM'], name: 'renewal' },
  { asks: /\binvoice (?:number|no|#)/i, types: ['INVOICE_NUMBER'], name: 'an invoice number' },
  {
    asks: /\b(?:payment terms?|net \d+|when\b.*\b(?:pay|payment|due))\b/i,
    types: ['PAYMENT_TERM'],
    name: 'payment terms',
  },
  {
    asks: /\b(?:start\w*|begin\w*|effective|commenc\w*)\b/i,
    types: ['START_DATE'],
    name: 'a start date',
  },
  { asks: /\b(?:end|ends|ending|expir\w*|run out|over)\b/i, types: ['END_DATE'], name: 'an end date' },
  { asks: /\b(?:how long|duration|length|term)\b/i, types: ['TERM'], name: 'a term' },
  {
    asks: /\b(?:how much|cost\w*|price\w*|total|amount\w*|fees?|pay|value|worth)\b/i,
    types: ['TOTAL_AMOUNT', 'AMOUNT'],
    name: 'amounts',
  },
  { asks: /\b(?:law|laws|jurisdiction|govern\w*)\b/i, types: ['GOVERNING_LAW'], name: 'a governing law' },
  {
    asks: /\b(?:who|part(?:y|ies)|between|counterpart\w*|sign\w*)\b/i,
    types: ['PARTY'],
    name: 'parties',
  },
  { asks: /\bwhat (?:kind|type|sort)\b|\bwhat is (?:this|it)\b/i, types: ['DOCUMENT_TYPE'], name: 'its type' },
]

/** Words around a topic that don't narrow it. */
const AROUND = new Set(
  `period long much many date day days month months year years number kind type sort long length last amount money
  auto automatic automatically renewal renew renews notice cancel payment pay due paid term terms start starts begin
  begins end ends expire expires total cost costs price value sum law party parties between sign signed run runs out
  governing governs jurisdiction effective invoice over need needed must before there fee fees involved`
    .split(/\s+/)
    .flatMap(termsOf),
)

const monthsText = (months: string): string => (months === '1' ? '1 month' : `${months} months`)

const LABELS: Partial<Record<EntityType, string>> = {
  START_DATE: 'Start date',
  END_DATE: 'End date',
  TOTAL_AMOUNT: 'Total',
  AMOUNT: 'Amount',
  TERM: 'Term',
  RENEWAL_TERM: 'Renewal',
  NOTICE_PERIOD: 'Notice period',
  PAYMENT_TERM: 'Payment terms',
  INVOICE_NUMBER: 'Invoice number',
  GOVERNING_LAW: 'Governing law',
  PARTY: 'Party',
  DOCUMENT_TYPE: 'Type',
}

/** What a term means, in words. */
const meaningOf = ({ properties }: Found, mention: string): string => {
  const { date, value, currency: code, days, months, autorenews, paymentTerm, number, place, name } = properties
  const currency = CURRENCIES.find((one) => one === code)
  if (date) return dayText(date)
  if (value && currency) return formatMoney({ value: Number(value), currency })
  if (days) return `${days} days`
  if (autorenews) {
    const length = months ? `, ${monthsText(months)} at a time` : ''
    return autorenews === 'true' ? `automatic${length}` : 'not automatic'
  }
  if (months) return monthsText(months)
  if (paymentTerm) return paymentTerm === 'DUE_UPON_RECEIPT' ? 'due upon receipt' : `net ${paymentTerm.slice(4)} days`
  return number ?? place ?? name ?? mention
}

const MOST_TERMS = 4

const ofTopic = (topic: Topic, pages: readonly Page[]): Answer | null => {
  const found = findByRules(pages)
  const type = topic.types.find((one) => found.some((item) => item.type === one))
  if (!type) return null
  const terms = found
    .filter((item) => item.type === type)
    .sort((a, b) => b.confidence - a.confidence || a.page - b.page || a.start - b.start)
  const quotes: Passage[] = []
  const parts: string[] = []
  for (const item of terms) {
    if (parts.length >= MOST_TERMS) break
    const text = pages.find(({ page }) => page === item.page)?.text.slice(item.start, item.end) ?? ''
    const quote = sentenceWith(pages, item.page, text) ?? { page: item.page, text }
    const known = quotes.findIndex((one) => one.page === quote.page && one.text === quote.text)
    const mark = known >= 0 ? known + 1 : quotes.push(quote)
    const part = `${meaningOf(item, text)} [${mark}]`
    if (!parts.includes(part)) parts.push(part)
  }
  const doubt = terms.some(({ contradicted }) => contradicted) ? ' The document says different things about it.' : ''
  return { text: `${LABELS[type] ?? 'Found'}: ${parts.join('; ')}.${doubt}`, quotes }
}

export const CAN_SAY =
  'Ask about its dates, amounts, parties, term, renewal, notice or payment, or use words that are in its text.'

export const answerByRules = (question: string, pages: readonly Page[]): Answer => {
  const topic = TOPICS.find(({ asks }) => asks.test(question))
  const isAboutMore = termsOf(question).some((term) => !AROUND.has(term))
  const quoted = (): Answer | null => {
    const quotes = passagesAbout(question, pages)
    if (quotes.length === 0) return null
    const said = quotes.length === 1 ? 'This part of the document' : 'These parts of the document'
    return { text: `${said} may answer it:`, quotes }
  }
  const meant = (): Answer | null => (topic ? ofTopic(topic, pages) : null)
  const answer = isAboutMore ? (quoted() ?? meant()) : (meant() ?? quoted())
  if (answer) return answer
  const missing = topic && !isAboutMore ? `I found nothing about ${topic.name}` : 'I found nothing about that'
  return {
    refusal: `${missing} in this document. I look for words and terms and don’t understand free text. ${CAN_SAY}`,
  }
}
