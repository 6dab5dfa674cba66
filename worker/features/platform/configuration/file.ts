import { Document, Pair, Scalar } from 'yaml'
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
  const { contents } = document
  if (contents && 'items' in contents)
    for (const pair of contents.items.slice(2))
      if (pair instanceof Pair && pair.key instanceof Scalar) pair.key.spaceBefore = true
  return document.toString({ lineWidth: 110, indentSeq: true })
}
