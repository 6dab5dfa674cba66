import { Document, Pair, Scalar, visit } from 'yaml'
import { FILE_VERSION } from '../../../../schema/platform/configuration/values.ts'
import type { Plain } from './section.ts'

/** The file as it is written: YAML 1.2 without aliases, tags or anchors. `read-file.ts` reads it. */

const HEAD = ` A configuration of Outlay.

 - Everything is called by its name, as on the settings pages. There are no ids.
 - People are called by their email addresses, and only where a step or a question names them.
 - Passwords, keys, bank details, category owners and connections to other systems aren't part of it.
   Of webhooks there is the host alone: the rest of an address, and texts that are sent along, may be secret.
 - To rename something, change its name and add "was: the name before" below it.
 - What a file doesn't mention stays as it is when it is imported, unless you choose otherwise.
 - Amounts are in the currency below.
`

/** Without keys that have no value. */
const compact = (value: unknown): Plain => {
  if (Array.isArray(value)) return value.map(compact)
  if (typeof value !== 'object' || value === null) return value as Plain
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, compact(each)]])),
  )
}

export { compact }

/**
 * What YAML 1.1 takes for something else than a text, or breaks at: yes and off, 22:00 as 1,320, 0o17, 1_000, dates, ~,
 * = and <<. PyYAML, Ruby and many others still read that version.
 */
const OTHER_IN_1_1 = new RegExp(
  `^(?:${[
    'y|n|yes|no|on|off|true|false|null|~|=|<<',
    // Numbers with underscores, in other bases, and by sixty.
    '[-+]?0[bB][01_]+|[-+]?0[oO]?[0-7_]+|[-+]?0[xX][\\da-fA-F_]+|[-+]?[\\d_.,]*([eE][-+]?\\d+)?',
    '[-+]?[\\d_]+(:[0-5]?\\d)+(\\.[\\d_]*)?|[-+]?\\.(inf|nan)',
    '\\d{4}-\\d{1,2}-\\d{1,2}([Tt \\t].*)?',
  ].join('|')})$`,
  'is',
)

/** Line breaks in 1.1. They are written by their escapes, which are for quoted texts only. */
const BREAKS: ReadonlyMap<string, string> = new Map([
  ['\u0085', '\\N'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
  ['\ufeff', '\\uFEFF'],
])
const BREAK = /[\u0085\u2028\u2029\ufeff]/

/** Spaces and line breaks alone. As a block, which yaml 2.9.1 would write, they lose their spaces. */
const BLANK_LINES = /^[ \n]+$/

const READ_OTHERWISE = [OTHER_IN_1_1, BREAK, BLANK_LINES, /^[=!&*%@`]/]

const quote = (document: Document): void =>
  visit(document, {
    Scalar: (_, node) => {
      const { value } = node
      if (typeof value === 'string' && READ_OTHERWISE.some((pattern) => pattern.test(value)))
        node.type = Scalar.QUOTE_DOUBLE
    },
  })

/** The same content gives the same bytes. */
export const fileText = async (
  company: { currency: string },
  content: [key: string, value: Plain][],
): Promise<string> => {
  const document = new Document(
    { outlay: FILE_VERSION, currency: company.currency, ...Object.fromEntries(content) },
    { aliasDuplicateObjects: false, version: '1.2' },
  )
  document.commentBefore = HEAD
  quote(document)
  const { contents } = document
  if (contents && 'items' in contents)
    for (const pair of contents.items.slice(2))
      if (pair instanceof Pair && pair.key instanceof Scalar) pair.key.spaceBefore = true
  const text = document.toString({ lineWidth: 110, indentSeq: true })
  return text.replaceAll(/[\u0085\u2028\u2029\ufeff]/g, (found) => BREAKS.get(found) ?? found)
}
