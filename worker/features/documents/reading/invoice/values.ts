import type { InvoiceValue } from '../../../../../schema/documents/reading/readings.ts'
import { matchKeyOf } from '../../../../../schema/shared/match-key.ts'
import type { ReadPage } from '../page-text.ts'
import { type Cell, type Row, rowsOf } from './layout.ts'
import { linesIn } from './lines.ts'

/**
 * What stands on an invoice, with its place and without its meaning: labels and their values, lines, names, and the
 * title. What they mean is decided where it is used, because that depends on the vendor. Pure.
 */

const round = (n: number): number => Math.round(Math.min(1, Math.max(0, n)) * 10_000) / 10_000

type Box = Omit<Cell, 'text'>

export const anchorOf = (
  places: readonly { page: number; box: Box }[],
  isPlaced: boolean,
): InvoiceValue['pageAnchor'] => ({
  pageRefs: places.map(({ page, box }) => {
    const [x1, x2, y1, y2] = [box.left, box.right, box.top, box.bottom].map(round) as [number, number, number, number]
    return isPlaced
      ? {
          page,
          normalizedVertices: [
            { x: x1, y: y1 },
            { x: x2, y: y1 },
            { x: x2, y: y2 },
            { x: x1, y: y2 },
          ],
        }
      : { page }
  }),
})

const IS_INVOICE =
  /\b(?:invoice|credit (?:note|memo)|rechnung\w{0,12}|gutschrift|storno\w{0,12}|facture|avoir|factura|fattura|factuur)\b/i
/** Titles are in the beginning of a document. */
const HEAD = 4_000
/** An invoice of more pages has its values on its first and last ones. */
const MOST_PAGES = 30
const MOST_FIELDS = 150
const MOST_NAMES = 24

const HAS_DIGIT = /\d/
const HAS_LETTERS = /\p{L}{2}/u
const LONGEST_LABEL = 44
const LONGEST_VALUE = 80

