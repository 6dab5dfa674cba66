import {
  Composer,
  CST,
  type Document,
  type ErrorCode,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Pair,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml'
import { z } from 'zod'
import { FILE_VERSION } from '../../../../schema/platform/configuration/values.ts'
import { currency } from '../../../../schema/shared/money.ts'
import { inSlices, type Sliced } from '../../../core/in-turn.ts'
import type { Path } from './section.ts'

/** Reads a file of configuration, with the line of everything in it. How much is in it is known before it is worked on. */

/** Several times what the largest company has. */
const FILE_LIMITS = {
  /** Keys and values. */
  values: 50_000,
  /** In one object. */
  keys: 1_000,
  depth: 40,
} as const
/** Marks, words and line ends that are looked at before others go on. */
const SLICE = 10_000
const MOST_TOLD = 20

const header = z.object({
  outlay: z.literal(FILE_VERSION, {
    error: `This version of Outlay reads files that begin with “outlay: ${FILE_VERSION}”`,
  }),
  currency,
})

export interface ReadFile {
  currency: z.output<typeof currency>
  content: Record<string, unknown>
  /** From 1. */
  lineOf(path: Path): number | null
}

export interface FileProblem {
  line: number | null
  message: string
}

/** As our own files write one. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
const TWICE = 'This is there twice'
const TOO_DEEP = 'This is nested too deeply'
const SEVERAL = 'A file has one document, without further “---”'
const count = (most: number): string => most.toLocaleString('en-US')

const WORDS: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'The indentation isn’t right here',
  TAB_AS_INDENT: 'Indent with spaces, not tabs',
  BAD_ALIAS: 'Aliases (*) aren’t allowed',
  TAG_RESOLVE_FAILED: 'Tags (!) aren’t allowed',
  MULTIPLE_DOCS: SEVERAL,
  MISSING_CHAR: 'Something is missing here, such as a quotation mark',
}

/** Marks that stand for a value, or begin one: at most two for each. */
const VALUES: ReadonlySet<string | null> = new Set([
  'scalar',
  'single-quoted-scalar',
  'double-quoted-scalar',
  'block-scalar',
  'alias',
  'seq-item-ind',
  'explicit-key-ind',
  'map-value-ind',
  'flow-map-start',
  'flow-seq-start',
  'comma',
])

/** The document, or why it isn't read. Nothing is made of a file that has too much. */
const parsed = function* (text: string, lines: LineCounter): Sliced<Document.Parsed | FileProblem> {
  // The first line begins without a line end before it.
  lines.addNewLine(0)
  const parser = new Parser(lines.addNewLine)
  // The composer compares every key with all before it. `problemsOf` has a set for each object instead.
  const composer = new Composer({
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    stringKeys: true,
    merge: false,
    schema: 'core',
    version: '1.2',
    strict: true,
  })
  const documents: Document.Parsed[] = []
  const take = (tokens: Iterable<CST.Token>): void => {
    for (const token of tokens) documents.push(...(composer.next(token) as Iterable<Document.Parsed>))
  }
  let [marks, values, line] = [0, 0, 1]
  for (const mark of new Lexer().lex(text)) {
    const type = CST.tokenType(mark)
    if (type === 'newline') line += 1
    if (VALUES.has(type)) values += 1
    if (values > 2 * FILE_LIMITS.values)
      return { line, message: `The file has more than ${count(FILE_LIMITS.values)} names and values` }
    take(parser.next(mark))
    if (parser.stack.length > FILE_LIMITS.depth) return { line, message: TOO_DEEP }
    if (documents.length > 1) return { line, message: SEVERAL }
    marks += 1
    if (marks % SLICE === 0) yield
  }
  take(parser.end())
  yield
  documents.push(...(composer.end(true, text.length) as Iterable<Document.Parsed>))
  const [document, second] = documents
  if (!document || second) return { line, message: SEVERAL }
  return document
}

/** Where each name of an object is. */
type Names = ReadonlyMap<string, Pair>

const problemsOf = (document: Document.Parsed, lineAt: (offset: number) => number) => {
  const problems: FileProblem[] = []
  const names = new WeakMap<object, Names>()
  const namesOf = (map: YAMLMap): Names => {
    const found = new Map<string, Pair>()
    for (const pair of map.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : ''
      const line = isNode(pair.key) && pair.key.range ? lineAt(pair.key.range[0]) : null
      if (!isScalar(pair.key)) problems.push({ line, message: 'A name is a text' })
      else if (key === '__proto__') problems.push({ line, message: 'This can’t be a name in a file' })
      else if (found.has(key)) problems.push({ line, message: TWICE })
      else found.set(key, pair)
      if (problems.length >= MOST_TOLD) break
    }
    return found
  }
  // Programs of YAML 1.1 don't quote 1e3 and 0o17, which are texts to them.
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'number' && node.source !== undefined && !PLAIN_NUMBER.test(node.source))
        node.value = node.source
    },
  })
  visit(document, {
    Node: (_, node, path) => {
      const line = node.range ? lineAt(node.range[0]) : null
      if (isAlias(node)) problems.push({ line, message: 'Aliases (*) aren’t allowed' })
      else if (node.anchor !== undefined) problems.push({ line, message: 'Anchors (&) aren’t allowed' })
      else if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:'))
        problems.push({ line, message: 'Tags (!) aren’t allowed' })
      else if (isCollection(node) && path.length > FILE_LIMITS.depth * 2) problems.push({ line, message: TOO_DEEP })
      else if (isMap(node) && node.items.length > FILE_LIMITS.keys)
        problems.push({ line, message: `This has more than ${count(FILE_LIMITS.keys)} names` })
      else if (isMap(node)) names.set(node, namesOf(node))
      return problems.length >= MOST_TOLD ? visit.BREAK : undefined
    },
  })
  return { problems: problems.slice(0, MOST_TOLD), names }
}

