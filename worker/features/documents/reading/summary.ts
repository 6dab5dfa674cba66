import type { EntityType, Page } from '../../../../schema/documents/reading/readings.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { CURRENCIES, formatMoney } from '../../../../schema/shared/money.ts'
import type { Found } from './found.ts'
import { findByRules } from './rules.ts'

/** Summarizes a document in a few plain sentences from what the rules find. Pure. */

const lengthOf = (months: number): string => {
  if (months % 12 !== 0) return months === 1 ? '1 month' : `${months} months`
  return months === 12 ? '1 year' : `${months / 12} years`
}

const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ MSA: 'Master services agreement', DPA: 'Data processing agreement', NDA: 'Non-disclosure agreement' },
    ...{ SOW: 'Statement of work', ORDER_FORM: 'Order form', AMENDMENT: 'Amendment', INVOICE: 'Invoice' },
    ...{ SOC_2_TYPE_I_REPORT: 'SOC 2 Type I report', SOC_2_TYPE_II_REPORT: 'SOC 2 Type II report' },
    ...{ ISO_27001: 'ISO 27001 certificate', CERTIFICATE_OF_INSURANCE: 'Certificate of insurance', W_9: 'Form W-9' },
    ...{ PENETRATION_TEST: 'Report of a penetration test', RECEIPT: 'Receipt' },
  }),
)

/** What a summary leaves out if the document contradicts itself. */
const DOUBTED: [EntityType, string][] = [
  ['START_DATE', 'the start date'],
  ['END_DATE', 'the end date'],
  ['TERM', 'its term'],
  ['TOTAL_AMOUNT', 'the total'],
  ['RENEWAL_TERM', 'renewal'],
  ['NOTICE_PERIOD', 'the notice period'],
  ['PAYMENT_TERM', 'payment'],
  ['GOVERNING_LAW', 'the governing law'],
]

const sentences = (text: string): string[] =>
  text
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?])\s+(?=[A-Z])/)
    .filter((sentence) => sentence.split(' ').length > 6)

export const summaryByRules = (pages: readonly Page[]): string => {
  const found = findByRules(pages)
  const first = (type: EntityType): Found | undefined =>
    found.filter((item) => item.type === type && !item.contradicted).sort((a, b) => b.confidence - a.confidence)[0]
  const number = (type: EntityType, name: string): number => Number(first(type)?.properties[name] ?? 0)
  const parties = [...new Set(found.filter(({ type }) => type === 'PARTY').map(({ properties }) => properties.name))]
  const kind = KINDS.get(first('DOCUMENT_TYPE')?.properties.documentType ?? '') ?? 'Document'
  const invoice = first('INVOICE_NUMBER')?.properties.number
  const lines = [
    `${kind}${invoice ? ` ${invoice}` : ''}${parties.length > 0 ? ` of ${parties.slice(0, 3).join(' and ')}` : ''}`,
  ].map((line) => (line.endsWith('.') ? line : `${line}.`))
  const [start, end] = [first('START_DATE')?.properties.date, first('END_DATE')?.properties.date]
  if (start && end && start < end) lines.push(`It runs from ${dayText(start)} to ${dayText(end)}.`)
  else if (start) lines.push(`It starts on ${dayText(start)}.`)
  else if (end) lines.push(`It ends on ${dayText(end)}.`)
  if (number('TERM', 'months') > 0) lines.push(`Its term is ${lengthOf(number('TERM', 'months'))}.`)
  const total = first('TOTAL_AMOUNT')?.properties
  const currency = CURRENCIES.find((one) => one === total?.currency)
  if (total && currency) lines.push(`The total is ${formatMoney({ value: Number(total.value), currency })}.`)
  const renewal = first('RENEWAL_TERM')?.properties
  const days = number('NOTICE_PERIOD', 'days')
  const notice = days > 0 ? ` unless notice is given ${days} days before` : ''
  if (renewal?.autorenews === 'true') {
    const length = renewal.months ? ` for ${lengthOf(Number(renewal.months))} at a time` : ''
    lines.push(`It renews automatically${length}${notice}.`)
  } else if (renewal?.autorenews === 'false') lines.push('It doesn’t renew automatically.')
  else if (days > 0) lines.push(`Notice is ${days} days.`)
  const payment = first('PAYMENT_TERM')?.properties.paymentTerm
  if (payment) {
    lines.push(
      payment === 'DUE_UPON_RECEIPT' ? 'Payment is due upon receipt.' : `Payment is net ${payment.slice(4)} days.`,
    )
  }
  const law = first('GOVERNING_LAW')?.properties.place
  if (law) lines.push(`It is governed by the law of ${law}.`)
  const doubted = DOUBTED.filter(([type]) => found.some((item) => item.type === type && item.contradicted))
  if (doubted.length > 0) lines.push(`It says different things about ${doubted.map(([, words]) => words).join(', ')}.`)
  // If the rules find nothing, the beginning says most.
  if (lines.length < 3) lines.push(...sentences(pages.map(({ text }) => text).join('\n')).slice(0, 3))
  return lines.join(' ').slice(0, 2000)
}
