import Papa from 'papaparse'
import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROW_BYTES,
  MAX_IMPORT_ROWS,
} from '../../schema/shared/imports.ts'
import { delimiterOf } from '../../schema/shared/written/delimiters.ts'
import { type AppError, invalidField } from './errors.ts'

export interface FileRow {
  /** As in a spreadsheet: the header is row 1. */
  number: number
  cells: string[]
}

export interface ImportedFile {
  headers: string[]
  rows: FileRow[]
}

const refused = (message: string): AppError => invalidField('file', message)

const NOT_UTF8 =
  'The file is not in UTF-8. In Excel save it as "CSV UTF-8 (Comma delimited)", in Google Sheets download it as CSV.'

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, index) => bytes[index] === byte)

const decoded = (bytes: Uint8Array, encoding: string): string => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw refused(NOT_UTF8)
  }
}

/**
 * The text of a file, by its byte order mark or else as UTF-8. Throws INVALID for `file` for other encodings and binary
 * data.
 */
const textOf = (bytes: Uint8Array): string => {
  if (bytes.byteLength === 0) throw refused('The file is empty.')
  if (bytes.byteLength > MAX_IMPORT_BYTES) throw refused('The file is larger than 10 MB. Split it into several files.')
  if (startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw refused('This is an Excel workbook. Save it as CSV and choose that file.')
  }
  // What Excel calls "Unicode text".
  if (startsWith(bytes, 0xff, 0xfe)) return decoded(bytes, 'utf-16le')
  if (startsWith(bytes, 0xfe, 0xff)) return decoded(bytes, 'utf-16be')
  const text = decoded(bytes, 'utf-8')
  if (text.includes('\0')) throw refused('This is not a text file. Choose a CSV file.')
  return text
}

/** Our exports put an apostrophe before text that a spreadsheet would run. It isn't part of the text. */
const cellOf = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '').trim()

/** Lines that are looked at, blank ones among them, for each row that a file may have. */
const LINES_PER_ROW = 3

const isBlank = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '')

/**
 * The header and the rows of a CSV file (RFC 4180, also with semicolons or tabs), without blank rows. Throws INVALID
 * for `file`, with what to do, if it isn't CSV of an allowed size.
 */
export const readImportFile = (bytes: Uint8Array, mostRows = MAX_IMPORT_ROWS): ImportedFile => {
  const mostLines = mostRows * LINES_PER_ROW
  const text = textOf(bytes)
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    skipEmptyLines: false,
    preview: mostLines + 1,
  })
  const quotes = errors.find((error) => error.type === 'Quotes')
  if (quotes) {
    throw refused(
      `The quotation marks in row ${(quotes.row ?? 0) + 1} do not match. Correct it and choose the file again.`,
    )
  }
  const numbered = data.map((cells, index) => ({ number: index + 1, cells: cells.map(cellOf) }))
  const filled = numbered.filter(({ cells }) => !isBlank(cells))
  const [header, ...rows] = filled
  if (rows.length <= mostRows && data.length > mostLines) {
    const most = mostLines.toLocaleString('en-US')
    throw refused(`The file has more than ${most} lines, and most of them are blank. Delete the blank ones.`)
  }
  if (!header) throw refused('The file is empty.')
  const headers = header.cells.slice(0, header.cells.findLastIndex((cell) => cell !== '') + 1)
  if (headers.length > MAX_IMPORT_COLUMNS) throw refused(`The file has more than ${MAX_IMPORT_COLUMNS} columns.`)
  if (rows.length === 0) throw refused('The file has a header and no rows below it.')
  if (rows.length > mostRows) {
    const most = mostRows.toLocaleString('en-US')
    throw refused(`The file has more than ${most} rows. Split it into several files.`)
  }
  const long = rows.find(({ cells }) => cells.reduce((sum, cell) => sum + cell.length, 0) > MAX_IMPORT_ROW_BYTES)
  if (long) throw refused(`Row ${long.number} is too long. A quotation mark that is not closed may be the cause.`)
  return { headers, rows }
}

const SAMPLES = 3
/** The size of the rows in one statement, well below the database's limit. */
const MOST_CHARACTERS = 400_000

const sizeOf = ({ cells }: FileRow): number => cells.reduce((sum, cell) => sum + cell.length, 100)

/** Rows for one statement each. */
export const chunks = (rows: readonly FileRow[]): FileRow[][] => {
  const parts: FileRow[][] = []
  let room = 0
  for (const row of rows) {
    const size = sizeOf(row)
    if (size > room || parts.length === 0) {
      parts.push([])
      room = MOST_CHARACTERS
    }
    parts.at(-1)?.push(row)
    room -= size
  }
  return parts
}

/** The first values of each column, shortened. */
export const samplesOf = (headers: string[], rows: { cells: string[] }[]): string[][] =>
  headers.map((_, column) =>
    [...new Set(rows.slice(0, 200).flatMap(({ cells }) => cells[column] || []))]
      .slice(0, SAMPLES)
      .map((text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)),
  )
