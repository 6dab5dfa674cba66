import { meaningOf } from '../../documents/reading/labels/labels.ts'
import type { InvoiceValue } from '../../documents/reading/readings.ts'
import { matchKeyOf } from '../../shared/match-key.ts'
import { type Seen, seenAt } from './seen.ts'

/** Whose invoice it is. Pure. */

/** A name less sure than this may be any words at the top. */
export const SURE_NAME = 0.6
const ROLES = new Map(Object.entries({ from: 0.9, head: 0.8, body: 0.6, top: 0.5 }))

export const namesIn = (values: readonly InvoiceValue[], ownNames: readonly string[]): Seen<string>[] => {
  const isOwn = new Set(ownNames.map(matchKeyOf))
  const found = values
    .flatMap((one) => {
      const weight = ROLES.get(one.properties.role ?? '')
      const isValue =
        one.properties.role === 'top' && (/\d/.test(one.mentionText) || meaningOf(one.mentionText) !== null)
      return one.kind === 'NAME' && weight && !isValue && !isOwn.has(matchKeyOf(one.mentionText))
        ? [seenAt(one, one.mentionText, weight)]
        : []
    })
    .toSorted((a, b) => b.sureness - a.sureness)
  return found.filter(
    ({ value }, at) => found.findIndex((other) => matchKeyOf(other.value) === matchKeyOf(value)) === at,
  )
}
