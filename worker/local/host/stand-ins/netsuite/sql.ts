/**
 * The part of SuiteQL that is asked of the stand-in: one SELECT with joins, conditions and an order. Whatever it doesn't
 * know is refused, as NetSuite refuses it.
 */

export type Cell = string | number | Date | null
export type Cells = Readonly<Record<string, Cell>>

export interface Table {
  columns: readonly string[]
  rows(): readonly Cells[]
  /** A column by which rows are found without looking at all of them. */
  key?: { column: string; rows(value: number): readonly Cells[] }
}
export type Tables = (name: string) => Table | undefined

export class InvalidQuery extends Error {}

type Scope = Record<string, Cells | null>
type Read = (scope: Scope) => Cell
type Test = (scope: Scope) => boolean

interface Source {
  alias: string
  table: Table
}
interface Join extends Source {
  isLeft: boolean
  on: Condition
}
/** A condition with what can be known of it before rows are read. */
interface Condition {
  test: Test
  aliases: Set<string>
  all: Condition[]
  equal?: { left: Column; right: Column }
  among?: { column: Column; values: Cell[] }
}
interface Column {
  alias: string
  name: string
  read: Read
}

const TOKEN = /\s*(?:('(?:[^']|'')*')|(\d+(?:\.\d+)?)|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)|(>=|<=|<>|[=<>(),-]))/y

const tokensOf = (text: string): string[] => {
  const found: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text)
    if (!match) throw new InvalidQuery(`Invalid or unsupported search near “${text.slice(TOKEN.lastIndex, 40)}”.`)
    found.push(match[0].trim())
  }
  return found
}

const comparable = (cell: Cell): string | number | null => (cell instanceof Date ? cell.getTime() : cell)

const compare = (left: Cell, right: Cell): number => {
  const [a, b] = [comparable(left), comparable(right)]
  if (a === null || b === null) return Number.NaN
  if (typeof a !== typeof b || left instanceof Date !== right instanceof Date)
    throw new InvalidQuery(`Invalid search query: “${String(a)}” and “${String(b)}” are of different types.`)
  return a < b ? -1 : a > b ? 1 : 0
}

const OPERATORS: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<>': (order) => order === 1 || order === -1,
  '<': (order) => order === -1,
  '>': (order) => order === 1,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
}

const FORMATS: Record<string, (date: Date) => string> = {
  'YYYY-MM-DD': (date) => date.toISOString().slice(0, 10),
  'YYYY-MM-DD HH24:MI:SS': (date) => date.toISOString().slice(0, 19).replace('T', ' '),
}

class Parser {
  readonly #tokens: string[]
  readonly #tables: Tables
  readonly #aliases = new Map<string, Table>()
  #at = 0

