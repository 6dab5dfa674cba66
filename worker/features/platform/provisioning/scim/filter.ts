import type { Filter } from 'scim2-parse-filter'
import { ENTERPRISE } from './attributes.ts'
import { invalidFilter } from './errors.ts'
import { isLogical, parseFilter } from './path.ts'

/**
 * Filters of lists, as SQL. Texts ignore case, but for ids, as RFC 7643 says of these. What isn't answered is refused, so
 * that a provider never takes a wrong list for a right one.
 */

interface Column {
  /** An expression. Texts in lower case, unless `isExact`. */
  sql: string
  type: 'text' | 'boolean' | 'instant'
  isExact?: boolean
}

/** What a list can be filtered by: attributes in lower case. */
interface Filtered {
  columns: Readonly<Record<string, Column>>
  /** Attributes with one element here, and what its further attributes are. */
  lists: Readonly<Record<string, Readonly<Record<string, string | boolean>>>>
}

export const USERS: Filtered = {
  columns: {
    id: { sql: 'm.user_id', type: 'text', isExact: true },
    username: { sql: 'coalesce(p.user_name_key, m.email_key)', type: 'text' },
    externalid: { sql: 'p.external_id', type: 'text', isExact: true },
    active: { sql: '(m.disabled_at IS NULL)', type: 'boolean' },
    'emails.value': { sql: 'm.email_key', type: 'text' },
    'name.givenname': { sql: "lower(m.card ->> 'firstName')", type: 'text' },
    'name.familyname': { sql: "lower(m.card ->> 'lastName')", type: 'text' },
    displayname: { sql: 'm.name_key', type: 'text' },
    title: { sql: "nullif(lower(m.title), '')", type: 'text' },
    'meta.created': { sql: 'm.created_at', type: 'instant' },
    'meta.lastmodified': { sql: 'max(p.changed_at, m.created_at)', type: 'instant' },
    [`${ENTERPRISE}:department`.toLowerCase()]: {
      sql: `lower(p.attributes ->> '$."${ENTERPRISE}".department')`,
      type: 'text',
    },
  },
  lists: { emails: { type: 'work', primary: true } },
}

export const GROUPS: Filtered = {
  columns: {
    id: { sql: 'g.id', type: 'text', isExact: true },
    displayname: { sql: 'lower(g.name)', type: 'text' },
    externalid: { sql: 'p.external_id', type: 'text', isExact: true },
    'meta.created': { sql: 'g.created_at', type: 'instant' },
  },
  lists: {},
}

interface Sql {
  text: string
  params: (string | number)[]
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/

const nameOf = (path: string): string => {
  const name = path.toLowerCase().replace(CORE, '')
  return name === 'emails' ? 'emails.value' : name
}

type Compare = Extract<Filter, { compValue: unknown }>
const ORDER = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const

const MOST_TEXT = 500

const ofText = (column: Column, op: Compare['op'], value: unknown): Sql => {
  if (typeof value !== 'string' || value.length > MOST_TEXT)
    throw invalidFilter(`Compare with a text of at most ${MOST_TEXT} characters.`)
  const text = column.isExact ? value : value.toLowerCase()
  const { sql } = column
  if (op === 'eq') return { text: `coalesce(${sql}, '') = ?`, params: [text] }
  if (op === 'ne') return { text: `coalesce(${sql}, '') <> ?`, params: [text] }
  if (op !== 'co' && op !== 'sw' && op !== 'ew') return { text: `coalesce(${sql} ${ORDER[op]} ?, 0)`, params: [text] }
  // Every text has, begins and ends with nothing.
  if (text === '') return { text: `${sql} IS NOT NULL`, params: [] }
  if (op === 'co') return { text: `coalesce(instr(${sql}, ?), 0) > 0`, params: [text] }
  const part = op === 'sw' ? `substr(${sql}, 1, ${[...text].length})` : `substr(${sql}, -${[...text].length})`
  return { text: `coalesce(${part}, '') = ?`, params: [text] }
}

const ofInstant = ({ sql }: Column, op: Compare['op'], value: unknown): Sql => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) throw invalidFilter('Compare a time with one such as "2026-11-20T09:30:00Z".')
  if (op === 'co' || op === 'sw' || op === 'ew') throw invalidFilter(`Times aren’t compared with ${op}.`)
  const sign = op === 'eq' ? '=' : op === 'ne' ? '<>' : ORDER[op]
  return { text: `${sql} ${sign} ?`, params: [at] }
}

const ofBoolean = ({ sql }: Column, op: Compare['op'], value: unknown): Sql => {
  const text = String(value).toLowerCase()
  if ((op !== 'eq' && op !== 'ne') || (text !== 'true' && text !== 'false'))
    throw invalidFilter('Compare with true or false, by eq or ne.')
  return { text: `${sql} = ${Number((text === 'true') === (op === 'eq'))}`, params: [] }
}

