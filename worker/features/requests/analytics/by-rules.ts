import type { RequestStatus } from '../../../../schema/approvals/engine/statuses.ts'
import { addDays, addMonths, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { firstDayOf, lastDayOf } from '../../../../schema/shared/day-count.ts'
import { CAN_ASK, type Catalog, type DIMENSIONS, type MEASURES, type NamedCall } from './figures-call.ts'

/**
 * Reads a question about requests without a language model. Every word must be understood: a filter that was not
 * understood would give a figure for something else. Pure.
 */

type Measure = (typeof MEASURES)[number]
type Dimension = (typeof DIMENSIONS)[number]

const MEASURED: [RegExp, Measure][] = [
  [
    /\bhow (?:long|quickly|fast|slow(?:ly)?)\b|\b(?:processing|approval|decision|turnaround) times?\b|\baverage (?:time|days|duration)\b|\btime to (?:decide|approve|decision|approval)\b|\b(?:fastest|slowest|quickest)\b/i,
    'PROCESSING_DAYS',
  ],
  [/\bhow much\b|\b(?:amounts?|spend(?:ing)?|spent|values?|costs?|money|dollars)\b/i, 'AMOUNT'],
  [/\bhow many\b|\b(?:number|count) of\b|\bcount\b|\bmost requests\b|\brequests?\b/i, 'COUNT'],
]

const UNIT = '(?:by|per|each|every|which|what|top|across|for each|broken down by|split by|grouped by)(?: the)?(?: top)?'
const DIMENSIONED: [RegExp, Dimension][] = [
  [new RegExp(`\\b${UNIT} months?\\b|\\bmonthly\\b|\\bmonth by month\\b|\\bover time\\b`, 'i'), 'MONTH'],
  [new RegExp(`\\b${UNIT} status(?:es)?\\b`, 'i'), 'STATUS'],
  [new RegExp(`\\b${UNIT} (?:request )?categor(?:y|ies)\\b`, 'i'), 'CATEGORY'],
  [new RegExp(`\\b${UNIT} (?:departments?|teams?)\\b`, 'i'), 'DEPARTMENT'],
  [new RegExp(`\\b${UNIT} (?:request[eo]rs?|persons?|people|members?|users?)\\b|\\bwho\\b`, 'i'), 'REQUESTER'],
  [new RegExp(`\\b${UNIT} (?:vendors?|suppliers?)\\b`, 'i'), 'VENDOR'],
]

const STATUSES: [RegExp, RequestStatus][] = [
  [/\b(?:approved|accepted)\b/i, 'APPROVED'],
  [/\b(?:rejected|declined|refused|denied)\b/i, 'REJECTED'],
  [/\b(?:pending|open|undecided|waiting|outstanding)\b/i, 'PENDING'],
  [/\b(?:withdrawn|taken back)\b/i, 'WITHDRAWN'],
]

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  'december',
]
const MONTH = `(${MONTHS.join('|')}|${MONTHS.map((name) => name.slice(0, 3)).join('|')})`

interface Period {
  from: string
  to: string | null
}
type PeriodRule = [RegExp, (match: RegExpExecArray, today: string) => Period]

const monthNamed = (name = '', year: string | undefined, today: string): string => {
  const number = String(MONTHS.findIndex((one) => one.startsWith(name.toLowerCase().slice(0, 3))) + 1).padStart(2, '0')
  if (year) return `${year}-${number}`
  const here = `${today.slice(0, 4)}-${number}`
  // The last one that has begun.
  return here <= monthOf(today) ? here : shiftMonth(here, -12)
}
const wholeMonth = (month: string): Period => ({ from: firstDayOf(month), to: lastDayOf(month) })
const quarterOf = (today: string): string =>
  `${today.slice(0, 4)}-${String(3 * Math.floor((Number(today.slice(5, 7)) - 1) / 3) + 1).padStart(2, '0')}`
const wholeQuarter = (first: string): Period => ({ from: firstDayOf(first), to: lastDayOf(shiftMonth(first, 2)) })
const yearOf = (today: string, back: number): Period => {
  const year = Number(today.slice(0, 4)) - back
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}
const COUNTS: ReadonlyMap<string, number> = new Map(
  Object.entries({ one: 1, two: 2, three: 3, four: 4, six: 6, twelve: 12 }),
)
const spanOf = (count = '1', unit = '', today: string): Period => {
  const n = COUNTS.get(count.toLowerCase()) ?? Number(count)
  const from = /day/i.test(unit)
    ? addDays(today, 1 - n)
    : /week/i.test(unit)
      ? addDays(today, 1 - 7 * n)
      : addDays(addMonths(today, (/year/i.test(unit) ? -12 : -1) * n), 1)
  return { from, to: null }
}

