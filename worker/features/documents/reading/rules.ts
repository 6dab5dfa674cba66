import type { DocumentType } from '../../../../schema/documents/documents/types.ts'
import type { EntityType, Page } from '../../../../schema/documents/reading/readings.ts'
import { weighed } from './contradictions.ts'
import type { Found } from './found.ts'
import { renewalIn } from './renewal.ts'
import { amounts } from './terms/amounts.ts'
import { dates } from './terms/dates.ts'
import { found, matchesOf, type Rule } from './terms/rule.ts'

/**
 * Finds what a contract, an invoice or a report says, by rules: dates, amounts, parties and terms, each with its place
 * and the rule's confidence. Pure, and works without a provider. Every repetition in a pattern is limited and starts
 * with something rare, so that no text takes long.
 */

// ---- Document types, by their titles

const TITLES: [RegExp, DocumentType][] = [
  [/\bSOC\s{0,2}2\b[^\n]{0,40}\bType\s{0,2}(?:II|2)\b/i, 'SOC_2_TYPE_II_REPORT'],
  [/\bSOC\s{0,2}2\b[^\n]{0,40}\bType\s{0,2}(?:I|1)\b/i, 'SOC_2_TYPE_I_REPORT'],
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

/** A title is in the first lines of the first page. If there are several, the first one is less certain. */
const documentTypes: Rule = (page, isFirst) => {
  if (!isFirst) return []
  const head = page.text.slice(0, 600)
  const titles = TITLES.flatMap(([title, documentType]) => {
    const match = title.exec(head)
    return match ? [{ match, documentType, end: match.index + match[0].length }] : []
  }).sort((a, b) => a.match.index - b.match.index || b.end - a.end)
  // An invoice number doesn't count as another title beside the invoice's.
  const apart = titles.filter(
    (one, i) => titles.findIndex(({ match, end }) => match.index <= one.match.index && end >= one.end) === i,
  )
  return apart.map(({ match, documentType }) =>
    found('DOCUMENT_TYPE', page, match, match.index < 120 ? 0.95 : 0.75, { documentType }),
  )
}

// ---- Parties

const SUFFIX =
  '(?:Inc\\.?|LLC|L\\.L\\.C\\.|Ltd\\.?|Limited|Corp\\.?|Corporation|GmbH|AG|S\\.A\\.|B\\.V\\.|PLC|plc|LLP|Co\\.)'
const NAME = "[A-Z][\\w&.'’-]{0,40}(?:[ ,]{1,2}(?:[A-Z&][\\w&.'’-]{0,40}|of|and|the|de)){0,8}?"
const COMPANY = `${NAME},?\\s${SUFFIX}`
const BETWEEN = /\b(?:by and )?between\s/g
const FIRST = new RegExp(`^${COMPANY}`)
const AND = /\sand\s/g
/** How far the second party can be from the first. */
const APART = 200

/** The two names after "between". */
const pairOf = (text: string, from: number): { index: number; 0: string }[] => {
  const first = FIRST.exec(text.slice(from, from + 400))
  if (!first) return []
  const rest = from + first[0].length
  for (const and of matchesOf(text.slice(rest, rest + APART), AND)) {
    const index = rest + and.index + and[0].length
    const second = FIRST.exec(text.slice(index, index + 400))
    if (second)
      return [
        { index: from, 0: first[0] },
        { index, 0: second[0] },
      ]
  }
  return []
}

const LABELLED =
  /^[ \t]{0,8}(Vendor|Supplier|Provider|Seller|Customer|Client|Buyer|Service organization|Bill to|From|Insured)\s{0,3}:[ \t]{0,8}([^\n\t]{2,80})/gim

const parties: Rule = (page) => {
  const text = page.text.replaceAll('\n', ' ')
  const pairs = [...matchesOf(text, BETWEEN)].map((match) => pairOf(text, match.index + match[0].length))
  const named = (pairs.find((pair) => pair.length > 0) ?? []).map((match) =>
    found('PARTY', page, match, 0.85, { name: match[0] }),
  )
  const labelled = [...matchesOf(page.text, LABELLED)].map((match) => {
    const [whole, label = '', value = ''] = match
    const name = value.trim().replace(/[,;]$/, '')
    const index = match.index + whole.indexOf(value)
    return found('PARTY', page, { index, 0: value.trim() }, 0.8, { name, role: label.toLowerCase() })
  })
  return [...named, ...labelled]
}

// ---- Terms

const SPELT =
  'one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 twelve 12 fifteen 15 thirty 30 forty-five 45 sixty 60 ninety 90 twenty-four 24 thirty-six 36'
const NUMBERS = new Map(
  [...SPELT.matchAll(/(\S{1,12}) (\d{1,2})/g)].map(([, word = '', digits]) => [word, Number(digits)]),
)
const COUNT = `\\b(?:(?:${[...NUMBERS.keys()]
  .sort((a, b) => b.length - a.length)
  .join('|')})\\s{0,2}\\(\\d{1,4}\\)|\\d{1,4}|${[...NUMBERS.keys()].join('|')})`
const countOf = (text: string): number =>
  Number(/\d{1,4}/.exec(text)?.[0] ?? Number.NaN) || NUMBERS.get(text.trim().toLowerCase()) || 0
const monthsOf = (count: string, unit: string): number => countOf(count) * (/year/i.test(unit) ? 12 : 1)

const LONGEST_SENTENCE = 600

/** The sentence around a place. */
const sentenceAt = (text: string, at: number): { index: number; 0: string } => {
  const before = /[.!?:](?:\s|$)|\n{2}|\n(?=\d{1,3}[.)]|[A-Z•])/g
  const from = Math.max(0, at - LONGEST_SENTENCE)
  let index = from
  for (const match of text.slice(from, at).matchAll(before)) index = from + match.index + match[0].length
  const after = /[.!?](?=\s|$)|\n{2}/.exec(text.slice(at, at + LONGEST_SENTENCE))
  const end = after ? at + after.index + 1 : at + LONGEST_SENTENCE
  const sentence = text.slice(index, Math.min(end, index + LONGEST_SENTENCE))
  return { index: index + (sentence.length - sentence.trimStart().length), 0: sentence.trim() }
}

