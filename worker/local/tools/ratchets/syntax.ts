import type { Counts, Ratchet, Tree } from './counts.ts'
import { add } from './found.ts'
import type { Node, Source } from './tree.ts'

/** What is seen in the syntax tree of one file: casts past the checker, literals that are spread, rows typed by hand. */

const countNodes = (
  { sources }: Tree,
  mayHave: RegExp,
  isOne: (node: Node, around: readonly Node[]) => boolean,
): Counts => {
  const counts: Counts = new Map()
  for (const source of sources) {
    if (!mayHave.test(source.text)) continue
    source.walk((node, around) => {
      if (isOne(node, around)) add(counts, source.path, `line ${source.lineAt(node.start)}`)
    })
  }
  return counts
}

const isAs = (node: Node): boolean => node.type === 'TSAsExpression'
const asUnknownAs: Ratchet = {
  name: 'as-unknown-as',
  things: 'casts `as unknown as`',
  instead:
    'Let the type be inferred (typed reads: worker/core/record.ts), narrow it with a guard, or parse it with zod.',
  by: 'area',
  count: (tree) =>
    countNodes(tree, /\bas unknown as\b/, (node) => {
      const inner = node.expression as Node | undefined
      return isAs(node) && !!inner && isAs(inner) && (inner.typeAnnotation as Node).type === 'TSUnknownKeyword'
    }),
}