/** The first that fits counts. */
const PERIODS: PeriodRule[] = [
  [
    /\b(?:in |during |over |of |for |from )?(?:the )?(?:last|past|previous) (\d{1,3}|one|two|three|four|six|twelve) (days?|weeks?|months?|years?)\b/i,
    ([, count, unit], today) => spanOf(count, unit, today),
  ],
  [/\b(?:in |during |of |for )?this month\b/i, (_, today) => ({ from: firstDayOf(monthOf(today)), to: null })],
  [/\b(?:in |during |of |for )?last month\b/i, (_, today) => wholeMonth(shiftMonth(monthOf(today), -1))],
  [/\b(?:in |during |of |for )?this quarter\b/i, (_, today) => ({ from: firstDayOf(quarterOf(today)), to: null })],
  [/\b(?:in |during |of |for )?last quarter\b/i, (_, today) => wholeQuarter(shiftMonth(quarterOf(today), -3))],
  [
    /\b(?:in |during |of |for )?this year\b|\byear to date\b/i,
    (_, today) => ({ from: yearOf(today, 0).from, to: null }),
  ],
  [/\b(?:in |during |of |for )?last year\b/i, (_, today) => yearOf(today, 1)],
  [/\b(?:in |during |of |for )?(?:the )?last week\b/i, (_, today) => ({ from: addDays(today, -6), to: null })],
  [/\btoday\b/i, (_, today) => ({ from: today, to: today })],
  [/\bsince (\d{4}-\d{2}-\d{2})\b/i, ([, day = '']) => ({ from: day, to: null })],
  [
    new RegExp(`\\bsince ${MONTH}(?: (\\d{4}))?\\b`, 'i'),
    ([, name, year], today) => ({ from: firstDayOf(monthNamed(name, year, today)), to: null }),
  ],
  [
    /\b(?:from|between) (\d{4}-\d{2}-\d{2}) (?:to|until|through|and) (\d{4}-\d{2}-\d{2})\b/i,
    ([, from = '', to = '']) => ({ from, to }),
  ],
  [
    /\b(?:in |during |of |for )?q([1-4])(?: (?:of )?(\d{4}))?\b/i,
    ([, quarter, year], today) =>
      wholeQuarter(`${year ?? today.slice(0, 4)}-${String(3 * Number(quarter) - 2).padStart(2, '0')}`),
  ],
  [
    new RegExp(`\\b(?:in|during|of|for) ${MONTH}(?:,? (\\d{4}))?\\b`, 'i'),
    ([, name, year], today) => wholeMonth(monthNamed(name, year, today)),
  ],
  [/\b(?:in|during|of|for) (20\d{2})\b/i, ([, year = '']) => ({ from: `${year}-01-01`, to: `${year}-12-31` })],
]

/** Words that change nothing. */
const FILLING = new Set(
  `a all an and any are as at average avg be been by can could count days decided decide decision decisions did do does
  each every filed files file for from get give got had has have how i in is it its long made make many me members most
  much number of often on or our over please requests request requested requester requesters show so spent submitted
  submit sum take takes taking tell than that the their them there they this time to total totals up us was we were
  what when which with average mean until now approve get gets it far company whole`.split(/\s+/),
)

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

export const callByRules = (question: string, catalog: Catalog, today: string): NamedCall | { refusal: string } => {
  let rest = ` ${question.replaceAll(/[“”"?!,;:()]/g, ' ').replaceAll(/\s+/g, ' ')} `
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest)
    if (match) rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
    return match
  }
  // Names first, because they may contain any of the other words. Longer ones before those they contain.
  const namedIn = (known: Catalog['categories']): string[] =>
    [...known]
      .sort((a, b) => b.name.length - a.name.length)
      .filter(({ name }) => take(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'iu')))
      .map(({ name }) => name)
  const categories = namedIn(catalog.categories)
  const departments = namedIn(catalog.departments)
  const dimension = DIMENSIONED.find(([pattern]) => take(pattern))?.[1] ?? 'NONE'
  const statuses = STATUSES.filter(([pattern]) => take(pattern)).map(([, status]) => status)
  let period: Period | null = null
  for (const [pattern, periodOf] of PERIODS) {
    const match = take(pattern)
    if (!match) continue
    period = periodOf(match, today)
    break
  }
  const measure = MEASURED.find(([pattern]) => take(pattern))?.[1] ?? (dimension === 'NONE' ? null : 'COUNT')
  if (categories.length > 0) take(/\b(?:category|categories)\b/i)
  if (departments.length > 0) take(/\b(?:department|departments|team|teams)\b/i)
  const unknown = (rest.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? []).filter(
    (word) => !FILLING.has(word),
  )
  if (measure === null) return { refusal: `I don’t understand this question. ${CAN_ASK}` }
  if (unknown.length > 0) {
    const words = unknown.slice(0, 3).map((word) => `“${word}”`)
    return { refusal: `I don’t know what ${words.join(', ')} means here. ${CAN_ASK}` }
  }
  return { measure, dimension, statuses, categories, departments, from: period?.from ?? null, to: period?.to ?? null }
}
