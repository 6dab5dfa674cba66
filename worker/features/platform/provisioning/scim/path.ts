import { type Filter, type LogExp, parse } from 'scim2-parse-filter'
import type { Attribute } from './attributes.ts'
import { ENTERPRISE } from './attributes.ts'
import { invalidFilter, invalidPath } from './errors.ts'

/** The path of a patch operation: `name.familyName`, `emails[type eq "work"].value`, `urn:…:User:department`. */
export interface Path {
  attribute: Attribute
  sub: Attribute | null
  /** Which elements of several. */
  filter: Filter | null
  /** In the enterprise extension. */
  isExtended: boolean
}

const MOST_PATH = 1000

const URN = /^urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:(?:User|Group)(?::|$)/i
const REST = /^([A-Za-z$][\w$-]*)(?:\[([\s\S]*)\])?(?:\.([A-Za-z$][\w$-]*))?$/

/** Throws invalidFilter for what isn't a filter, however deep it is nested. */
export const parseFilter = (text: string): Filter => {
  if (text.length > MOST_PATH) throw invalidFilter(`A filter has at most ${MOST_PATH} characters.`)
  try {
    return parse(text)
  } catch {
    throw invalidFilter(`This is not a filter: ${text.slice(0, 100)}`)
  }
}

/** Null for an attribute that Outlay doesn't know. Throws invalidPath for what isn't a path. */
export const pathOf = (attributes: ReadonlyMap<string, Attribute>, text: string): Path | null => {
  if (text.length > MOST_PATH) throw invalidPath(`A path has at most ${MOST_PATH} characters.`)
  const urn = URN.exec(text.trim())?.[0] ?? ''
  const isExtended = urn.replace(/:$/, '').toLowerCase() === ENTERPRISE.toLowerCase()
  // Of another extension.
  if (urn === '' && /^urn:/i.test(text.trim())) return null
  const rest = text.trim().slice(urn.length)
  const extension = attributes.get(ENTERPRISE.toLowerCase())
  if (rest === '') {
    if (isExtended && extension) return { attribute: extension, sub: null, filter: null, isExtended: false }
    throw invalidPath(`This is not a path: ${text.slice(0, 100)}`)
  }
  const [, name = '', filter, sub] = REST.exec(rest) ?? []
  if (name === '') throw invalidPath(`This is not a path: ${text.slice(0, 100)}`)
  const within = isExtended ? (extension?.sub ?? new Map<string, Attribute>()) : attributes
  const attribute = within.get(name.toLowerCase())
  if (!attribute) return null
  const found = sub === undefined ? null : attribute.sub?.get(sub.toLowerCase())
  if (found === undefined) return null
  if (filter !== undefined && !attribute.isMulti) throw invalidPath(`${attribute.name} isn’t a list.`)
  return { attribute, sub: found, filter: filter === undefined ? null : parseFilter(filter), isExtended }
}

/** Whether it joins others with `and` or `or`. */
export const isLogical = (filter: Filter): filter is LogExp => filter.op === 'and' || filter.op === 'or'
