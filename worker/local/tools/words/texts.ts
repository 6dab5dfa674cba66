import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { paths } from '../../host/paths.ts'

/** A text in the code that people may read: on a screen, in an email, in an answer, or as the name of a test. */
export interface SourceText {
  file: string
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const SQL =
  /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|DROP|ALTER|PRAGMA|EXPLAIN|AND|OR|WHERE|FROM|JOIN|LEFT JOIN|ORDER BY|EXISTS|NOT EXISTS|CASE|UNION|VALUES|RETURNING|ON CONFLICT|SET)\b/
const isProse = (text: string): boolean => /[A-Za-z]{2}/.test(text) && !SQL.test(text)

const filesOf = (patterns: string[]): string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: paths.root }))
    .filter((file) => !/node_modules|\/dist\/|\.d\.ts$|\.gen\.ts$/.test(file))
    .sort()

/** Every text in the product's files: strings, templates and text between tags. */
export const textsOf = (patterns: string[]): SourceText[] => filesOf(patterns).flatMap((file) => textsOfFile(file))

/** The names of tests and of their groups. */
export const namesOfTests = (patterns: string[]): SourceText[] =>
  filesOf(patterns).flatMap((file) => textsOfFile(file, true))

const COMMENT = /^\s*\{?(?:\/\/|\/\*+|\*(?!\/))\s?(.*?)(?:\*\/\}?)?\s*$/

/** Comments on lines of their own, each as one text. */
export const commentsOf = (patterns: string[]): SourceText[] =>
  filesOf(patterns).flatMap((file) => {
    const comments: SourceText[] = []
    let isOpen = false
    for (const [index, line] of readFileSync(join(paths.root, file), 'utf8').split('\n').entries()) {
      const text = COMMENT.exec(line)?.[1]?.trim()
      const last = comments.at(-1)
      if (isOpen && last && text !== undefined) last.text = `${last.text} ${text}`.trim()
      else if (text !== undefined) comments.push({ file, line: index + 1, text })
      isOpen = text !== undefined && !line.trimEnd().endsWith('*/')
    }
    return comments
  })

/** `it`, `describe` or `test`, also as `it.each(…)`. */
const isTest = ({ type, callee, object, tag, name }: Node): boolean =>
  type === 'Identifier'
    ? /^(it|describe|test)$/.test(String(name))
    : [callee, object, tag].some((inner) => inner !== undefined && isTest(inner as Node))

const textsOfFile = (file: string, onlyNamesOfTests = false): SourceText[] => {
  const source = readFileSync(join(paths.root, file), 'utf8')
  const texts: SourceText[] = []
  const add = (node: Node, text: string) => {
    const clean = text.replace(/\s+/g, ' ').trim()
    if (isProse(clean)) texts.push({ file, line: source.slice(0, node.start).split('\n').length, text: clean })
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item)
      return
    }
    if (!value || typeof value !== 'object' || !('type' in value)) return
    const node = value as Node
    if (/^(ImportDeclaration|ExportAllDeclaration|TSLiteralType)$/.test(node.type)) return
    if (onlyNamesOfTests) {
      const [title] = node.type === 'CallExpression' && isTest(node) ? (node.arguments as Node[]) : []
      if (title?.type === 'Literal' && typeof title.value === 'string') add(title, title.value)
    } else if (node.type === 'JSXText') add(node, String(node.value))
    else if (node.type === 'Literal' && typeof node.value === 'string') add(node, node.value)
    else if (node.type === 'TemplateLiteral') {
      const parts = (node.quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked)
      add(node, parts.join(' … '))
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child)
  }
  visit(parseAst(source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }))
  return texts
}
