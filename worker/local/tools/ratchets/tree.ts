import { posix } from 'node:path'
import { parseSync } from 'vite'

/** The source files that are counted, each parsed once and only if its text can have what is counted. */

export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** What a file takes from another: names, or '*' for everything that it has. */
export interface Taken {
  from: string
  names: string[] | '*'
}

export interface Source {
  /** From the project's folder, with slashes. */
  path: string
  text: string
  /** Names that other files can import, without the default. */
  offers: string[]
  takes: Taken[]
  /** Files whose every export it passes on: `export * from`. */
  passesOn: string[]
  /** Calls `visit` with each node of its syntax tree and the nodes around it, the nearest last. */
  walk(visit: (node: Node, around: readonly Node[]) => void): void
  /** From 1. */
  lineAt(position: number): number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const walkFrom = (node: Node, around: Node[], visit: (node: Node, around: readonly Node[]) => void): void => {
  visit(node, around)
  around.push(node)
  for (const key in node) {
    const value = node[key]
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) walkFrom(one, around, visit)
    } else if (isNode(value)) walkFrom(value, around, visit)
  }
  around.pop()
}

const TYPE_IMPORT = /\bimport\(\s*['"](\.[^'"]+)['"]/g

/** The members of a namespace that a text uses, or '*' if it uses it as a whole. */
const membersUsed = (text: string, namespace: string): string[] | '*' => {
  const uses = [...text.matchAll(new RegExp(`(?<![\\w$.])${namespace}\\b(?:\\.(\\w+))?`, 'g'))].slice(1)
  return uses.every(([, member]) => member) ? uses.map(([, member]) => member ?? '') : '*'
}

export const sourceOf = (path: string, text: string): Source => {
  let parsed: ReturnType<typeof parseSync> | undefined
  const parse = () => {
    parsed ??= parseSync(path, text)
    return parsed
  }
  const { staticImports, staticExports } = parse().module
  const target = (request: string): string => posix.join(posix.dirname(path), request)
  const isOwn = (request: string): boolean => request.startsWith('.')
  const takes: Taken[] = staticImports
    .filter(({ moduleRequest }) => isOwn(moduleRequest.value))
    .flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName, localName }) => ({
        from: target(moduleRequest.value),
        names:
          importName.kind === 'NamespaceObject'
            ? membersUsed(text, localName.value)
            : [importName.kind === 'Default' ? 'default' : (importName.name ?? '')],
      })),
    )
  for (const [, request] of text.matchAll(TYPE_IMPORT)) takes.push({ from: target(request ?? ''), names: '*' })
  const entries = staticExports.flatMap((statement) => statement.entries)
  const passesOn: string[] = []
  for (const { moduleRequest, importName } of entries) {
    if (!moduleRequest || !isOwn(moduleRequest.value)) continue
    if (importName.kind === 'AllButDefault') passesOn.push(target(moduleRequest.value))
    else takes.push({ from: target(moduleRequest.value), names: importName.name ? [importName.name] : '*' })
  }
  const starts: number[] = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return {
    path,
    text,
    takes,
    passesOn,
    offers: entries.flatMap(({ exportName }) =>
      exportName.kind === 'Name' && exportName.name ? [exportName.name] : [],
    ),
    walk: (visit) => walkFrom(parse().program as unknown as Node, [], visit),
    lineAt: (position) => {
      let [low, high] = [0, starts.length]
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if ((starts[middle] ?? 0) <= position) low = middle
        else high = middle
      }
      return low + 1
    },
  }
}
