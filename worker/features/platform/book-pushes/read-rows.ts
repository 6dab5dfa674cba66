import { parse } from 'csv-parse/stream'
import { type PushedKind, pushedColumns, REQUIRED_COLUMNS } from '../../../../schema/platform/book-pushes/rows.ts'
import { AppError } from '../../../core/errors.ts'

/** The rows of a file as it arrives, never all of them at once. */

export interface FileRow {
  /** In the file, from 1. */
  line: number
  value: unknown
  /** Instead of the value: why the row can't be read. */
  wrong?: string
}

/** Longer rows are a quotation mark that isn't closed, or no rows at all. */
const LONGEST_ROW = 100_000

/** Throws INVALID for what is wrong with the file as a whole. */
const refused = (message: string): AppError => new AppError('INVALID', message, { fields: { file: message } })

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** The names of the columns have to be the kind's, each once. */
const checkHeader = (kind: PushedKind, header: readonly string[]): void => {
  const known = pushedColumns(kind)
  const unknown = header.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw refused(`There is no column "${unknown.slice(0, 60)}" in ${kind}. There are: ${known.join(', ')}.`)
  if (new Set(header).size < header.length) throw refused('A column is in the header twice.')
  const missing = REQUIRED_COLUMNS[kind].filter((name) => !header.includes(name))
  if (missing.length > 0) throw refused(`The header has no column "${missing[0]}".`)
}

/** What csv-parse complains of, in words. */
const csvWords = (error: unknown): AppError => {
  const { code, lines } = error as { code?: string; lines?: number }
  if (error instanceof AppError) return error
  if (code === 'CSV_MAX_RECORD_SIZE')
    return refused(`A row is too long, about line ${lines}. A quotation mark that is not closed may be the cause.`)
  if (code?.startsWith('CSV_')) return refused(`The quotation marks don’t match, about line ${lines}.`)
  throw error
}

const encoder = new TextEncoder()

/** One piece after another: the parser alone would take in a whole file before its rows are read. */
const feed = async (text: ReadableStream<string>, parser: TransformStream<Uint8Array>): Promise<void> => {
  const writer = parser.writable.getWriter()
  try {
    for await (const part of text as unknown as AsyncIterable<string>) await writer.write(encoder.encode(part))
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {})
  }
}

async function* readCsv(kind: PushedKind, text: ReadableStream<string>): AsyncGenerator<FileRow> {
  const parser = parse({
    ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true },
    ...{ max_record_size: LONGEST_ROW, delimiter: ',' },
  })
  let header: string[] | null = null
  try {
    const fed = feed(text, parser)
    for await (const { record, info } of parser.readable as unknown as AsyncIterable<Parsed>) {
      if (header === null) {
        checkHeader(kind, record)
        header = record
      } else if (record.length > header.length)
        yield { line: info.lines, value: null, wrong: 'More cells than the header has columns' }
      else yield { line: info.lines, value: Object.fromEntries(header.map((name, at) => [name, record[at] ?? ''])) }
    }
    await fed
  } catch (error) {
    throw csvWords(error)
  }
  if (header === null) throw refused('The file is empty.')
}

const parsedLine = (line: number, text: string): FileRow => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { line, value }
    return { line, value: null, wrong: 'Not a JSON object' }
  } catch {
    return { line, value: null, wrong: 'Not valid JSON' }
  }
}

async function* readNdjson(text: ReadableStream<string>): AsyncGenerator<FileRow> {
  let [rest, line] = ['', 0]
  for await (const part of text as unknown as AsyncIterable<string>) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const each of lines) {
      line += 1
      if (each.trim() !== '') yield parsedLine(line, each)
    }
    if (rest.length > LONGEST_ROW) throw refused(`Line ${line + 1} is longer than 100,000 characters.`)
  }
  if (rest.trim() !== '') yield parsedLine(line + 1, rest)
}

/** Throws INVALID beside `file` for what isn't such a file. */
export const readRows = (kind: PushedKind, type: string, text: ReadableStream<string>): AsyncGenerator<FileRow> =>
  type === 'text/csv' ? readCsv(kind, text) : readNdjson(text)
