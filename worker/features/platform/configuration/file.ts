import {
  Document,
  type ErrorCode,
  isAlias,
  isCollection,
  isNode,
  LineCounter,
  Pair,
  parseDocument,
  Scalar,
  visit,
} from 'yaml'
import { z } from 'zod'
import { FILE_VERSION } from '../../../../schema/platform/configuration/values.ts'
import { currency } from '../../../../schema/shared/money.ts'
import { AppError } from '../../../core/errors.ts'
import type { Path, Plain } from './section.ts'

/** The file itself: YAML 1.2 without aliases, tags or anchors, and with the line of everything in it. */

const HEAD = ` A configuration of Outlay.

 - Everything is called by its name, as on the settings pages. There are no ids.
 - People are called by their email addresses, and only where a step or a question names them.
 - Passwords, keys, bank details, category owners and connections to other systems aren't part of it.
   Of webhooks there is the host alone: the rest of an address, and texts that are sent along, may be secret.
 - To rename something, change its name and add "was: the name before" below it.
 - What a file doesn't mention stays as it is when it is imported, unless you choose otherwise.
 - Amounts are in the currency below.
`

/** Without keys that have no value. */
const compact = (value: unknown): Plain => {
  if (Array.isArray(value)) return value.map(compact)
  if (typeof value !== 'object' || value === null) return value as Plain
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, compact(each)]])),
  )
}

export { compact }

/** The same content gives the same bytes. */
export const fileText = async (
  company: { currency: string },
  content: [key: string, value: Plain][],
): Promise<string> => {
  const document = new Document(
    { outlay: FILE_VERSION, currency: company.currency, ...Object.fromEntries(content) },
    { aliasDuplicateObjects: false, version: '1.2' },
  )
  document.commentBefore = HEAD
  const { contents } = document
  if (contents && 'items' in contents)
    for (const pair of contents.items.slice(2))
      if (pair instanceof Pair && pair.key instanceof Scalar) pair.key.spaceBefore = true
  return document.toString({ lineWidth: 110, indentSeq: true })
}

const MOST_DEPTH = 40

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

const WORDS: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'The indentation isn’t right here',
  DUPLICATE_KEY: 'This is there twice',
  TAB_AS_INDENT: 'Indent with spaces, not tabs',
  BAD_ALIAS: 'Aliases (*) aren’t allowed',
  TAG_RESOLVE_FAILED: 'Tags (!) aren’t allowed',
  MULTIPLE_DOCS: 'A file has one document, without further “---”',
  MISSING_CHAR: 'Something is missing here, such as a quotation mark',
}

/**
 * Reads a file. Nothing in it is expanded: a file with aliases is refused before its values are made.
 * @returns what is wrong with it, if it can't be read at all
 */
export const readFile = async (text: string): Promise<ReadFile | { problems: FileProblem[] }> => {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    merge: false,
    schema: 'core',
    version: '1.2',
    strict: true,
  })
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line)
  const refused = [...document.errors, ...document.warnings].slice(0, 20).map(({ code, pos }) => ({
    line: lineAt(pos[0]),
    message: WORDS[code] ?? 'This isn’t valid YAML',
  }))
  if (refused.length > 0) return { problems: refused }
  const fancy: FileProblem[] = []
  visit(document, {
    Node: (_, node, path) => {
      const line = node.range ? lineAt(node.range[0]) : null
      if (isAlias(node)) fancy.push({ line, message: 'Aliases (*) aren’t allowed' })
      else if (node.anchor !== undefined) fancy.push({ line, message: 'Anchors (&) aren’t allowed' })
      else if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:'))
        fancy.push({ line, message: 'Tags (!) aren’t allowed' })
      else if (isCollection(node) && path.length > MOST_DEPTH * 2)
        fancy.push({ line, message: 'This is nested too deeply' })
      return fancy.length >= 20 ? visit.BREAK : undefined
    },
  })
  if (fancy.length > 0) return { problems: fancy }
  const lineOf = (path: Path): number | null => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return lineAt(node.range[0])
    }
    return 1
  }
  const content: unknown = document.toJS({ maxAliasCount: 0 })
  const parsed = header.safeParse(content)
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map(({ path, message }) => ({
        line: lineOf(path as Path),
        message:
          path.length === 0 || (path[0] === 'outlay' && !(content as { outlay?: unknown })?.outlay)
            ? `This isn’t a configuration of Outlay. It begins with “outlay: ${FILE_VERSION}”`
            : message,
      })),
    }
  const { outlay: _, currency: __, ...rest } = content as Record<string, unknown>
  return { currency: parsed.data.currency, content: rest, lineOf }
}

/** For stored files, which were read before. */
export const mustRead = async (text: string): Promise<ReadFile> => {
  const file = await readFile(text)
  if ('problems' in file) throw new AppError('INVALID', file.problems[0]?.message ?? 'The file can’t be read.')
  return file
}
