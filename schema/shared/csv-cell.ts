/**
 * A spreadsheet runs text that begins with one of these characters, also full-width ones and after spaces and invisible
 * marks. An apostrophe in front prevents that. With semicolons as separators a cell can begin inside a text, because
 * quotes count only at the beginning of a cell.
 */
const FORMULA =
  /(^[\s";\u200b-\u200f\u2060\ufeff]*|[\s";\u200b-\u200f\u2060\ufeff]+)([=+\-@\uff1d\uff0b\uff0d\uff20])?/g
/** Inside a text only what can be one: `=1`, or a call and a command after another sign. A list of points is a text. */
const CAN_RUN = /^[=@\uff1d\uff20]|^[+\-\uff0b\uff0d][^;\t\r\n]{0,500}?(?:[A-Za-z.]\(|[|!])/
const ESCAPED =
  /(^[\s";\u200b-\u200f\u2060\ufeff]*|[\s";\u200b-\u200f\u2060\ufeff]+)('(?=[=+\-@\uff1d\uff0b\uff0d\uff20]))?/g
/** What stands before it is the beginning, or ends another cell. Blanks are taken as a whole, so each is looked at once. */
const beginsCell = (before: string, at: number): boolean => at === 0 || /[;\t\r\n]/.test(before)
/** If a cell begins with one of these, some spreadsheets also read what follows it. */
const CONTROL = /^[\t\r\n]/

/** Text for a cell that no spreadsheet treats as a formula. */
export const withoutFormula = (text: string): string => {
  const escaped = text.replaceAll(FORMULA, (whole, before: string, sign: string | undefined, at: number) =>
    sign &&
    beginsCell(before, at) &&
    (at === 0 || CAN_RUN.test(text.slice(at + before.length, at + before.length + 600)))
      ? `${before}'${sign}`
      : whole,
  )
  return CONTROL.test(escaped) ? `'${escaped}` : escaped
}

/** The original text of an escaped cell. */
export const readFormulaText = (cell: string): string => {
  const plain = cell
    .replaceAll(ESCAPED, (whole, before: string, mark: string | undefined, at: number) =>
      mark && beginsCell(before, at) ? before : whole,
    )
    .replace(/^'(?=[\t\r\n])/, '')
  return withoutFormula(plain) === cell ? plain : cell
}

/** What every file with columns says about its days and times, in the reference. */
export const DATES_IN_FILES =
  'Days are written as 2026-11-20. Times are in UTC, as 2026-11-20 09:30:05, in columns whose names end with “(UTC)”.'

/** The name of a column with times. */
export const timeColumn = (name: string): string => `${name} (UTC)`

/** A time in such a column, from one in ISO 8601. */
export const timeInFile = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
