import type { Counts, Ratchet, Tree } from './counts.ts'
import { add } from './found.ts'
import type { Node, Source } from './tree.ts'

/** What lets a test pass when the product is wrong. */

const nameOf = (node: unknown): string => String((node as { name?: unknown } | undefined)?.name ?? '')

/** The text of a string, or of a template without what it takes from elsewhere. */
const sqlOf = (node: Node): string | null => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('§')
}

/** The method of `a.method()`, if the node calls one. */
const methodOf = (node: Node): string => {
  const callee = node.callee as Node | undefined
  return node.type === 'CallExpression' && callee?.type === 'MemberExpression' ? nameOf(callee.property) : ''
}
const argumentsOf = (node: Node): Node[] => (node.arguments ?? []) as Node[]

const countIn = (
  { tests }: Tree,
  mayHave: RegExp,
  find: (source: Source) => (node: Node) => string | boolean,
): Counts => {
  const counts: Counts = new Map()
  for (const source of tests) {
    if (!mayHave.test(source.text)) continue
    const isOne = find(source)
    source.walk((node) => {
      const found = isOne(node)
      if (!found) return
      const what = typeof found === 'string' ? `${found} in ` : ''
      add(counts, source.path, `${what}line ${source.lineAt(node.start)}`)
    })
  }
  return counts
}

/** `undefined`, `null`, `[]`, `{}` and an empty block: what an error becomes when no one wants to know. */
const isNothing = (node: Node): boolean => {
  if (node.type === 'BlockStatement') return (node.body as Node[]).length === 0
  if (node.type === 'ArrayExpression') return (node.elements as Node[]).length === 0
  if (node.type === 'ObjectExpression') return (node.properties as Node[]).length === 0
  if (node.type === 'ParenthesizedExpression') return isNothing(node.expression as Node)
  return nameOf(node) === 'undefined' || (node.type === 'Literal' && node.value === null)
}

const swallowedErrors: Ratchet = {
  name: 'swallowed-errors',
  things: 'errors that a test swallows',
  instead: 'Say which error is expected: expect(…).rejects.toThrow(…), or brokenOff(…) where a call may break off.',
  by: 'file',
  count: (tree) =>
    countIn(tree, /\bcatch\b/, () => (node) => {
      if (node.type === 'CatchClause') return isNothing(node.body as Node)
      const [handler] = argumentsOf(node)
      return methodOf(node) === 'catch' && handler?.type === 'ArrowFunctionExpression'
        ? isNothing(handler.body as Node)
        : false
    }),
}

/** `expect(list.every(…))` is true of an empty list. */
const everyOnNothing: Ratchet = {
  name: 'every-on-nothing',
  things: 'expectations of `every`, which hold for an empty list',
  instead: 'Expect the values themselves, or new Set(list.map(…)) to equal new Set([…]): an empty list fails then.',
  by: 'file',
  count: (tree) =>
    countIn(tree, /\bevery\(/, () => (node) => {
      const [given] = argumentsOf(node)
      return (
        node.type === 'CallExpression' && nameOf(node.callee) === 'expect' && !!given && methodOf(given) === 'every'
      )
    }),
}

const isNegated = (node: Node): boolean => {
  const before = (node.callee as Node).object as Node | undefined
  return before?.type === 'MemberExpression' && nameOf(before.property) === 'not'
}
/** 200, 399, 400: a status of HTTP, or the last one before a class of them. */
const isStatus = (node: Node | undefined): boolean =>
  node?.type === 'Literal' && typeof node.value === 'number' && /^[2-5]\d\d$|^[1-4]99$/.test(String(node.value))
/** Ends of ranges, which other numbers can be too. */
const isRange = (node: Node | undefined): boolean => isStatus(node) && /00$|99$/.test(String(node?.value))

const anyRefusal: Ratchet = {
  name: 'any-refusal',
  things: 'expectations that any failure meets',
  instead: 'Name the refusal: its status and reason, or what the error says.',
  by: 'file',
  count: (tree) =>
    countIn(tree, /\btoBe|\btoEqual|\btoThrow/, (source) => (node) => {
      const method = methodOf(node)
      const [given] = argumentsOf(node)
      if (method === 'toThrow' || method === 'toThrowError') return !given && !isNegated(node)
      if (method === 'toBe' || method === 'toEqual') return isStatus(given) && isNegated(node)
      if (!method.startsWith('toBeGreaterThan')) return false
      return isRange(given) && /status/i.test(source.text.slice(node.start, given?.start))
    }),
}

const NUMERIC = new Set(['Literal', 'BinaryExpression', 'UnaryExpression'])
const isNumeric = (init: Node | null): boolean =>
  !!init && NUMERIC.has(init.type) && (init.type !== 'Literal' || typeof init.value === 'number')

/** Constants of a file that are numbers: lengths of time, limits, sizes. */
const numbersIn = (source: Source): Set<string> => {
  const names = new Set<string>()
  source.walk((node) => {
    if (node.type === 'VariableDeclarator' && isNumeric(node.init as Node | null)) names.add(nameOf(node.id))
  })
  return names
}
const namesWithin = (value: unknown, names: Set<string>): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => namesWithin(one, names))
  if (typeof value !== 'object' || value === null) return []
  const { type, name } = value as { type?: string; name?: string }
  if (type === 'Identifier') return name && names.has(name) ? [name] : []
  return Object.values(value).flatMap((one) => namesWithin(one, names))
}
const MATCHER = /^to(?:Be|Equal|StrictEqual|HaveLength|MatchObject)/

