/**
 * A spreadsheet runs what begins with one of these signs, also in its full-width form and behind spaces and marks that
 * nobody sees; an apostrophe before it makes it text. Where cells are parted by semicolons one begins inside a text too,
 * for quotes count at the beginning of a cell only.
 */
const FORMULA = /(^|[;\t\r\n])([\s"\u200b-\u200f\u2060\ufeff]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g
/** A cell that begins with one of these is taken in by some spreadsheets together with what follows. */
const CONTROL = /^[\t\r\n]/

/** A text for a cell that no spreadsheet takes for a formula. */
export const withoutFormula = (text: string): string => {
  const escaped = text.replaceAll(FORMULA, "$1$2'")
  return CONTROL.test(escaped) ? `'${escaped}` : escaped
}

/** What was escaped, as it was typed. */
export const readFormulaText = (cell: string): string => {
  const plain = cell
    .replaceAll(/(^|[;\t\r\n])([\s"\u200b-\u200f\u2060\ufeff]*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g, '$1$2')
    .replace(/^'(?=[\t\r\n])/, '')
  return withoutFormula(plain) === cell ? plain : cell
}
