import type { z } from 'zod'
import { type SentPath, unknownNames } from '../../schema/shared/sent/unknown-names.ts'
import { AppError } from '../core/errors.ts'

/**
 * What a call sends that its endpoint doesn't have is refused by name, in its address and in its body: left out, a
 * mistyped filter would show everything, and a mistyped field would be lost.
 */

/** More names say nothing more. */
const MOST_NAMED = 10
const MOST_LETTERS = 80

/** `orderBy[by][]` is `by` in `orderBy`. */
export const partsOf = (name: string): string[] => {
  const parts = name.split('[').map((part) => part.replace(']', ''))
  return parts.length > 1 && parts.at(-1) === '' ? parts.slice(0, -1) : parts
}

/** The names of an address that its schema doesn't have. One without a value has to be known too. */
export const unknownParameters = (query: z.ZodObject | undefined, names: readonly string[]): SentPath[] =>
  names.map(partsOf).filter((parts) => {
    const [first = '', second, ...more] = parts
    if (more.length > 0 || !query || !Object.hasOwn(query.shape, first)) return true
    return second !== undefined && unknownNames(query, { [first]: { [second]: [] } }).length > 0
  })

const shortened = (name: string | number): string =>
  String(name).length > MOST_LETTERS ? `${String(name).slice(0, MOST_LETTERS)}…` : String(name)

/** `“note” in item 2 of “lines”` */
const placed = (path: SentPath): string => {
  const names = path.filter((part) => typeof part === 'string')
  const [own = '', list] = names.toReversed()
  const at = path.findLast((part) => typeof part === 'number')
  const where = list === undefined ? (at === undefined ? '' : ` in item ${at + 1}`) : ` in “${shortened(list)}”`
  const isInList = list !== undefined && typeof path.at(-2) === 'number'
  return `“${shortened(own)}”${isInList ? ` in item ${(at ?? 0) + 1} of “${shortened(list)}”` : where}`
}

const joined = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`

/** Throws INVALID if there are any. */
export const refuseUnknown = (parameters: readonly SentPath[], fields: readonly SentPath[]): void => {
  const all = [...parameters, ...fields]
  if (all.length === 0) return
  const noun = fields.length === 0 ? 'parameter' : 'field'
  const named = all.slice(0, MOST_NAMED)
  const left = all.length - named.length
  const texts = [...new Set(named.map(placed)), ...(left > 0 ? [`${left} more`] : [])]
  const message = texts.length === 1 ? `There is no ${noun} ${texts[0]}.` : `There are no ${noun}s ${joined(texts)}.`
  const paths = named.map((path) => path.map(shortened).join('.'))
  throw new AppError('INVALID', message, { fields: Object.fromEntries(paths.map((path) => [path, `Unknown ${noun}`])) })
}