const SUCCESSIVE = new RegExp(
  `(?:successive|additional|further)\\s(?:periods?\\s|terms?\\s)?(?:of\\s)?(${COUNT})[\\s-]{1,3}(months?|years?)`,
  'i',
)

const renewals: Rule = (page) => {
  const seen = new Set<number>()
  return [...matchesOf(page.text, /\b(?:auto-?)?renew(?:s|al|ed|ing)?\b/gi)].flatMap((match) => {
    const sentence = sentenceAt(page.text, match.index)
    if (seen.has(sentence.index) || sentence[0].split(/\s/, 5).length < 5) return []
    seen.add(sentence.index)
    const said = renewalIn(sentence[0].replaceAll('\n', ' '))
    if (!said) return []
    const length = SUCCESSIVE.exec(sentence[0])
    const months = length ? monthsOf(length[1] ?? '', length[2] ?? '') : 0
    return [
      found('RENEWAL_TERM', page, sentence, said.confidence, {
        ...(said.autorenews !== undefined && { autorenews: String(said.autorenews) }),
        ...(months > 0 && { months: String(months) }),
      }),
    ]
  })
}

const NOTICE = new RegExp(
  `(?:at least\\s{1,2}|no(?:t)? (?:less|later) than\\s{1,2})?(${COUNT})[\\s-](calendar\\s|business\\s|working\\s|banking\\s)?(days?|weeks?|months?|years?)['’]?\\s(?:(?:prior|advance|before)\\b|(?:prior\\s)?(?:written\\s)?notice)`,
  'gi',
)
/** The most days that so many months in a row can have. */
const MOST_DAYS = [0, 31, 62, 92, 123, 153, 184, 214, 245, 276, 306, 337, 366]

/**
 * Months and business days depend on the day that they end on. Where that isn't known, `days` are the most that they
 * can be, so that no one is late.
 */
const noticeOf = (count: number, kind: string, unit: string): Record<string, string> | null => {
  const months = /month/i.test(unit) ? count : /year/i.test(unit) ? count * 12 : 0
  if (months > 0) return months > 12 ? null : { days: String(MOST_DAYS[months] ?? months * 31), months: String(months) }
  if (/business|working|banking/i.test(kind) && /day/i.test(unit))
    return { days: String(Math.ceil(count / 5) * 7 + 2), businessDays: String(count) }
  return { days: String(/week/i.test(unit) ? count * 7 : count) }
}