const OF = { text: ofText, instant: ofInstant, boolean: ofBoolean }

const columnOf = (filtered: Filtered, path: string): Column => {
  const column = new Map(Object.entries(filtered.columns)).get(nameOf(path))
  if (!column) throw invalidFilter(`Outlay doesn’t filter by ${path.slice(0, 100)}.`)
  return column
}

/** One side of `and` and `or` after the other, each in parentheses. */
const together = (parts: readonly Sql[], word: string): Sql => ({
  text: parts.map(({ text }) => `(${text})`).join(` ${word} `),
  params: parts.flatMap(({ params }) => params),
})

/** Within brackets: what the one element there is says of itself is known, the rest is a column. */
const withinList = (filtered: Filtered, list: string, filter: Filter): Sql => {
  const fixed = filtered.lists[list]
  if (!fixed) throw invalidFilter(`Outlay doesn’t filter by ${list.slice(0, 100)}.`)
  if (filter.op === '[]') throw invalidFilter('Brackets within brackets aren’t answered.')
  if (isLogical(filter))
    return together(
      filter.filters.map((each) => withinList(filtered, list, each)),
      filter.op,
    )
  if (filter.op === 'not') {
    const { text, params } = withinList(filtered, list, filter.filter)
    return { text: `NOT (${text})`, params }
  }
  const name = filter.attrPath.toLowerCase()
  const known = new Map(Object.entries(fixed)).get(name)
  if (known === undefined) return sqlOf(filtered, { ...filter, attrPath: `${list}.${name}` })
  if (filter.op === 'pr') return { text: '1', params: [] }
  const isSame = String(filter.compValue).toLowerCase() === String(known)
  if (filter.op !== 'eq' && filter.op !== 'ne') throw invalidFilter(`${list}.${name} is compared with eq or ne.`)
  return { text: String(Number(isSame === (filter.op === 'eq'))), params: [] }
}

/** Throws invalidFilter for what isn't answered. */
const sqlOf = (filtered: Filtered, filter: Filter): Sql => {
  if (isLogical(filter))
    return together(
      filter.filters.map((each) => sqlOf(filtered, each)),
      filter.op,
    )
  if (filter.op === 'not') {
    const { text, params } = sqlOf(filtered, filter.filter)
    return { text: `NOT (${text})`, params }
  }
  if (filter.op === '[]') return withinList(filtered, nameOf(filter.attrPath).replace('.value', ''), filter.valFilter)
  const column = columnOf(filtered, filter.attrPath)
  if (filter.op === 'pr') return { text: `${column.sql} IS NOT NULL`, params: [] }
  if (filter.compValue === null) {
    if (filter.op !== 'eq' && filter.op !== 'ne') throw invalidFilter('Nothing is compared with eq or ne.')
    return { text: `${column.sql} IS ${filter.op === 'ne' ? 'NOT ' : ''}NULL`, params: [] }
  }
  return OF[column.type](column, filter.op, filter.compValue)
}

/** A value that everything which matches has, by which an index finds it. */
export interface Known {
  attribute: string
  value: string
}

/** The texts that all that matches must have, by attribute in lower case. */
const knownIn = (filter: Filter): Known[] => {
  if (filter.op === 'and') return filter.filters.flatMap(knownIn)
  if (filter.op === '[]') {
    const list = nameOf(filter.attrPath).replace('.value', '')
    return knownIn(filter.valFilter).map(({ attribute, value }) => ({ attribute: `${list}.${attribute}`, value }))
  }
  return filter.op === 'eq' && typeof filter.compValue === 'string'
    ? [{ attribute: nameOf(filter.attrPath), value: filter.compValue }]
    : []
}

/** Deeper ones are more than the database takes. No provider sends more than three. */
const MOST_PARTS = 30

const sizeOf = (filter: Filter): number => {
  if (isLogical(filter)) return filter.filters.reduce((sum, each) => sum + sizeOf(each), 1)
  if (filter.op === 'not') return 1 + sizeOf(filter.filter)
  return filter.op === '[]' ? 1 + sizeOf(filter.valFilter) : 1
}

export interface ParsedFilter {
  sql: Sql
  known: Known[]
}

export const filterOf = (filtered: Filtered, text: string): ParsedFilter => {
  const filter = parseFilter(text)
  if (sizeOf(filter) > MOST_PARTS) throw invalidFilter(`A filter has at most ${MOST_PARTS} parts.`)
  return { sql: sqlOf(filtered, filter), known: knownIn(filter) }
}
