import { dayIn } from '../../schema/shared/calendar.ts'
import { withoutFormula } from '../../schema/shared/csv-cell.ts'
import { type Money, plainAmount } from '../../schema/shared/money.ts'
import { fileDisposition } from './sent/texts.ts'

/** A number with its decimals, as every spreadsheet reads it: no separators, and no apostrophe before a minus. */
interface CsvNumber {
  readonly number: string
}
export type CsvCell = string | number | CsvNumber | null
export type CsvRow = CsvCell[]

/** An amount in major units. Its currency is in a column of its own. */
export const amountCell = (amount: Money): CsvNumber => ({ number: plainAmount(amount) })

const cell = (value: CsvCell): string => {
  if (typeof value === 'number') return String(value)
  if (value !== null && typeof value === 'object') return value.number
  const safe = withoutFormula(value ?? '')
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const linesOf = (rows: readonly CsvRow[]): string => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** Rows as CSV (RFC 4180), with a byte order mark so that spreadsheets recognize UTF-8. No text becomes a formula. */
export const csvOf = (rows: readonly CsvRow[]): string => `\uFEFF${linesOf(rows)}`

/**
 * The same, written while its rows are read, for files too large for memory. If a later page can't be read, the transfer
 * breaks off, which browsers and programs tell as a failure: a file never just ends early.
 */
export const csvStream = (pages: AsyncIterable<readonly CsvRow[]>): CsvText => {
  const encoder = new TextEncoder()
  const iterator = pages[Symbol.asyncIterator]()
  let mark = '\uFEFF'
  let lines = 0
  let isCounted = false
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) {
        if (isCounted) controller.enqueue(encoder.encode(`# Whole: ${lines - 1} rows\r\n`))
        return controller.close()
      }
      lines += value.length
      controller.enqueue(encoder.encode(mark + linesOf(value)))
      mark = ''
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  return Object.assign(stream, {
    endWithCount: () => {
      isCounted = true
    },
  })
}

/** A file that can end with a line that says how many rows it has, besides its header. */
export interface CsvText extends ReadableStream<Uint8Array> {
  endWithCount(): void
}

/** `outlay-members-2026-11-20.csv`, with the date in the person's time zone. */
export const csvFileName = (data: string, now: number, timezone: string | null): string =>
  `outlay-${data}-${dayIn(timezone, now)}.csv`

/** What a program sends to have the line with the count at the end. By default every line is a row of the table. */
const ROW_COUNT = 'row-count'

/** @param request who asked, with their preferences (RFC 7240) */
export const csvResponse = (
  { fileName, text }: { fileName: string; text: string | CsvText },
  { req }: { req: { header(name: string): string | undefined } },
): Response => {
  const wantsCount = typeof text !== 'string' && (req.header('Prefer') ?? '').split(/[,;\s]+/).includes(ROW_COUNT)
  if (wantsCount) text.endWithCount()
  return new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': fileDisposition('attachment', fileName),
      'Cache-Control': 'no-store',
      ...(wantsCount && { 'Preference-Applied': ROW_COUNT }),
    },
  })
}
