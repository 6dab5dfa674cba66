import type { Caller } from './ground.ts'

/**
 * A row of the contract as data: the call with exactly its fields, what the answer has, and one effect that is read
 * back. Texts that begin with @ name an object of the scene, created for the row.
 */
export interface Row extends Call {
  /** What the answer has. Missing if the contract doesn't say. */
  answers?: Shape
  /** Created before the call, as '@name' of the scene. */
  given?: string[]
  after?: Check[]
}

export interface Call {
  /** 'POST /api/vendors/{vendorId}' as the contract writes it, 'query groups' or 'mutation createGroup'. */
  call: string
  as?: Caller
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  /** For a GraphQL field. */
  args?: Record<string, unknown>
}

export interface Check extends Call {
  /** A part of the answer. For lists, entries that it contains. */
  shows?: unknown
  /** What the whole answer doesn't contain. */
  hides?: string
  status?: number
  /** For a GraphQL field. */
  select?: string
}

/**
 * Objects have these fields. A list has at least one entry, all of this shape. A text is one of KINDS, with ? if null
 * is allowed, followed by the selection of a GraphQL field: 'list{id name}'.
 */
export type Shape = string | Shape[] | { [field: string]: Shape }

const isText = (value: unknown): value is string => typeof value === 'string'
const KINDS: Record<string, (value: unknown) => boolean> = {
  id: (value) => isText(value) && value.length > 5,
  text: isText,
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  time: (value) => isText(value) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value),
  day: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value),
  list: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** Where the value doesn't have the shape: 'edges.0.node.name is missing'. */
export const faultsOf = (value: unknown, shape: Shape, at = 'answer'): string[] => {
  if (typeof shape === 'string') {
    const [kind = ''] = shape.split(/[?{]/)
    if (value === undefined) return [`${at} is missing`]
    if (value === null && shape.includes('?')) return []
    return KINDS[kind]?.(value) ? [] : [`${at} is no ${kind}: ${JSON.stringify(value)?.slice(0, 80)}`]
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at} is no list: ${JSON.stringify(value)?.slice(0, 80)}`]
    if (value.length === 0) return [`${at} is empty`]
    return value.flatMap((one, i) => faultsOf(one, shape[0] ?? '', `${at}.${i}`))
  }
  if (typeof value !== 'object' || value === null) return [`${at} is no object: ${JSON.stringify(value)}`]
  return Object.entries(shape).flatMap(([name, part]) =>
    faultsOf((value as Record<string, unknown>)[name], part, `${at}.${name}`),
  )
}

/** 'id name:text archived:flag' as a shape. */
export const has = (fields: string): Record<string, Shape> =>
  Object.fromEntries(
    fields
      .trim()
      .split(/\s+/)
      .map((field) => field.split(':'))
      .map(([name = '', kind = 'id']) => [name, kind]),
  )

export const paged = (node: Shape): Shape => ({
  edges: [{ cursor: 'text', node }],
  pageInfo: { hasNextPage: 'flag', endCursor: 'text?' },
})
export const ID: Record<string, Shape> = { id: 'id' }
export const NAMED: Record<string, Shape> = { id: 'id', name: 'text' }
export const PERSON: Record<string, Shape> = { id: 'id', firstName: 'text', lastName: 'text' }

/** The selection of a GraphQL field with this shape. */
export const selectionOf = (shape: Shape): string => {
  if (typeof shape === 'string') return shape.includes('{') ? ` ${shape.slice(shape.indexOf('{'))}` : ''
  if (Array.isArray(shape)) return selectionOf(shape[0] ?? '')
  const fields = Object.entries(shape).map(([name, part]) => `${name}${selectionOf(part)}`)
  return ` { ${fields.join(' ')} }`
}
