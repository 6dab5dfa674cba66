import { meaningOf } from '../../../../../schema/documents/reading/labels/labels.ts'
import type { InvoiceValue } from '../../../../../schema/documents/reading/readings.ts'
import { matchKeyOf } from '../../../../../schema/shared/match-key.ts'
import type { ReadPage } from '../page-text.ts'
import { fieldsIn, labelOf } from './fields.ts'
import { type Row, rowsOf } from './layout.ts'
import { linesIn } from './lines.ts'
import { namesIn } from './names.ts'
import { anchorOf, HAS_DIGIT } from './places.ts'
import { termsIn } from './terms.ts'
import { creditTitle, firstPage, otherTitle, paidStamp, type Titled } from './titles.ts'

/**
 * What stands on an invoice, with its place and without its meaning: labels and their values, lines, names, and the
 * title. What they mean is decided where it is used, because that depends on the vendor. Pure.
 */

/** An invoice of more pages has its values on its first and last ones. */
const MOST_PAGES = 30
/** Of more rows, the last ones are kept, because that is where sums are. */
const [MOST_ROWS, LAST_ROWS] = [6_000, 1_000]
const TAX_ID = /\b(?:[A-Z]{2}\s?[\dA-Z]?\d[\dA-Z\s.]{5,12}\d|\d{2}-\d{7}|\d{2,3}\/\d{3,4}\/\d{4,5}|\d{11})\b/

/** A date by itself, or after a place: "Berlin, den 12. Mai 2026". */
const ALONE =
  /^(?:\p{L}[\p{L} .-]{1,24},\s?(?:den|the|le|li|il|den)?\s?)?(?:\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}\.?|\d{1,2}(?:\.|st|nd|rd|th|er)?[\s/-](?:de\s)?\p{L}{3,12}\.?,?[\s/-](?:de\s)?\d{2,4}|\p{L}{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4})$/u
const HEAD_ROWS = 25

/** Without spaces, so that one is found however it is written. */
const taxIdIn = (value: string): { taxId?: string } => {
  const [id] = TAX_ID.exec(value.toUpperCase()) ?? []
  return id ? { taxId: id.replaceAll(/[\s.]/g, '') } : {}
}

/** What may hold terms, before it is looked at closely. */
const MAY_BE_TERMS =
  /net\s?-?\d|days?|week|tage|woche|jour|semain|d[ií]as|giorni|\bgg\b|dag|dni\b|receipt|month|monat|mois|\bmes|maand|mês|månad|måned|eom|prox|sofort|immediat|comptant|contado|vista|réception|direct|ontvangst|omgående|straks/i
/** Terms stand in a few places. More that look like it are a text. */
const MOST_TERMS = 300

const termsOf = (rows: readonly Row[], isPlaced: boolean): InvoiceValue[] => {
  const found: InvoiceValue[] = []
  let left = MOST_TERMS
  for (const row of rows)
    for (const [column, cell] of row.cells.entries()) {
      if (left <= 0) return found
      if (cell.text.length > 200 || !MAY_BE_TERMS.test(cell.text)) continue
      left -= 1
      const label = labelOf(cell.text) ?? row.cells[column - 1]?.text ?? ''
      const terms = termsIn(cell.text, label.length < 44 && meaningOf(label)?.meaning === 'terms')
      if (terms)
        found.push({
          ...{ kind: 'TERMS' as const, mentionText: cell.text, properties: { ...terms } },
          pageAnchor: anchorOf([{ page: row.page, box: cell }], isPlaced),
        })
    }
  return found
}

/** Everything that stands on an invoice. Nothing of another document. */
export const invoiceValues = (pages: readonly ReadPage[]): InvoiceValue[] => {
  const known = new Map<ReadPage, Row[]>()
  const rowsOn = (page: ReadPage): Row[] => {
    const rows = known.get(page) ?? rowsOf(page)
    known.set(page, rows)
    return rows
  }
  const first = firstPage(pages, rowsOn)
  if (!first) return []
  const own = pages.slice(pages.indexOf(first))
  const kept = own.length > MOST_PAGES ? [...own.slice(0, MOST_PAGES - 1), ...own.slice(-1)] : own
  const isPlaced = own.some(({ pieces }) => pieces.length > 0)
  const all = kept.flatMap(rowsOn)
  const rows = all.length > MOST_ROWS ? [...all.slice(0, MOST_ROWS - LAST_ROWS), ...all.slice(-LAST_ROWS)] : all
  const { lines, rows: inTable, isCut } = linesIn(rows)
  const at = (kind: InvoiceValue['kind'], titled: Titled | undefined, properties = {}): InvoiceValue[] =>
    titled
      ? [
          {
            ...{ kind, mentionText: titled.cell.text, properties },
            pageAnchor: anchorOf([{ page: titled.row.page, box: titled.cell }], isPlaced),
          },
        ]
      : []
  const other = otherTitle(rows, first.page)
  const last = lines.at(-1)
  return [
    ...at('CREDIT', creditTitle(rows, first.page)),
    ...at('LOOKS', other, { looksLike: other?.looksLike ?? '' }),
    ...at('PAID', paidStamp(rows)),
    ...fieldsIn(rows, inTable).map(({ label, value, page, box }) => ({
      ...{ kind: 'FIELD' as const, mentionText: value },
      properties: { label: label.endsWith(':') ? label.slice(0, -1).trimEnd() : label, ...taxIdIn(value) },
      pageAnchor: anchorOf([{ page, box }], isPlaced),
    })),
    ...termsOf(rows, isPlaced),
    ...rows
      .filter(({ page }) => page === first.page)
      .slice(0, HEAD_ROWS)
      .flatMap((row) =>
        row.cells.flatMap((cell) =>
          HAS_DIGIT.test(cell.text) && ALONE.test(cell.text) ? at('DATE', { row, cell }) : [],
        ),
      ),
    ...lines.map(({ cells, properties, text }) => ({
      ...{ kind: 'LINE' as const, mentionText: text, properties },
      pageAnchor: anchorOf(cells, isPlaced),
    })),
    ...(isCut && last
      ? [{ kind: 'CUT' as const, mentionText: last.text, properties: {}, pageAnchor: anchorOf(last.cells, isPlaced) }]
      : []),
    ...namesIn(rows).map(({ name, role, page, box }) => ({
      ...{ kind: 'NAME' as const, mentionText: name },
      properties: { role, matchKey: matchKeyOf(name), nameKey: name.trim().toLowerCase() },
      pageAnchor: anchorOf([{ page, box }], isPlaced),
    })),
  ]
}