const numbersOfTheCode: Ratchet = {
  name: 'numbers-of-the-code',
  things: 'expected numbers that are taken from the code under test',
  instead: 'Write the number: a test that takes it from the code stays green when the number changes.',
  by: 'file',
  count: (tree) => {
    const files = new Map(tree.sources.map((source) => [source.path, source]))
    const numbers = new Map<string, Set<string>>()
    const numbersAt = (path: string): Set<string> => {
      const source = files.get(path)
      const known = numbers.get(path) ?? (source ? numbersIn(source) : new Set<string>())
      numbers.set(path, known)
      return known
    }
    return countIn(tree, /\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/, (source) => {
      const taken = source.takes.flatMap(({ from, names }) =>
        names === '*' ? [] : names.filter((name) => files.has(from) && numbersAt(from).has(name)),
      )
      if (taken.length === 0) return () => false
      const names = new Set(taken)
      return (node) =>
        MATCHER.test(methodOf(node)) && !isNegated(node)
          ? [...new Set(namesWithin(node.arguments, names))].join(', ')
          : ''
    })
  },
}

const TABLE = /sqliteTable\(\s*'(\w+)'|CREATE (?:VIRTUAL )?TABLE (?:IF NOT EXISTS )?(\w+)/g
const WRITTEN = /\b(?:INSERT (?:OR \w+ )?INTO|DELETE FROM|UPDATE(?! SET\b))\s+([a-z]\w*)\b(?!\.)/g
/** Tables of the migrations only: those that aren't read through the schema's columns. */
const OF_MIGRATIONS = ['audit_log', 'search_index', 'search_index_names', 'level_group_statuses']

const unknownTables: Ratchet = {
  name: 'unknown-tables',
  things: 'tables that a test writes and that don’t exist',
  instead: 'Name a table of the schema.',
  by: 'file',
  count: (tree) => {
    const made = [...tree.sources, ...tree.tests].flatMap(({ text }) =>
      [...text.matchAll(TABLE)].map(([, table, created]) => table ?? created ?? ''),
    )
    const tables = new Set([...made, ...OF_MIGRATIONS])
    return countIn(tree, /\b(?:INTO|FROM|UPDATE)\b/, () => (node) => {
      const text = sqlOf(node)
      return [...(text?.matchAll(WRITTEN) ?? [])]
        .flatMap(([, table = '']) => (tables.has(table) ? [] : [table]))
        .join(', ')
    })
  },
}

export const HONESTY_RATCHETS: Ratchet[] = [
  swallowedErrors,
  everyOnNothing,
  anyRefusal,
  numbersOfTheCode,
  unknownTables,
]
