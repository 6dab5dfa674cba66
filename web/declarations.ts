import { dirname } from 'node:path'
import { parseAst } from 'vite'

/**
 * A module of declarations as parts of one declaration each, by which the build groups its files (see parts.ts).
 * Pure but for the parser.
 */

export const PART = '?part='

export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** @throws if it can't be read, which no module of the build is */
export const parse = (code: string): Node => {
  const program: unknown = parseAst(code)
  if (!isNode(program)) throw new Error('The parser answers with something else')
  return program
}

export const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

export const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
export const nodeOf = (value: unknown): Node | null => (isNode(value) ? value : null)
/** What a declaration, an import or an export is called. */
export const nameOf = (value: unknown): string => {
  const node = nodeOf(value)
  return String(node?.name ?? node?.value ?? '')
}

/** All names in it. Some are no references, so that too much is imported, which is then left out as it isn't used. */
const namesIn = (node: Node, found = new Set<string>()): Set<string> => {
  if (node.type === 'Identifier') found.add(nameOf(node))
  for (const child of childrenOf(node)) namesIn(child, found)
  return found
}

interface Import {
  from: string
  /** Its name there, `*` for the module as a whole. */
  name: string
}

/** What the names of a module's imports stand for. */
export const importsIn = (statement: Node): [local: string, source: Import][] =>
  nodes(statement.specifiers).map((each) => {
    const name =
      each.type === 'ImportSpecifier' ? nameOf(each.imported) : each.type === 'ImportDefaultSpecifier' ? 'default' : '*'
    return [nameOf(each.local), { from: nameOf(statement.source), name }]
  })

export interface Split {
  /** The part that has a declared name. */
  partOf: Map<string, string>
  /** Where an exported name is: declared here, or in another module. */
  exported: Map<string, { local: string } | Import>
  codeOf: (part: string) => string
  /** Exports all parts. */
  whole: string
}

export const importText = (local: string, { from, name }: Import): string =>
  name === '*'
    ? `import * as ${local} from ${JSON.stringify(from)}`
    : `import { ${name} as ${local} } from ${JSON.stringify(from)}`

/** The names that a declaration's pattern binds. */
const boundNames = (pattern: Node | null): string[] => {
  if (!pattern) return []
  if (pattern.type === 'Identifier') return [nameOf(pattern)]
  if (pattern.type === 'AssignmentPattern') return boundNames(nodeOf(pattern.left))
  if (pattern.type === 'RestElement') return boundNames(nodeOf(pattern.argument))
  if (pattern.type === 'ArrayPattern') return nodes(pattern.elements).flatMap(boundNames)
  return nodes(pattern.properties).flatMap((each) => boundNames(nodeOf(each.value) ?? each))
}

/** @returns null if the module does more than declare */
export const splitOf = (code: string, file: string): Split | null => {
  const imports = new Map<string, Import>()
  const partOf = new Map<string, string>()
  const exported = new Map<string, { local: string } | Import>()
  const declarations = new Map<string, { node: Node; names: string[] }>()
  const declare = (node: Node, isExported: boolean): boolean => {
    const isPlain =
      node.type === 'FunctionDeclaration' ||
      node.type === 'ClassDeclaration' ||
      (node.type === 'VariableDeclaration' && node.kind === 'const')
    if (!isPlain) return false
    const ids = node.type === 'VariableDeclaration' ? nodes(node.declarations).map(({ id }) => id) : [node.id]
    const names = ids.flatMap((id) => boundNames(nodeOf(id)))
    const [part] = names
    if (part === undefined) return false
    declarations.set(part, { node, names })
    for (const name of names) {
      partOf.set(name, part)
      if (isExported) exported.set(name, { local: name })
    }
    return true
  }
  for (const statement of nodes(parse(code).body)) {
    if (statement.type === 'ImportDeclaration') {
      const own = importsIn(statement)
      if (own.length === 0) return null
      for (const [local, source] of own) imports.set(local, source)
    } else if (statement.type === 'ExportNamedDeclaration') {
      const declaration = nodeOf(statement.declaration)
      if (declaration) {
        if (!declare(declaration, true)) return null
        continue
      }
      for (const each of nodes(statement.specifiers)) {
        const [inner, outer] = [nameOf(each.local), nameOf(each.exported)]
        exported.set(outer, statement.source ? { from: nameOf(statement.source), name: inner } : { local: inner })
      }
    } else if (!declare(statement, false)) return null
  }
  for (const [outer, found] of exported) {
    const again = 'local' in found ? imports.get(found.local) : undefined
    if (again) exported.set(outer, again)
  }
  if (exported.size === 0) return null
  const own = `./${file.slice(dirname(file).length + 1)}`
  const codeOf = (part: string): string => {
    const found = declarations.get(part)
    if (!found) throw new Error(`${file} declares no ${part}`)
    const { node, names } = found
    const needed = [...namesIn(node)].flatMap((name) => {
      if (names.includes(name)) return []
      const other = partOf.get(name)
      const source = imports.get(name) ?? (other !== undefined && { from: own + PART + other, name })
      return source ? [importText(name, source)] : []
    })
    return `${needed.join('\n')}\n${code.slice(node.start, node.end)}\nexport { ${names.join(', ')} }\n`
  }
  const whole = [...exported].map(([outer, found]) => {
    const { from, name } = 'local' in found ? { from: own + PART + partOf.get(found.local), name: found.local } : found
    return `export { ${name} as ${outer} } from ${JSON.stringify(from)}`
  })
  return { partOf, exported, codeOf, whole: whole.join('\n') }
}
