import { Refused } from './company.ts'

/** The part of QuickBooks' query language that has one entity, conditions joined by `and`, one order, and pages. */

export interface Query {
  entity: string
  isCount: boolean
  conditions: { field: string; operator: string; values: string[] }[]
  order: { field: string; isDescending: boolean } | null
  start: number
  most: number
}

const SELECT =
  /^\s*select\s+(\*|count\(\*\))\s+from\s+(\w+)(?:\s+where\s+(.+?))?(?:\s+order\s*by\s+([\w.]+)(?:\s+(asc|desc))?)?(?:\s+startposition\s+(\d+))?(?:\s+maxresults\s+(\d+))?\s*$/is
const CONDITION =
  /^\s*([\w.]+)\s*(=|<=|>=|<|>|in|like)\s*('(?:[^'\\]|\\.)*'|true|false|\((?:\s*(?:'(?:[^'\\]|\\.)*'|true|false)\s*,?)+\))\s*(?:and\s+|$)/i
const VALUE = /'((?:[^'\\]|\\.)*)'|(true|false)/gi

const wrong = (detail: string): Refused => new Refused('4000', 'Error parsing query', `QueryParserError: ${detail}`)

export const parseQuery = (text: string): Query => {
  const [, what, entity = '', where = '', field, direction, start, most] = SELECT.exec(text) ?? []
  if (!what) throw wrong(text)
  const conditions: Query['conditions'] = []
  for (let rest = where; rest.trim() !== ''; ) {
    const [whole, name = '', operator = '', list = ''] = CONDITION.exec(rest) ?? []
    if (!whole) throw wrong(rest)
    const values = [...list.matchAll(VALUE)].map(([, quoted, plain]) =>
      (plain ?? quoted ?? '').replaceAll(/\\(.)/g, '$1'),
    )
    conditions.push({ field: name, operator: operator.toLowerCase(), values })
    rest = rest.slice(whole.length)
  }
  const size = Number(most ?? 100)
  if (size > 1000) throw wrong('maxresults is at most 1000')
  return {
    ...{ entity, conditions, isCount: what !== '*' },
    order: field ? { field, isDescending: direction?.toLowerCase() === 'desc' } : null,
    start: Number(start ?? 1),
    most: size,
  }
}

/** A row's fields that can be asked for. */
export type Fields = Record<string, string | number | boolean>

/** Times, numbers and text, as the field is. */
const compared = (field: Fields[string], value: string): number => {
  if (typeof field === 'number') {
    const other = /^\d+$/.test(value) ? Number(value) : Date.parse(value)
    return field - other
  }
  const text = String(field)
  return text === value ? 0 : text < value ? -1 : 1
}

const holds = (fields: Fields, { field, operator, values }: Query['conditions'][number]): boolean => {
  const known = fields[field]
  if (known === undefined)
    throw new Refused('4001', 'Invalid query', `QueryValidationError: property '${field}' is not queryable`)
  const [value = ''] = values
  if (operator === 'in') return values.some((each) => compared(known, each) === 0)
  if (operator === 'like') {
    const pattern = value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%', '.*')
    return new RegExp(`^${pattern}$`, 'i').test(String(known))
  }
  const order = compared(known, value)
  if (operator === '=') return order === 0
  if (operator === '<') return order < 0
  if (operator === '>') return order > 0
  return operator === '<=' ? order <= 0 : order >= 0
}

/** The rows that the query asks for, in its order, before they are cut into pages. */
export const selected = <Row>(query: Query, rows: readonly Row[], fieldsOf: (row: Row) => Fields): Row[] => {
  const asksActive = query.conditions.some(({ field }) => field === 'Active')
  const found = rows
    .map((row) => ({ row, fields: fieldsOf(row) }))
    .filter(({ fields }) => asksActive || fields.Active !== false)
    .filter(({ fields }) => query.conditions.every((condition) => holds(fields, condition)))
  const { order } = query
  if (!order) return found.map(({ row }) => row)
  const keyOf = ({ fields }: { fields: Fields }) => fields[order.field] ?? ''
  const sign = order.isDescending ? -1 : 1
  return found
    .toSorted((a, b) => {
      const [left, right] = [keyOf(a), keyOf(b)]
      return left === right ? 0 : left < right ? -sign : sign
    })
    .map(({ row }) => row)
}
