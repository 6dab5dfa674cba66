import type { ResolvedNames } from '../../../../../schema/approvals/approver-matrix/endpoints.ts'
import { readFormulaText } from '../../../../../schema/shared/csv-cell.ts'
import type { NameKind } from '../columns.ts'
import { isUnknown, textOfUnknown, unknownEntry } from '../unknown.ts'

/** Cells as text: names separated by semicolons, as people write them in a spreadsheet. */

export interface Known {
  name: string
  /** For people. */
  email?: string
  disabled?: boolean
  missing?: boolean
}
export type Names = ReadonlyMap<string, Known>

/** People who share a name with someone else are written with their address. */
export const textOfCell = (entries: readonly string[], names: Names, isShared: (name: string) => boolean): string =>
  entries
    .map((entry) => {
      if (isUnknown(entry)) return textOfUnknown(entry)
      const known = names.get(entry)
      if (!known) return entry
      return known.email && isShared(known.name) ? known.email : known.name
    })
    .join('; ')

const ANYTHING = new Set(['*', 'any', 'all', 'anything', '-', '–'])

const parts = (text: string, by: RegExp): string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** "Dana Fox <dana@example.com>" means the address. A quote before a formula character is removed. */
const plain = (text: string): string => {
  const address = /<([^<>\s]+@[^<>\s]+)>$/.exec(text)?.[1]
  return (address ?? readFormulaText(text)).slice(0, 254)
}

const pieces = (text: string): string[] => parts(text, /[;\n]/).map(plain)
const commaPieces = (piece: string): string[] => parts(piece, /,/).map(plain)

/** Everything a cell's text could mean, to look up at once. */
export const textsIn = (text: string): string[] => [
  ...new Set(pieces(text).flatMap((piece) => [piece, ...commaPieces(piece)])),
]

/** The ids that a text can mean. Several if it is ambiguous. */
export type Resolver = (kind: NameKind, text: string) => readonly string[]

export const resolverOf = (resolved: ResolvedNames): Resolver => {
  const byKind = new Map(
    (Object.keys(resolved) as NameKind[]).map((kind) => [
      kind,
      new Map(resolved[kind].map(({ text, matches }) => [text, matches.map(({ id }) => id)])),
    ]),
  )
  return (kind, text) => byKind.get(kind)?.get(text) ?? []
}

/**
 * The entries of a cell: ids, and unknown or ambiguous names as text. A name can contain a comma. If the whole text
 * isn't a name, its parts are tried.
 */
export const readCell = (text: string, kind: NameKind, resolve: Resolver): string[] => {
  const entryOf = (piece: string): string => {
    const ids = resolve(kind, piece)
    if (ids.length === 1 && ids[0]) return ids[0]
    return unknownEntry(piece, ids.length > 1 ? 'AMBIGUOUS' : 'NOT_FOUND')
  }
  const entries = pieces(text).flatMap((piece) => {
    const whole = entryOf(piece)
    if (!isUnknown(whole) || !piece.includes(',')) return [whole]
    const split = commaPieces(piece).map(entryOf)
    return split.some((entry) => !isUnknown(entry)) ? split : [whole]
  })
  const [only] = entries
  const isAnything =
    kind !== 'users' &&
    entries.length === 1 &&
    only &&
    isUnknown(only) &&
    ANYTHING.has(textOfUnknown(only).toLowerCase())
  return isAnything ? [] : [...new Set(entries)]
}

/** The names behind the resolved ids, for the name book. */
export const namesOfResolved = (resolved: ResolvedNames): [string, Known][] =>
  Object.values(resolved).flatMap((list) =>
    list.flatMap(({ matches }) =>
      matches.map(({ id, name, email, disabled }): [string, Known] => [
        id,
        { name, disabled, ...(email !== undefined && { email }) },
      ]),
    ),
  )
