import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import {
  childrenOf,
  importsIn,
  importText,
  type Node,
  nameOf,
  nodeOf,
  nodes,
  PART,
  parse,
  type Split,
  splitOf,
} from './declarations.ts'

/**
 * Build modules of one declaration each. A module with what an area can be asked, or with its words, has far more than
 * a page uses of it, and a build file takes modules as a whole. Here each declaration of a plain module becomes a module
 * of its own, and every import names the declarations that it wants.
 */

/** Declares and does nothing else. Where it does, it stays whole. */
const PLAIN = /\/(?:schema|web\/(?:features|lib|ui))\/(?:[\w$-]+\/)*[\w$.-]+\.tsx?$/

interface Change {
  start: number
  end: number
  text: string
}

/** Every use of a module as a whole by the member's name, or null if it is used otherwise, too. */
const membersOf = (program: Node, local: string): { node: Node; member: string }[] | null => {
  const found: { node: Node; member: string }[] = []
  let isWhole = false
  const look = (node: Node): void => {
    if (node.type === 'ImportDeclaration') return
    if (
      node.type === 'MemberExpression' &&
      nodeOf(node.object)?.type === 'Identifier' &&
      nameOf(node.object) === local
    ) {
      if (node.computed) isWhole = true
      else found.push({ node, member: nameOf(node.property) })
      return
    }
    if (node.type === 'Identifier' && nameOf(node) === local) isWhole = true
    for (const child of childrenOf(node)) look(child)
  }
  look(program)
  return isWhole ? null : found
}

export const parts = (): Plugin => {
  const splits = new Map<string, Promise<Split | null>>()
  const read = async (file: string): Promise<Split | null> => {
    if (!PLAIN.test(file)) return null
    const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { sourcemap: false })
    return splitOf(code, file)
  }
  const split = (file: string): Promise<Split | null> => {
    const known = splits.get(file) ?? read(file)
    splits.set(file, known)
    return known
  }
  /** The part that has the name in the end, and its name there. Undefined if the module isn't split. */
  const find = async (file: string, name: string): Promise<{ id: string; name: string } | undefined> => {
    const found = (await split(file))?.exported.get(name)
    if (!found) return undefined
    if ('local' in found) {
      const part = (await split(file))?.partOf.get(found.local)
      return part === undefined ? undefined : { id: file + PART + part, name: found.local }
    }
    if (!found.from.startsWith('.')) return undefined
    const target = join(dirname(file), found.from)
    return (await find(target, found.name)) ?? { id: target, name: found.name }
  }
  const address = (from: string, id: string): string => {
    const path = relative(dirname(from), id)
    return path.startsWith('.') ? path : `./${path}`
  }
  /** The module with imports and exports of parts in place of modules. */
  const rewrite = async (code: string, id: string): Promise<string | null> => {
    const file = id.split('?')[0] ?? id
    const program = parse(code)
    const changes: Change[] = []
    for (const statement of nodes(program.body)) {
      const from = nameOf(statement.source)
      if (!from.startsWith('.') || !/\.tsx?$/.test(from)) continue
      const target = join(dirname(file), from)
      if (!(await split(target))) continue
      const lines: string[] = []
      if (statement.type === 'ImportDeclaration')
        for (const [local, { name }] of importsIn(statement)) {
          if (name === '*') {
            const members = membersOf(program, local)
            const wanted =
              members &&
              (await Promise.all(members.map(async (each) => ({ ...each, to: await find(target, each.member) }))))
            if (!wanted?.every(({ to }) => to)) {
              lines.push(importText(local, { from, name }))
              continue
            }
            const names = new Map<string, string>()
            for (const { node, member, to } of wanted) {
              if (!to) continue
              const own = `${local}$${member}`
              changes.push({ start: node.start, end: node.end, text: own })
              names.set(own, importText(own, { from: address(file, to.id), name: to.name }))
            }
            lines.push(...names.values())
            continue
          }
          const to = await find(target, name)
          lines.push(importText(local, to ? { from: address(file, to.id), name: to.name } : { from, name }))
        }
      else if (statement.type === 'ExportNamedDeclaration')
        for (const each of nodes(statement.specifiers)) {
          const [inner, outer] = [nameOf(each.local), nameOf(each.exported)]
          const to = await find(target, inner)
          const source = to ? { from: address(file, to.id), name: to.name } : { from, name: inner }
          lines.push(`export { ${source.name} as ${outer} } from ${JSON.stringify(source.from)}`)
        }
      else continue
      if (lines.length === 0) continue
      changes.push({ start: statement.start, end: statement.end, text: `${lines.join('\n')}\n` })
    }
    if (changes.length === 0) return null
    let result = code
    for (const { start, end, text } of changes.sort((a, b) => b.start - a.start))
      result = result.slice(0, start) + text + result.slice(end)
    return result
  }
  return {
    name: 'parts',
    apply: 'build',
    enforce: 'post',
    resolveId: {
      order: 'pre',
      filter: { id: /\?part=/ },
      handler: (id, importer) => (importer ? join(dirname(importer.split('?')[0] ?? ''), id) : null),
    },
    load: {
      order: 'pre',
      filter: { id: /\.tsx?(?:\?part=.*)?$/ },
      async handler(id) {
        const [file = '', part] = id.split(PART)
        const found = await split(file)
        // What is wanted as a whole is the sum of its parts, so that each declaration is there once.
        const code = found && (part === undefined ? found.whole : found.codeOf(part))
        return code === null ? null : { code, moduleType: 'js', moduleSideEffects: false }
      },
    },
    transform: {
      order: 'post',
      filter: { id: /\/(?:schema|web)\/.*\.tsx?(?:\?|$)/ },
      async handler(code, id) {
        const rewritten = await rewrite(code, id)
        return rewritten === null ? null : { code: rewritten, map: null }
      },
    },
  }
}
