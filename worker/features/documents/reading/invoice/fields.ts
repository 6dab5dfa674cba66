import { meaningOf } from '../../../../../schema/documents/reading/labels/labels.ts'
import type { Cell, Row } from './layout.ts'
import { type Box, HAS_DIGIT, HAS_LETTERS, LONGEST_VALUE, partOf } from './places.ts'

/** Labels and the values beside or below them. Pure. */

interface Field {
  label: string
  value: string
  page: number
  box: Box
}

const LONGEST_LABEL = 44

const looksLikeLabel = (text: string): boolean =>
  text.length <= LONGEST_LABEL &&
  text.length > 1 &&
  (HAS_LETTERS.test(text) || /^(?:no|nr|n°|nº|#)\b/i.test(text)) &&
  text.split(' ').length <= 9

/** Only a currency before or after a number, such as "EUR". */
const isCurrency = (text: string): boolean =>
  text.length < 5 && /^(?:[A-Z]{3}|[A-Z]{0,3}[$€£¥₪₹]|kr\.?|zł|Kč|Ft)$/.test(text)

/** "Invoice number: INV-1" or "Rechnung Nr. 2026-114". */
const INLINE = /^(\p{L}[^:：]{1,43}?)\s*[:：]\s*(\S.{0,79})$/u
const UNMARKED =
  /^((?:\p{L}[\p{L}.'’/()-]{0,24}\s){0,4}(?:\p{L}{0,24}(?:nummer|datum|betrag|number|numero|número)|no|nr|num|id|date|am|bis|due|total|n°|nº|#|№|invoice|rechnung|gutschrift|facture|avoir|factura|fattura|factuur|fatura|faktura)[.:]?)\s*[:#]?\s*([A-Z]{0,8}[^\p{L}\s]{0,3}\d\S{0,30}(?:\s\S{1,12}){0,5})$/iu

const SIGNED = '[-\u2212–(]?\\s?'
const CURRENCY = '(?:[A-Z]{3}|[A-Z]{0,3}\\s?[$€£¥￥₪₹]|S?Fr\\.|kr\\.?|R|Rs\\.?|zł|Kč|Ft)'
const NUMBER =
  "\\p{Nd}{1,3}(?:[ .,'’\u00a0\u202f\u2009]\\p{Nd}{3}){1,4}(?:[.,](?:\\p{Nd}{1,2}(?!\\p{Nd})|[-–—]{1,2}))?|\\p{Nd}{1,9}[.,](?:\\p{Nd}{2}(?!\\p{Nd})|[-–—]{1,2})"
const ANY_NUMBER = `(?:${NUMBER}|\\p{Nd}{1,9})`
/** "Amount due $452.77", "Net à payer 12 480,00 €". A whole number counts only with its currency. */
const WITH_AMOUNT = new RegExp(
  `^(\\p{L}.{1,42}?)\\s(${SIGNED}(?:${CURRENCY}\\s?)?${SIGNED}(?:${NUMBER})(?:\\s?${CURRENCY})?\\)?-?(?:\\sCR)?|${SIGNED}${CURRENCY}\\s?${SIGNED}${ANY_NUMBER}\\)?|${SIGNED}${ANY_NUMBER}\\s?${CURRENCY}\\)?)$`,
  'u',
)

/** An amount by itself, as in a column of amounts. */
export const AMOUNT_TEXT = new RegExp(
  `^${SIGNED}(?:${CURRENCY}\\s?)?${SIGNED}(?:${NUMBER}|\\p{Nd}{1,9}(?:[.,]\\p{Nd}{1,4})?)(?:\\s?${CURRENCY})?\\s?\\)?\\s?[-\u2212–]?(?:\\sCR)?$`,
  'u',
)

/** The label in front of a value in one text, or undefined. */
export const labelOf = (text: string): string | undefined => (INLINE.exec(text) ?? WITH_AMOUNT.exec(text))?.[1]

const inlineOf = (row: Row, cell: Cell): Field | null => {
  // Most cells of a page are neither.
  if (!/[:：]/.test(cell.text) && !(HAS_DIGIT.test(cell.text) && HAS_LETTERS.test(cell.text))) return null
  const [, label, value] = INLINE.exec(cell.text) ?? WITH_AMOUNT.exec(cell.text) ?? UNMARKED.exec(cell.text) ?? []
  if (!label || !value || !looksLikeLabel(label)) return null
  return { label, value, page: row.page, box: partOf(cell, value) }
}

const overlaps = (a: Cell, b: Cell): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0

/** How many heights below its label a value may be. */
const BELOW = 3.2
const MOST_FIELDS = 150

/** Titles of columns stand beside each other, and none of them is another's value. */
const looksLikeHeader = ({ cells }: Row): boolean =>
  cells.length > 2 && cells.every(({ text }) => !HAS_DIGIT.test(text))

/** The value beside a label, with a currency in a cell of its own before or after it. */
const besideOf = (row: Row, column: number): { value: string; box: Cell } | null => {
  const [next, after, last] = [row.cells[column + 1], row.cells[column + 2], row.cells[column + 3]]
  if (!next) return null
  if (!isCurrency(next.text) && !(after && isCurrency(after.text))) return { value: next.text, box: next }
  const isBefore = isCurrency(next.text) && after !== undefined && HAS_DIGIT.test(after.text)
  const amount = isBefore ? after : next
  const unit = isBefore ? last : after
  const isAfter = unit !== undefined && isCurrency(unit.text) && HAS_DIGIT.test(amount.text)
  const cells = [...(isBefore ? [next] : []), amount, ...(isAfter ? [unit] : [])]
  return {
    value: cells.map(({ text }) => text).join(' '),
    box: { ...amount, left: cells[0]?.left ?? amount.left, right: cells.at(-1)?.right ?? amount.right },
  }
}

/**
 * @param inTable rows that belong to a table of lines, in which no cell is another's label
 */
export const fieldsIn = (rows: readonly Row[], inTable: ReadonlySet<Row>): Field[] => {
  const fields: Field[] = []
  for (const [at, row] of rows.entries()) {
    if (inTable.has(row)) continue
    for (const [column, cell] of row.cells.entries()) {
      const inline = inlineOf(row, cell)
      if (inline) {
        const unit = row.cells[column + 1]
        const isAlone = unit && isCurrency(unit.text) && HAS_DIGIT.test(inline.value)
        fields.push(isAlone ? { ...inline, value: `${inline.value} ${unit.text}` } : inline)
        continue
      }
      if (!looksLikeLabel(cell.text) || isCurrency(cell.text)) continue
      const beside = looksLikeHeader(row) ? null : besideOf(row, column)
      if (beside && beside.value.length <= LONGEST_VALUE)
        fields.push({ label: cell.text, page: row.page, value: beside.value, box: beside.box })
      if (beside && HAS_DIGIT.test(beside.value)) continue
      for (const below of rows.slice(at + 1, at + 4)) {
        if (below.page !== row.page || below.top - row.bottom > BELOW * (row.bottom - row.top)) break
        const under = below.cells.find((one) => overlaps(one, cell))
        if (!under || under.text.length > LONGEST_VALUE) continue
        fields.push({ label: cell.text, value: under.text, page: below.page, box: under })
        break
      }
    }
  }
  return kept(fields.filter(({ value, label }) => value !== label))
}

/** Of many, those whose label means something are kept, wherever they stand: sums are on the last page. */
const kept = (all: readonly Field[]): Field[] => {
  if (all.length <= MOST_FIELDS) return [...all]
  const fields = all.length > MOST_MEANT ? [...all.slice(0, MOST_MEANT / 2), ...all.slice(-MOST_MEANT / 2)] : all
  const own = new Set(fields.filter(({ label }) => meaningOf(label) !== null).slice(-MOST_FIELDS))
  let room = MOST_FIELDS - own.size
  return fields.filter((field) => own.has(field) || room-- > 0)
}
/** Of more, only the first and last ones are looked at. */
const MOST_MEANT = 1_200