/** What is there on the way to a part, as far as the path leads. */
const nodeAt = (document: Document.Parsed, names: WeakMap<object, Names>, path: Path): unknown => {
  let [node, found]: [unknown, unknown] = [document.contents, document.contents]
  for (const part of path) {
    node = isMap(node) ? names.get(node)?.get(String(part))?.value : isSeq(node) ? node.items[Number(part)] : undefined
    if (!isNode(node) || !node.range) return found
    found = node
  }
  return found
}

const read = function* (text: string): Sliced<ReadFile | { problems: FileProblem[] }> {
  const lines = new LineCounter()
  const document = yield* parsed(text, lines)
  if ('message' in document) return { problems: [document] }
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line)
  const refused = [...document.errors, ...document.warnings].slice(0, MOST_TOLD).map(({ code, pos }) => ({
    line: lineAt(pos[0]),
    message: WORDS[code] ?? 'This isn’t valid YAML',
  }))
  if (refused.length > 0) return { problems: refused }
  yield
  const { problems, names } = problemsOf(document, lineAt)
  if (problems.length > 0) return { problems }
  yield
  const lineOf = (path: Path): number => {
    const node = path.length > 0 ? nodeAt(document, names, path) : document.contents
    return node !== document.contents && isNode(node) && node.range ? lineAt(node.range[0]) : 1
  }
  const content: unknown = document.toJS({ maxAliasCount: 0 })
  const headed = header.safeParse(content)
  if (!headed.success)
    return {
      problems: headed.error.issues.map(({ path, message }) => ({
        line: lineOf(path as Path),
        message:
          path.length === 0 || (path[0] === 'outlay' && !(content as { outlay?: unknown })?.outlay)
            ? `This isn’t a configuration of Outlay. It begins with “outlay: ${FILE_VERSION}”`
            : message,
      })),
    }
  const { outlay: _, currency: __, ...rest } = content as Record<string, unknown>
  return { currency: headed.data.currency, content: rest, lineOf }
}

/**
 * Reads a file. Nothing in it is expanded: a file with aliases is refused before its values are made.
 * @param pause between slices of the work
 * @returns what is wrong with it, if it can't be read at all
 */
export const readFile = (text: string, pause?: () => Promise<void>): Promise<ReadFile | { problems: FileProblem[] }> =>
  inSlices(read(text), pause)