  constructor(text: string, tables: Tables) {
    this.#tokens = tokensOf(text)
    this.#tables = tables
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? ''
  }
  #is(word: string): boolean {
    return this.#peek().toUpperCase() === word
  }
  #take(word?: string): string {
    const token = this.#peek()
    if (token === '' || (word && !this.#is(word)))
      throw new InvalidQuery(`Invalid or unsupported search: “${token || 'the end'}” instead of ${word ?? 'more'}.`)
    this.#at++
    return token
  }
  #skip(word: string): boolean {
    if (!this.#is(word)) return false
    this.#at++
    return true
  }

  parse() {
    this.#take('SELECT')
    const from = this.#tokens.findIndex((token) => token.toUpperCase() === 'FROM')
    if (from < 0) throw new InvalidQuery('Invalid or unsupported search: FROM is missing.')
    // Columns are known after the tables are.
    const selectAt = this.#at
    this.#at = from
    this.#take('FROM')
    const base = this.#source()
    const joins: Join[] = []
    while (this.#is('INNER') || this.#is('LEFT')) {
      const isLeft = this.#take().toUpperCase() === 'LEFT'
      this.#take('JOIN')
      const source = this.#source()
      this.#take('ON')
      joins.push({ ...source, isLeft, on: this.#condition() })
    }
    const where = this.#skip('WHERE') ? this.#condition() : null
    const order: Read[] = []
    if (this.#skip('ORDER')) {
      this.#take('BY')
      do order.push(this.#value().read)
      while (this.#skip(','))
    }
    if (this.#peek() !== '') throw new InvalidQuery(`Invalid or unsupported search near “${this.#peek()}”.`)
    this.#at = selectAt
    const columns = this.#selected()
    return { base, joins, where, order, columns }
  }

  #source(): Source {
    const name = this.#take().toLowerCase()
    const table = this.#tables(name)
    if (!table) throw new InvalidQuery(`Search error occurred: Record '${name}' was not found.`)
    const alias = this.#take()
    this.#aliases.set(alias, table)
    return { alias, table }
  }

  #selected(): { name: string; read: Read }[] {
    const columns: { name: string; read: Read }[] = []
    do {
      const token = this.#peek()
      const { read } = this.#value()
      columns.push({ name: this.#skip('AS') ? this.#take() : (token.split('.')[1] ?? token).toLowerCase(), read })
    } while (this.#skip(','))
    this.#take('FROM')
    return columns
  }

  #value(): { read: Read; column?: Column; literal?: Cell } {
    if (this.#skip('-')) {
      const { literal } = this.#value()
      if (typeof literal !== 'number') throw new InvalidQuery('Invalid or unsupported search: a minus.')
      return { literal: -literal, read: () => -literal }
    }
    const token = this.#take()
    if (token.startsWith("'")) {
      const literal = token.slice(1, -1).replaceAll("''", "'")
      return { literal, read: () => literal }
    }
    if (/^\d/.test(token)) return { literal: Number(token), read: () => Number(token) }
    if (/^TO_(CHAR|DATE)$/i.test(token)) return this.#conversion(token.toUpperCase())
    return this.#column(token)
  }

  #conversion(name: string): { read: Read; literal?: Cell } {
    this.#take('(')
    const { read, literal } = this.#value()
    this.#take(',')
    const format = this.#take().slice(1, -1)
    this.#take(')')
    const write = FORMATS[format]
    if (!write) throw new InvalidQuery(`Invalid or unsupported search: the format ${format}.`)
    if (name === 'TO_DATE') {
      const date = new Date(`${String(literal).replace(' ', 'T')}${format.length > 10 ? 'Z' : 'T00:00:00Z'}`)
      if (Number.isNaN(date.getTime()) || write(date) !== literal)
        throw new InvalidQuery(`Invalid search query: “${String(literal)}” isn't a date as ${format}.`)
      return { literal: date, read: () => date }
    }
    return {
      read: (scope) => {
        const cell = read(scope)
        if (cell !== null && !(cell instanceof Date)) throw new InvalidQuery('Invalid search query: not a date.')
        return cell && write(cell)
      },
    }
  }

  #column(token: string): { read: Read; column: Column } {
    const [alias = '', written = ''] = token.split('.')
    const table = this.#aliases.get(alias)
    const name = written.toLowerCase()
    if (!table) throw new InvalidQuery(`Search error occurred: Unknown identifier '${token}'.`)
    if (!table.columns.includes(name))
      throw new InvalidQuery(`Search error occurred: Field '${name}' for record '${alias}' was not found.`)
    const read: Read = (scope) => scope[alias]?.[name] ?? null
    return { read, column: { alias, name, read } }
  }

  #condition(): Condition {
    return this.#either('OR', () => this.#either('AND', () => this.#comparison()))
  }

  #either(word: 'AND' | 'OR', part: () => Condition): Condition {
    const parts = [part()]
    while (this.#skip(word)) parts.push(part())
    const [first] = parts
    if (first && parts.length === 1) return first
    const aliases = new Set(parts.flatMap((each) => [...each.aliases]))
    const isAnd = word === 'AND'
    const test: Test = isAnd
      ? (scope) => parts.every((each) => each.test(scope))
      : (scope) => parts.some((each) => each.test(scope))
    const condition: Condition = { test, aliases, all: [] }
    condition.all = isAnd ? parts.flatMap((each) => each.all) : [condition]
    return condition
  }

  #comparison(): Condition {
    if (this.#skip('(')) {
      const inner = this.#condition()
      this.#take(')')
      return inner
    }
    const left = this.#value()
    const made = (test: Test, right?: { column?: Column }, rest: Partial<Condition> = {}): Condition => {
      const aliases = [left.column?.alias, right?.column?.alias].filter((alias) => alias !== undefined)
      const condition: Condition = { test, aliases: new Set(aliases), all: [], ...rest }
      condition.all = [condition]
      return condition
    }
    if (this.#skip('IS')) {
      const isNot = this.#skip('NOT')
      this.#take('NULL')
      return made((scope) => (left.read(scope) === null) !== isNot)
    }
    if (this.#skip('IN')) {
      this.#take('(')
      const values: Cell[] = []
      do values.push(this.#value().literal ?? null)
      while (this.#skip(','))
      this.#take(')')
      if (values.length > 1000) throw new InvalidQuery('Invalid search query: more than 1,000 expressions in a list.')
      const kept = new Set(values)
      const among = left.column ? { among: { column: left.column, values } } : {}
      return made((scope) => kept.has(left.read(scope)), undefined, among)
    }
    const operator = OPERATORS[this.#peek()]
    if (!operator) throw new InvalidQuery(`Invalid or unsupported search near “${this.#peek()}”.`)
    const isEqual = this.#take() === '='
    const right = this.#value()
    const equal = isEqual && left.column && right.column ? { equal: { left: left.column, right: right.column } } : {}
    return made((scope) => operator(compare(left.read(scope), right.read(scope))), right, equal)
  }
}

/** Rows of the first table that its own conditions allow. */
const baseRows = ({ alias, table }: Source, conditions: readonly Condition[]): Scope[] => {
  const own = conditions.filter(({ aliases }) => [...aliases].every((each) => each === alias))
  const { key } = table
  const among = own.find((each) => each.among?.column.name === key?.column)?.among
  const rows = key && among ? among.values.flatMap((value) => key.rows(Number(value))) : table.rows()
  return rows.map((row): Scope => ({ [alias]: row })).filter((scope) => own.every(({ test }) => test(scope)))
}

const joined = (scopes: Scope[], { alias, table, isLeft, on }: Join): Scope[] => {
  const links = on.all.flatMap(({ equal }) => {
    if (!equal || (equal.left.alias === alias) === (equal.right.alias === alias)) return []
    return [equal.left.alias === alias ? [equal.left, equal.right] : [equal.right, equal.left]]
  }) as [mine: Column, theirs: Column][]
  if (links.length === 0) throw new InvalidQuery('Invalid or unsupported search: a join without an equal pair.')
  const { key } = table
  const byKey = key && links.find(([{ name }]) => name === key.column)
  const rows = byKey
    ? [...new Set(scopes.map((scope) => Number(byKey[1].read(scope))))].flatMap((value) => key.rows(value))
    : table.rows()
  const index = Map.groupBy(rows, (row) => links.map(([{ name }]) => String(row[name])).join(' '))
  return scopes.flatMap((scope): Scope[] => {
    const values = links.map(([, { read }]) => read(scope))
    const matching = values.includes(null) ? [] : (index.get(values.join(' ')) ?? [])
    const found = matching.map((row): Scope => ({ ...scope, [alias]: row })).filter((each) => on.test(each))
    return found.length === 0 && isLeft ? [{ ...scope, [alias]: null }] : found
  })
}

/** NetSuite writes numbers as text, and dates as the user has chosen unless they are formatted. */
const written = (cell: Cell): string | null =>
  cell instanceof Date
    ? `${cell.getUTCMonth() + 1}/${cell.getUTCDate()}/${cell.getUTCFullYear()}`
    : cell === null
      ? null
      : String(cell)

/** All rows that a statement finds. Throws an InvalidQuery in NetSuite's words. */
export const run = (text: string, tables: Tables): Record<string, string>[] => {
  const { base, joins, where, order, columns } = new Parser(text, tables).parse()
  const conditions = where?.all ?? []
  let scopes = baseRows(base, conditions)
  for (const join of joins) scopes = joined(scopes, join)
  if (where) scopes = scopes.filter((scope) => where.test(scope))
  const sorted = scopes
    .map((scope) => ({ scope, keys: order.map((read) => read(scope)) }))
    .sort((a, b) => {
      for (const [place, key] of a.keys.entries()) {
        const difference = compare(key, b.keys[place] ?? null)
        if (difference) return difference
      }
      return 0
    })
  return sorted.map(({ scope }) =>
    Object.fromEntries(
      columns.flatMap(({ name, read }) => {
        const cell = written(read(scope))
        return cell === null ? [] : [[name, cell]]
      }),
    ),
  )
}
