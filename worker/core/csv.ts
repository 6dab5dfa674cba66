/** A spreadsheet runs what begins like this; an apostrophe before it makes it text. */
const FORMULA = /^[=+\-@\t\r\n]/

const cell = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8; no text becomes a formula. */
export const csvOf = (rows: (string | number | null)[][]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

/** `outlay-members-2026-11-20.csv`, by the day in the person's time zone. */
export const csvFileName = (data: string, now: number, timezone: string | null): string => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone ?? 'UTC' }).format(now)
  return `outlay-${data}-${day}.csv`
}

export const csvResponse = ({ fileName, text }: { fileName: string; text: string }): Response =>
  new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
