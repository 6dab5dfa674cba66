import type { Cell, Row } from './layout.ts'

/** The table of an invoice: a row of column titles, and the rows under it until the sums. Pure. */

type Column = 'description' | 'quantity' | 'unitPrice' | 'amount' | 'other'

const TITLES: [Column, RegExp][] = [
  [
    'description',
    /^(?:description|item(?: description)?|product(?: \/ service)?|service|details|activity|bezeichnung|beschreibung|leistung|artikel(?:bezeichnung)?|désignation|description des .*|concepto|omschrijving)s?$/i,
  ],
  [
    'quantity',
    /^(?:qty\.?|quantity|menge|anzahl|hours|hrs|units?|seats|days|stunden|std\.?|tage|qté|quantité|aantal)$/i,
  ],
  [
    'unitPrice',
    /^(?:(?:unit|list)?\s?(?:price|cost|rate)(?: .{1,8})?|price per .{1,10}|einzelpreis(?: .{1,8})?|e-?preis|preis(?: .{1,8})?|stückpreis|satz|tagessatz|stundensatz|day rate|prix unitaire(?: .{1,4})?|p\.?u\.?(?: ht)?|prijs)$/i,
  ],
  [
    'amount',
    /^(?:(?:line |net |total )?(?:amount|total|price)(?: \(?[a-z]{2,4}\)?)?|(?:gesamt|netto)?(?:betrag|preis|summe)(?: \(?[a-z]{2,4}\)?)?|gesamt|summe|montant(?: ht)?|total ht|importe|bedrag)$/i,
  ],
  [
    'other',
    /^(?:pos\.?|position|no\.?|nr\.?|#|line|date|datum|period|unit|einheit|vat(?: ?%| rate)?|tax(?: ?%| rate)?|mwst\.?(?: ?%)?|ust\.?(?: ?%)?|tva|sku|code|art\.?-?nr\.?|artikelnr\.?|discount|rabatt|%)$/i,
  ],
]

/** The first of the sums. */
const SUMS =
  /^(?:sub-?\s?total|total|net(?: total| amount)?|amount due|balance|tax|vat|gst|sales tax|shipping|discount|zwischensumme|netto(?:betrag|summe)?|summe|gesamt\w{0,12}|rechnungsbetrag|mwst|ust|zzgl|mehrwertsteuer|umsatzsteuer|sous-total|total ht|tva|invoice total|grand total|credit total|gutschriftsbetrag)\b/i
const CARRIED = /^(?:carried|brought) forward|^übertrag|^page \d|^seite \d|^continued/i

export const AMOUNT_TEXT =
  /^[-–(]?\s?(?:[A-Z]{0,3}[$€£¥₪]|[A-Z]{3})?\s?[-–]?\d{1,3}(?:[.,'’\s]?\d{3}){0,4}(?:[.,]\d{1,4})?\s?(?:[$€£¥₪]|[A-Z]{3})?\)?[-–]?$/
const QUANTITY = /^-?\d[\d.,]{0,11}(?:\s?\p{L}{1,10}\.?)?$/u

interface Titled {
  column: Column
  cell: Cell
}

const titlesOf = ({ cells }: Row): Titled[] | null => {
  const titled = cells.flatMap((cell): Titled[] => {
    const text = cell.text.replace(/[:*]$/, '').trim()
    const [column] = TITLES.find(([, pattern]) => pattern.test(text)) ?? []
    return column ? [{ column, cell }] : []
  })
  const columns = titled.map(({ column }) => column)
  const unknown = cells.filter((cell) => !titled.some((one) => one.cell === cell))
  // Numbers are never titles, and a sentence with one of these words is none either.
  if (titled.length < 2 || (unknown.length > 1 && unknown.some(({ text }) => /\d/.test(text) || text.length > 24)))
    return null
  const last = titled.findLastIndex(({ column }) => column === 'amount' || column === 'unitPrice')
  // "Price" alone is the amount.
  if (last >= 0 && !columns.includes('amount') && titled[last]) titled[last] = { ...titled[last], column: 'amount' }
  const isTable = titled.some(({ column }) => column === 'amount') && titled.some(({ column }) => column !== 'amount')
  if (!isTable) return null
  const named = unknown.map(
    (cell, at): Titled => ({
      ...{ cell, column: at === 0 && !columns.includes('description') ? 'description' : 'other' },
    }),
  )
  return [...titled, ...named]
}

const distance = (a: Cell, b: Cell): number =>
  Math.min(
    Math.abs(a.left - b.left),
    Math.abs(a.right - b.right),
    Math.abs((a.left + a.right) / 2 - (b.left + b.right) / 2),
    Math.min(a.right, b.right) > Math.max(a.left, b.left) ? 0.01 : 1,
  )

const columnOf = (cell: Cell, titles: readonly Titled[]): Column => {
  let [nearest, least]: [Column, number] = ['description', Number.POSITIVE_INFINITY]
  for (const title of titles) {
    const apart = distance(cell, title.cell)
    if (apart < least) [nearest, least] = [title.column, apart]
  }
  return nearest
}

export interface ReadLine {
  text: string
  cells: { page: number; box: Cell }[]
  properties: { description: string; quantity: string; unitPrice: string; amount: string }
}

const MOST_LINES = 200
/** A description goes on this close below. */
const CLOSE = 1.1

export const linesIn = (rows: readonly Row[]): ReadLine[] => {
  const lines: ReadLine[] = []
  let titles: Titled[] | null = null
  let isOver = false
  let last: { row: Row; line: ReadLine } | null = null
  let waiting: { text: string; cells: ReadLine['cells'] } | null = null
  for (const row of rows) {
    const found = titlesOf(row)
    if (found) {
      // A table goes on under the same titles on the next page. Another one, such as that of taxes, is none of lines.
      if (!isOver || last?.row.page !== row.page) [titles, isOver, last, waiting] = [found, false, null, null]
      continue
    }
    if (!titles || isOver) continue
    const [head] = row.cells
    if (!head || CARRIED.test(head.text)) continue
    const byColumn = Map.groupBy(row.cells, (cell) => columnOf(cell, titles ?? []))
    const of = (column: Column): Cell[] => byColumn.get(column) ?? []
    const textOf = (column: Column): string =>
      of(column)
        .map(({ text }) => text)
        .join(' ')
    const amount = of('amount').findLast(({ text }) => AMOUNT_TEXT.test(text))
    const isSum =
      row.cells.some(({ text }) => SUMS.test(text)) && !of('quantity').some(({ text }) => QUANTITY.test(text))
    if (isSum) {
      isOver = true
      continue
    }
    if (!amount) {
      const description = of('description')
      const isOnly = description.length > 0 && description.length === row.cells.length
      if (isOnly && last && row.page === last.row.page && row.top - last.row.bottom < CLOSE * (row.bottom - row.top)) {
        last.line.properties.description = `${last.line.properties.description} ${textOf('description')}`.slice(0, 500)
        last = { row, line: last.line }
      } else if (isOnly)
        waiting = { text: textOf('description'), cells: description.map((box) => ({ page: row.page, box })) }
      continue
    }
    const description = textOf('description') || waiting?.text || textOf('other')
    if (!description) continue
    const line: ReadLine = {
      text: row.cells.map(({ text }) => text).join(' '),
      cells: [{ page: row.page, box: spanOf(row) }],
      properties: {
        description: description.slice(0, 500),
        quantity: of('quantity').find(({ text }) => QUANTITY.test(text))?.text ?? '',
        unitPrice: of('unitPrice').find(({ text }) => AMOUNT_TEXT.test(text))?.text ?? '',
        amount: amount.text,
      },
    }
    waiting = null
    last = { row, line }
    lines.push(line)
    if (lines.length >= MOST_LINES) break
  }
  return lines
}

const spanOf = ({ top, bottom, cells }: Row): Cell => ({
  ...{ text: '', top, bottom },
  left: Math.min(...cells.map(({ left }) => left)),
  right: Math.max(...cells.map(({ right }) => right)),
})
