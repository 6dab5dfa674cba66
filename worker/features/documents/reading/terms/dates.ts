import { isCalendarDate } from '../../../../../schema/shared/values.ts'
import { found, matchesOf, type Rule } from './rule.ts'

/** Dates in contracts, and whether they begin or end something. Pure. */

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
const DATE = new RegExp(
  `\\b(?:(\\d{4})-(\\d{2})-(\\d{2})|(${MONTHS})\\s{1,3}(\\d{1,2})(?:st|nd|rd|th)?,?\\s{1,3}(\\d{4})|(\\d{1,2})(?:st|nd|rd|th)?\\s{1,3}(${MONTHS}),?\\s{1,3}(\\d{4})|(\\d{1,2})/(\\d{1,2})/(\\d{4}))\\b`,
  'gi',
)
const monthOf = (name: string): string =>
  String(MONTHS.toLowerCase().split('|').indexOf(name.toLowerCase()) + 1).padStart(2, '0')

/** Pounds, euros and the law of a country say that its days come before months. */
const DAY_FIRST =
  /£|€|\b(?:GBP|EUR|AUD|England|Wales|Scotland|Ireland|Australia|New Zealand|United Kingdom|Germany|France|Spain|Italy|Netherlands|India|Singapore|Hong Kong)\b|\b(?:Pty|PLC|plc)\b/
const MONTH_FIRST =
  /\bUSD\b|US\$|\b(?:Delaware|California|New York|Texas|Florida|Illinois|Nevada|Washington|Massachusetts)\b/
const SLASHED = /\b(\d{1,2})\/(\d{1,2})\/\d{4}\b/g

/** How dates such as 03/04/2027 are read in a text, and whether that is sure. */
const orderOf = (text: string): { isDayFirst: boolean; isSure: boolean } => {
  for (const [, a, b] of matchesOf(text, SLASHED)) {
    if (Number(a) > 12 && Number(b) <= 12) return { isDayFirst: true, isSure: true }
    if (Number(b) > 12 && Number(a) <= 12) return { isDayFirst: false, isSure: true }
  }
  return { isDayFirst: DAY_FIRST.test(text) && !MONTH_FIRST.test(text), isSure: false }
}

const dateOf = (match: RegExpMatchArray, isDayFirst: boolean): string | null => {
  const [, isoYear, isoMonth, isoDay, name, day, year, day2, name2, year2, us1, us2, us3] = match
  const two = (text = '') => text.padStart(2, '0')
  const date = isoYear
    ? `${isoYear}-${isoMonth}-${isoDay}`
    : name
      ? `${year}-${monthOf(name)}-${two(day)}`
      : name2
        ? `${year2}-${monthOf(name2)}-${two(day2)}`
        : isDayFirst
          ? `${us3}-${two(us2)}-${two(us1)}`
          : `${us3}-${two(us1)}-${two(us2)}`
  return isCalendarDate(date) ? date : null
}

const STARTS = /\b(?:effective|commenc\w{0,8}|start\w{0,4}|begin\w{0,5}|from)\b[^.\n]{0,40}$/i
const ENDS = /\b(?:expir\w{0,6}|end\w{0,4}|until|through|terminat\w{0,5}|to|renewal)\b[^.\n]{0,30}$|[–-]\s{0,3}$/i

export const dates: Rule = (page) => {
  const { isDayFirst, isSure } = orderOf(page.text)
  return [...matchesOf(page.text, DATE)].flatMap((match) => {
    const date = dateOf(match, isDayFirst)
    if (!date) return []
    const before = page.text.slice(Math.max(0, match.index - 60), match.index)
    // The nearest keyword says what the date means.
    const [start, end] = [STARTS.exec(before), ENDS.exec(before)]
    const type = start && (!end || start.index >= end.index) ? 'START_DATE' : end ? 'END_DATE' : 'DATE'
    const isClear = !match[10] || match[10] === match[11] || isSure
    const written = isClear ? 0.9 : 0.6
    return [found(type, page, match, type === 'DATE' ? written - 0.2 : written, { date })]
  })
}