/** The notice that prevents renewal differs from the notice for terminating with cause. */
const notices: Rule = (page) =>
  [...matchesOf(page.text, NOTICE)].flatMap((match) => {
    const [, count = '', kind = '', unit = ''] = match
    const said = noticeOf(countOf(count), kind, unit)
    if (!said || !(Number(said.days) > 0 && Number(said.days) <= 400)) return []
    const about = /renew/i.test(sentenceAt(page.text, match.index)[0])
    return [
      found('NOTICE_PERIOD', page, match, about ? 0.85 : 0.65, Object.assign(said, about ? { about: 'renewal' } : {})),
    ]
  })

const TERM = new RegExp(
  `\\b(?:initial\\s|subscription\\s|contract\\s)?(?:term|period)\\s?(?:of|is|shall be|:)?\\s{0,2}(${COUNT})[\\s-]{1,3}(months?|years?)`,
  'gi',
)
const terms: Rule = (page) =>
  [...matchesOf(page.text, TERM)].flatMap((match) => {
    const months = monthsOf(match[1] ?? '', match[2] ?? '')
    // The length of a renewal isn't the length of the contract.
    if (
      /(?:renewal|successive|additional|further)\s?$/i.test(page.text.slice(Math.max(0, match.index - 14), match.index))
    )
      return []
    return months > 0 && months <= 240 ? [found('TERM', page, match, 0.8, { months: String(months) })] : []
  })

const PAYMENT =
  /\bnet\s?-?\s?(10|15|30|45|60)\b|\bdue upon receipt\b|\bwithin\s(?:[\w-]{1,12}\s)?\(?(10|15|30|45|60)\)?\s{1,2}days\s(?:of|after|from)\s(?:the\s)?(?:invoice|receipt)/gi
const payments: Rule = (page) =>
  [...matchesOf(page.text, PAYMENT)].map((match) => {
    const days = match[1] ?? match[2]
    return found('PAYMENT_TERM', page, match, 0.9, { paymentTerm: days ? `NET_${days}` : 'DUE_UPON_RECEIPT' })
  })

const INVOICE = /\binvoice\s{0,2}(?:no\.?|number|#|num\.?)\s{0,2}:?\s{0,2}(?=[A-Z-]{0,12}\d)([A-Z0-9][A-Z0-9-]{2,30})/gi
const invoices: Rule = (page) =>
  [...matchesOf(page.text, INVOICE)].map((match) =>
    found('INVOICE_NUMBER', page, match, 0.9, { number: match[1] ?? '' }),
  )

const LAW =
  /\blaws? of (?:the )?((?:State|Commonwealth) of [A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20})?|England and Wales|[A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20})?)/g
const laws: Rule = (page) =>
  [...matchesOf(page.text, LAW)].map((match) => found('GOVERNING_LAW', page, match, 0.8, { place: match[1] ?? '' }))

const RULES: Rule[] = [documentTypes, parties, dates, amounts, terms, renewals, notices, payments, invoices, laws]
const MOST_OF_A_KIND = 12
const MOST_KEPT = 2_000

/** Everything the rules find, in the order of the document. A repeated text counts once. */
export const findByRules = (pages: readonly Page[]): Found[] => {
  const kept = new Map<string, Found>()
  for (const [i, page] of pages.entries()) {
    for (const item of RULES.flatMap((rule) => rule(page, i === 0))) {
      const key = `${item.type} ${JSON.stringify(item.properties)} ${item.type === 'RENEWAL_TERM' ? `${page.page} ${item.start}` : ''}`
      if (kept.size < MOST_KEPT && !kept.has(key)) kept.set(key, item)
    }
  }
  const counts = new Map<EntityType, number>()
  return weighed([...kept.values()])
    .filter(({ type }) => {
      const count = (counts.get(type) ?? 0) + 1
      counts.set(type, count)
      return count <= MOST_OF_A_KIND
    })
    .sort((a, b) => a.page - b.page || a.start - b.start)
}