const looksLikeLabel = (text: string): boolean =>
  text.length <= LONGEST_LABEL &&
  (HAS_LETTERS.test(text) || /^(?:no|nr|n°|#)\b/i.test(text)) &&
  text.split(' ').length <= 8

/** Only a code before a number, such as "EUR" before an amount. */
const isPrefix = (text: string): boolean => /^[A-Z]{3}$|^[$€£¥₪]$/.test(text)

/** "Invoice number: INV-1" or "Rechnung Nr. 2026-114". */
const INLINE = /^(\p{L}[^:]{1,43}?)\s*:\s*(\S.{0,79})$/u
const UNMARKED =
  /^((?:\p{L}[\p{L}.'’/()-]{0,24}\s){0,4}(?:\p{L}{0,24}(?:nummer|datum|betrag|number)|no|nr|num|id|date|am|bis|due|total|n°|#|invoice|rechnung|gutschrift|facture|avoir)[.:]?)\s*[:#]?\s*([A-Z]{0,8}[^\p{L}\s]{0,3}\d\S{0,30}(?:\s\S{1,12}){0,3})$/iu

/** "Amount due $452.77". */
const WITH_AMOUNT = /^(\p{L}.{2,42}?)\s((?:[A-Z]{3}\s?|[$€£¥₪]\s?)?-?\d[\d.,'’]{0,14}[.,]\d{2}(?:\s?(?:€|[A-Z]{3}))?)$/u

interface Field {
  label: string
  value: string
  page: number
  box: Box
}

const partOf = ({ left, right, text, ...rest }: Cell, value: string): Box => {
  const at = Math.max(0, text.lastIndexOf(value))
  return { ...rest, right, left: left + ((right - left) * at) / Math.max(1, text.length) }
}

const inlineOf = (row: Row, cell: Cell): Field | null => {
  const [, label, value] = INLINE.exec(cell.text) ?? WITH_AMOUNT.exec(cell.text) ?? UNMARKED.exec(cell.text) ?? []
  if (!label || !value || !looksLikeLabel(label)) return null
  return { label, value, page: row.page, box: partOf(cell, value) }
}

const overlaps = (a: Cell, b: Cell): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0

/** How many heights below its label a value may be. */
const BELOW = 3.2

const fieldsIn = (rows: readonly Row[]): Field[] => {
  const fields: Field[] = []
  for (const [at, row] of rows.entries()) {
    for (const [column, cell] of row.cells.entries()) {
      const inline = inlineOf(row, cell)
      if (inline) {
        fields.push(inline)
        continue
      }
      if (!looksLikeLabel(cell.text) || isPrefix(cell.text)) continue
      const [next, after] = [row.cells[column + 1], row.cells[column + 2]]
      const beside = next && isPrefix(next.text) && after ? after : next
      if (beside && beside.text.length <= LONGEST_VALUE && !looksLikeHeader(row))
        fields.push({
          ...{ label: cell.text, page: row.page },
          value: beside === after && next ? `${next.text} ${after.text}` : beside.text,
          box: beside === after && next ? { ...beside, left: next.left } : beside,
        })
      if (beside && HAS_DIGIT.test(beside.text) && !looksLikeHeader(row)) continue
      for (const below of rows.slice(at + 1, at + 4)) {
        if (below.page !== row.page || below.top - row.bottom > BELOW * (row.bottom - row.top)) break
        const under = below.cells.find((one) => overlaps(one, cell))
        if (!under || under.text.length > LONGEST_VALUE) continue
        fields.push({ label: cell.text, value: under.text, page: below.page, box: under })
        break
      }
    }
  }
  return fields.filter(({ value, label }) => value !== label).slice(0, MOST_FIELDS)
}

/** Titles of columns stand beside each other, and none of them is another's value. */
const looksLikeHeader = ({ cells }: Row): boolean =>
  cells.length > 2 && cells.every(({ text }) => !HAS_DIGIT.test(text))

const SUFFIX =
  /(?:^|[\s,])(?:Inc\.?|LLC|L\.L\.C\.|Ltd\.?|Limited|Corp\.?|Corporation|GmbH(?:\s?&\s?Co\.?\s?KG)?|AG|KG|OHG|UG|SE|S\.?A\.?|S\.?A\.?S\.?|SARL|B\.?V\.?|N\.?V\.?|plc|LLP|Co\.|Oy|AB|AS|ApS|A\/S|S\.?r\.?l\.?|S\.?L\.?|Pty|K\.?K\.?|e\.V\.)(?=$|[\s,.·|•–-])/
/** What is below or beside these words is the customer. */
const TO_CUSTOMER =
  /^(?:bill(?:ed)?[\s-]?to|sold[\s-]?to|ship[\s-]?to|deliver(?:ed)? to|invoice to|customer|client|buyer|attention|rechnung an|rechnungsempfänger|rechnungsadresse|lieferadresse|lieferung an|kunde|auftraggeber|facturé à|destinataire)\b\s*:?|^(?:an|to)\s*(?::|$)/i
const FROM_VENDOR =
  /^(?:from|vendor|supplier|seller|remit(?:tance)?(?: payment)? to|payable to|account (?:holder|name)|beneficiary|absender|lieferant|kontoinhaber|zahlungsempfänger|fournisseur|titulaire)\b\s*:?/i

interface Name {
  name: string
  role: string
  page: number
  box: Box
}

/** What stands in the block below a label. */
const BLOCK_ROWS = 6

const namesIn = (rows: readonly Row[]): Name[] => {
  const customers: { cell: Cell; row: Row; at: number }[] = []
  for (const [at, row] of rows.entries())
    for (const cell of row.cells)
      if (customers.length < MOST_NAMES && cell.text.length < 60 && TO_CUSTOMER.test(cell.text))
        customers.push({ cell, row, at })
  const isCustomer = (row: Row, at: number, cell: Cell): boolean =>
    customers.some(
      ({ cell: label, row: on, at: labelAt }) =>
        on.page === row.page &&
        (on === row
          ? cell === label || cell.left > label.right
          : at > labelAt && at - labelAt <= BLOCK_ROWS && Math.abs(cell.left - label.left) < 0.04),
    )
  return rows
    .flatMap((row, at) =>
      row.cells.flatMap((cell, column): Name[] => {
        const labelled = row.cells[column - 1]
        const [words] = FROM_VENDOR.exec(cell.text) ?? []
        const inline = words ? cell.text.slice(words.length).trim() : ''
        if (inline && HAS_LETTERS.test(inline) && inline.length < LONGEST_VALUE)
          return [{ name: inline, role: 'from', page: row.page, box: partOf(cell, inline) }]
        if (labelled && FROM_VENDOR.test(labelled.text) && HAS_LETTERS.test(cell.text))
          return [{ name: cell.text, role: 'from', page: row.page, box: cell }]
        const isTop = row.page === 1 && at < 3
        if (!SUFFIX.test(cell.text) && !isTop) return []
        if (!HAS_LETTERS.test(cell.text) || cell.text.length > LONGEST_VALUE || IS_INVOICE.test(cell.text)) return []
        const name = nameWithin(cell.text)
        const role = isCustomer(row, at, cell) ? 'customer' : SUFFIX.test(name) ? (at < 12 ? 'head' : 'body') : 'top'
        return [{ name, role, page: row.page, box: partOf(cell, name) }]
      }),
    )
    .slice(0, MOST_NAMES)
}

/** "Acme GmbH · Hauptstr. 1 · Berlin" and "Bill to: Acme Inc." name Acme. */
const nameWithin = (text: string): string => {
  const plain = text.replace(TO_CUSTOMER, '').trim()
  const [first = plain] = plain.split(/\s*[·|•]\s*|\s+[–-]\s+/)
  const match = SUFFIX.exec(first)
  return (match ? first.slice(0, match.index + match[0].length) : first).replace(/[,;:]$/, '').trim()
}

const TERMS =
  /\bnet\s?-?\s?(\d{1,3})\b|\b(?:within|innerhalb(?: von)?|binnen|sous)\s(\d{1,3})\s(?:calendar\s)?(?:days|tagen|jours)|\b(\d{1,3})\s(?:days|tage|jours)\s?(?:net|netto|from|after|ab|nach|fin de mois)?|\b(?:due (?:up)?on receipt|sofort (?:fällig|zahlbar)|payable immediately|à réception)\b/i
/** Words that other days belong to, such as those of a discount. */
const NOT_TERMS = /discount|skonto|delivery|return|warranty|notice|lieferung|escompte|cancel/i

const TITLE = /\b(?:credit (?:note|memo)|gutschrift|storno(?:rechnung)?|rechnungskorrektur|avoir|nota de crédito)\b/i

const TAX_ID = /\b(?:[A-Z]{2}\s?[\dA-Z]?\d[\dA-Z\s.]{5,12}\d|\d{2}-\d{7}|\d{2,3}\/\d{3,4}\/\d{4,5}|\d{11})\b/

/** A date by itself, or after a place: "Berlin, den 12. Mai 2026". */
const ALONE =
  /^(?:\p{L}[\p{L} .-]{1,24},\s?(?:den|the|le)?\s?)?(?:\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\d{1,2}\.?\s\p{L}{3,9}\.?,?\s\d{4}|\p{L}{3,9}\.?\s\d{1,2},?\s\d{4})$/u
const HEAD_ROWS = 25

/** Without spaces, so that one is found however it is written. */
const taxIdIn = (value: string): { taxId?: string } => {
  const [id] = TAX_ID.exec(value.toUpperCase()) ?? []
  return id ? { taxId: id.replaceAll(/[\s.]/g, '') } : {}
}

/** Everything that stands on an invoice. Nothing of another document. */
export const invoiceValues = (pages: readonly ReadPage[]): InvoiceValue[] => {
  const [first] = pages
  if (!first || !IS_INVOICE.test(first.text.slice(0, HEAD))) return []
  const kept = pages.length > MOST_PAGES ? [...pages.slice(0, MOST_PAGES - 1), ...pages.slice(-1)] : pages
  const isPlaced = pages.some(({ pieces }) => pieces.length > 0)
  const rows = kept.flatMap(rowsOf)
  const title = rows
    .filter(({ page }) => page === first.page)
    .slice(0, 14)
    .flatMap((row) => row.cells.map((cell) => ({ row, cell })))
    .find(({ cell }) => TITLE.test(cell.text) && cell.text.length < 60)
  return [
    ...(title
      ? [
          {
            ...{ kind: 'CREDIT' as const, mentionText: title.cell.text, properties: {} },
            pageAnchor: anchorOf([{ page: title.row.page, box: title.cell }], isPlaced),
          },
        ]
      : []),
    ...fieldsIn(rows).map(({ label, value, page, box }) => ({
      ...{ kind: 'FIELD' as const, mentionText: value },
      properties: { label: label.replace(/\s*:$/, ''), ...taxIdIn(value) },
      pageAnchor: anchorOf([{ page, box }], isPlaced),
    })),
    ...rows.flatMap((row) =>
      row.cells.flatMap((cell) => {
        const match = NOT_TERMS.test(cell.text) ? null : TERMS.exec(cell.text)
        return match
          ? [
              {
                ...{ kind: 'TERMS' as const, mentionText: cell.text.slice(0, 200) },
                properties: { days: match[1] ?? match[2] ?? match[3] ?? '0' },
                pageAnchor: anchorOf([{ page: row.page, box: cell }], isPlaced),
              },
            ]
          : []
      }),
    ),
    ...rows
      .filter(({ page }) => page === first.page)
      .slice(0, HEAD_ROWS)
      .flatMap((row) =>
        row.cells.flatMap((cell) =>
          ALONE.test(cell.text)
            ? [
                {
                  ...{ kind: 'DATE' as const, mentionText: cell.text, properties: {} },
                  pageAnchor: anchorOf([{ page: row.page, box: cell }], isPlaced),
                },
              ]
            : [],
        ),
      ),
    ...linesIn(rows).map(({ cells, properties, text }) => ({
      ...{ kind: 'LINE' as const, mentionText: text, properties },
      pageAnchor: anchorOf(cells, isPlaced),
    })),
    ...namesIn(rows).map(({ name, role, page, box }) => ({
      ...{ kind: 'NAME' as const, mentionText: name },
      properties: { role, matchKey: matchKeyOf(name), nameKey: name.trim().toLowerCase() },
      pageAnchor: anchorOf([{ page, box }], isPlaced),
    })),
  ]
}
