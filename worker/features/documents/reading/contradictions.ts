import type { EntityType } from '../../../../schema/documents/reading/readings.ts'
import { addMonths } from '../../../../schema/shared/calendar.ts'
import { daysBetween } from '../../../../schema/shared/day-count.ts'
import type { Found } from './found.ts'

/** If a document says two different things about one fact, neither is certain. Pure. */

/** Facts that a contract states once, by the type of term. */
const FACTS: [EntityType, (properties: Record<string, string>) => string | undefined][] = [
  ['DOCUMENT_TYPE', ({ documentType }) => documentType],
  ['START_DATE', ({ date }) => date],
  ['END_DATE', ({ date }) => date],
  ['TOTAL_AMOUNT', ({ value, currency }) => value && `${value} ${currency}`],
  ['TERM', ({ months }) => months],
  ['RENEWAL_TERM', ({ autorenews }) => autorenews],
  ['RENEWAL_TERM', ({ months }) => months],
  // A notice for another right is a different fact.
  ['NOTICE_PERIOD', ({ days, about }) => (about === 'renewal' ? days : undefined)],
  ['NOTICE_PERIOD', ({ days, about }) => (about === 'renewal' ? undefined : days)],
  ['PAYMENT_TERM', ({ paymentTerm }) => paymentTerm],
  ['GOVERNING_LAW', ({ place }) => place],
]

/** Below the limit for high confidence. */
export const MOST_IN_DOUBT = 0.7
/** Terms are in whole months, so they can end some days off. */
const DAYS_OFF = 31

/** A start and an end whose distance doesn't match the term. */
const lengthContradicts = (found: readonly Found[]): Found[] => {
  const only = (type: EntityType): Found | undefined => {
    const all = found.filter((item) => item.type === type)
    return all.length === 1 ? all[0] : undefined
  }
  const [start, end, term] = [only('START_DATE'), only('END_DATE'), only('TERM')]
  const [from, to, months] = [start?.properties.date, end?.properties.date, Number(term?.properties.months)]
  if (!start || !end || !term || !from || !to || !(months > 0)) return []
  const days = Math.abs(daysBetween(addMonths(from, months), to))
  return days > DAYS_OFF ? [start, end, term] : []
}

export const weighed = (found: readonly Found[]): Found[] => {
  const doubted = new Set<Found>(lengthContradicts(found))
  for (const [type, saidBy] of FACTS) {
    const saying = found.filter((item) => item.type === type && saidBy(item.properties) !== undefined)
    if (new Set(saying.map(({ properties }) => saidBy(properties))).size > 1)
      for (const item of saying) doubted.add(item)
  }
  return found.map((item) =>
    doubted.has(item)
      ? { ...item, confidence: Math.min(item.confidence, MOST_IN_DOUBT), contradicted: true as const }
      : item,
  )
}