const SPREADS = new Set(['SpreadElement', 'JSXSpreadAttribute'])
const LITERALS = new Set(['ObjectExpression', 'ArrayExpression'])
const literalSpreads: Ratchet = {
  name: 'literal-spreads',
  things: 'literals that are only spread (`...{ a, b }`, `...[a, b]`)',
  instead: 'Write the fields themselves, a line each where they are many; or name the part and spread that.',
  by: 'area',
  count: (tree) =>
    countNodes(tree, /\.\.\.\s*[{[]/, (node) => SPREADS.has(node.type) && LITERALS.has((node.argument as Node).type)),
}

const READS = new Set(['all', 'first'])
const IS_READ = /\.(?:all|first)<|\bresults\b/
const nameOf = (node: unknown): string => String((node as { name?: unknown } | undefined)?.name ?? '')

/** The names of types that a read or a cast of results is given, and the shapes written in place. */
const rowTypesIn = (source: Source): { names: Set<string>; places: string[] } => {
  const names = new Set<string>()
  const places: string[] = []
  const take = (type: Node): void => {
    if (type.type === 'TSTypeLiteral') places.push(`line ${source.lineAt(type.start)}`)
    if (type.type === 'TSTypeReference') names.add(nameOf(type.typeName))
    if (type.type === 'TSArrayType') take(type.elementType as Node)
    if (type.type === 'TSUnionType' || type.type === 'TSIntersectionType')
      for (const one of type.types as Node[]) take(one)
  }
  source.walk((node) => {
    if (node.type === 'CallExpression') {
      const callee = node.callee as Node
      const given = node.typeArguments as { params: Node[] } | null
      if (given && callee.type === 'MemberExpression' && READS.has(nameOf(callee.property))) given.params.forEach(take)
    }
    if (isAs(node) && /\bresults\b/.test(source.text.slice(node.start, (node.expression as Node).end)))
      take(node.typeAnnotation as Node)
  })
  return { names, places }
}

/** Names of interfaces and of types with members that a file writes, with their lines. */
const shapesIn = (source: Source): Map<string, number> => {
  const shapes = new Map<string, number>()
  source.walk((node) => {
    const isShape =
      node.type === 'TSInterfaceDeclaration' ||
      (node.type === 'TSTypeAliasDeclaration' && (node.typeAnnotation as Node).type === 'TSTypeLiteral')
    if (isShape) shapes.set(nameOf(node.id), source.lineAt(node.start))
  })
  return shapes
}

const rowTypes: Ratchet = {
  name: 'row-types',
  things: 'row types written by hand',
  instead:
    'Name the columns with select(table, alias, columns) in a typed text: their row is inferred (worker/core/record.ts).',
  by: 'area',
  count: ({ sources }) => {
    const counts: Counts = new Map()
    const worker = new Map(sources.filter(({ path }) => path.startsWith('worker/')).map((one) => [one.path, one]))
    const shapes = new Map<string, Map<string, number>>()
    const shapeAt = (path: string, name: string): number | undefined => {
      const source = worker.get(path)
      if (!source) return undefined
      if (!shapes.has(path)) shapes.set(path, shapesIn(source))
      return shapes.get(path)?.get(name)
    }
    const seen = new Set<string>()
    for (const source of worker.values()) {
      if (source.path.startsWith('worker/local/') || !IS_READ.test(source.text)) continue
      const { names, places } = rowTypesIn(source)
      for (const place of places) add(counts, source.path, place)
      for (const name of names) {
        const path =
          shapeAt(source.path, name) === undefined
            ? source.takes.find((taken) => taken.names !== '*' && taken.names.includes(name))?.from
            : source.path
        const line = path === undefined ? undefined : shapeAt(path, name)
        if (path === undefined || line === undefined || seen.has(`${path} ${name}`)) continue
        seen.add(`${path} ${name}`)
        add(counts, path, `${name} in line ${line}`)
      }
    }
    return counts
  },
}

const IS_TABLE = /^[A-Z][A-Z_]*\s*:\s*(?:Readonly<)?Record<string,/

/** Constants with any text as their key, and a value for some of them. */
const objectsAsMaps: Ratchet = {
  name: 'objects-as-maps',
  things: 'constant objects that are asked for any text, and so answer “constructor” too',
  instead: 'Make it a Map: new Map(Object.entries({ … })), and ask with get.',
  by: 'area',
  count: ({ sources }) => {
    const counts: Counts = new Map()
    for (const source of sources) {
      if (!/\bRecord<string,/.test(source.text)) continue
      const tables = new Set<string>()
      source.walk((node) => {
        const isObject = node.type === 'VariableDeclarator' && (node.init as Node | null)?.type === 'ObjectExpression'
        if (isObject && IS_TABLE.test(source.text.slice(node.start, node.end))) tables.add(nameOf(node.id))
      })
      source.walk((node) => {
        if (node.type !== 'MemberExpression' || node.computed !== true) return
        if (tables.has(nameOf(node.object)) && (node.property as Node).type !== 'Literal')
          add(counts, source.path, `${nameOf(node.object)} in line ${source.lineAt(node.start)}`)
      })
    }
    return counts
  },
}

/** `name in object`: true for “constructor” in every object. Names written out are asked of what is known. */
const namesInObjects: Ratchet = {
  name: 'names-in-objects',
  things: 'objects that are asked with “in” whether they have a name, which they answer “constructor” to',
  instead: 'Ask Object.hasOwn(object, name), or make the object a Map or Set and ask with has.',
  by: 'area',
  count: (tree) =>
    countNodes(tree, / in /, (node) => {
      if (node.type !== 'BinaryExpression' || node.operator !== 'in') return false
      return (node.left as Node).type !== 'Literal'
    }),
}

const isFromEntries = (node: Node | null): boolean => {
  const callee = node?.type === 'CallExpression' ? (node.callee as Node) : null
  return !!callee && nameOf(callee.object) === 'Object' && nameOf(callee.property) === 'fromEntries'
}

/** Constants that are made of entries at run time. The checker knows no more of their names than that they are texts. */
const entriesAsMaps: Ratchet = {
  name: 'entries-as-maps',
  things: 'constants made by Object.fromEntries that are asked for any text',
  instead: 'Make it a Map of the same entries, and ask with get.',
  by: 'area',
  count: ({ sources }) => {
    const counts: Counts = new Map()
    for (const source of sources) {
      if (!source.text.includes('Object.fromEntries(')) continue
      const made = new Set<string>()
      source.walk((node) => {
        if (node.type === 'VariableDeclarator' && isFromEntries(node.init as Node | null)) made.add(nameOf(node.id))
      })
      source.walk((node) => {
        if (node.type !== 'MemberExpression' || node.computed !== true) return
        if (made.has(nameOf(node.object)) && (node.property as Node).type !== 'Literal')
          add(counts, source.path, `${nameOf(node.object)} in line ${source.lineAt(node.start)}`)
      })
    }
    return counts
  },
}

export const SYNTAX_RATCHETS: Ratchet[] = [
  asUnknownAs,
  literalSpreads,
  rowTypes,
  objectsAsMaps,
  namesInObjects,
  entriesAsMaps,
]
