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

/** The same, written while its rows are read, for files too large for memory. */
export const csvStream = (pages: AsyncIterable<readonly CsvRow[]>): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  const iterator = pages[Symbol.asyncIterator]()
  let mark = '\uFEFF'
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(mark + linesOf(value)))
      mark = ''
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** `outlay-members-2026-11-20.csv`, with the date in the person's time zone. */
export const csvFileName = (data: string, now: number, timezone: string | null): string =>
  `outlay-${data}-${dayIn(timezone, now)}.csv`

export const csvResponse = ({ fileName, text }: { fileName: string; text: string | ReadableStream }): Response =>
  new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': fileDisposition('attachment', fileName),
      'Cache-Control': 'no-store',
    },
  })
