import { meaningOf } from '../../../../../schema/documents/reading/labels/labels.ts'
import { AMOUNT_TEXT, labelOf } from './fields.ts'
import type { Cell, Row } from './layout.ts'

/** The table of an invoice: a row of column titles, and the rows under it until the sums. Pure. */

type Column = 'description' | 'quantity' | 'unitPrice' | 'amount' | 'other'

const LONGEST_TITLE = 40
const IS_NUMBER = /\d[.,]\d|^\d/

const titled = (column: Column, ...words: string[]): [Column, RegExp] => [
  column,
  new RegExp(`^(?:${words.join('|')})$`, 'iu'),
]

/** A currency or a remark in parentheses behind a title. */
const UNIT = '(?: ?\\(?(?:[a-z]{2,4}|[€$£¥])\\)?)?'

const TITLES = [
  titled(
    'description',
    '(?:description|item(?: description)?|product(?: / service)?|products?|services?|service|details?|activity|particulars|goods)s?',
    '(?:waren)?bezeichnung|beschreibung|leistung(?:sbeschreibung)?|artikel(?:bezeichnung)?|text|désignation|désignations|libellé|description des .*|prestations?',
    'descripción|concepto|artículo|descrizione|prodotto|omschrijving|descrição|designação|artigo|beskrivning|benämning|beskrivelse|vare|varenavn|nazwa(?: towaru.*| usługi)?|opis',
  ),
  titled(
    'quantity',
    'qty\\.?|quantity|menge|anzahl|hours|hrs|units?|seats|days|stunden|std\\.?|tage|qté\\.?|quantité|cantidad|cant\\.?|unidades|quantità|q\\.?tà|qtà|aantal|quantidade|qtd\\.?|antal|antall|ilość',
  ),
  titled(
    'unitPrice',
    '(?:unit|list)?\\s?(?:price|cost|rate)(?: .{1,8})?|price per .{1,10}|einzelpreis(?: .{1,8})?|e-?preis|ep|preis(?: .{1,8})?|stückpreis|satz|tagessatz|stundensatz|day rate',
    'prix unit(?:aire|\\.)?(?: .{1,6})?|p\\.?u\\.?(?: ht)?|precio(?: unit(?:ario|\\.)?)?|prezzo(?: unit(?:ario|\\.)?)?|prijs(?: per .{1,10})?|stukprijs|eenheidsprijs|preço(?: unit(?:ário|\\.)?)?|à-?pris|pris(?: per .{1,8}| pr\\.? .{1,8})?|enhetspris|enhedspris|stykpris|cena(?: jedn(?:ostkowa|\\.)?.{0,8})?',
  ),
  titled(
    'amount',
    `(?:(?:line |net |total |ext(?:ended)? )?(?:amount|total|price|value)|(?:gesamt|netto)?(?:betrag|preis|summe)|gesamt|summe|gp|montant(?: ht| total)?|total(?: ht| ttc)?|importe|total|importo|totale|bedrag|totaal|valor|belopp|summa|beløb|beløp|sum|wartość(?: netto| brutto)?|kwota)${UNIT}`,
  ),
  titled(
    'other',
    'pos\\.?|position|no\\.?|nr\\.?|n°|#|line|lp\\.?|date|datum|dato|fecha|data|period|periode|unit|einheit|unité|unidad|um|u\\.m\\.|eenheid|enhet|enhed|jm|j\\.m\\.|vat(?: ?%| rate)?|tax(?: ?%| rate)?|gst(?: ?%)?|mwst\\.?(?: ?%)?|ust\\.?(?: ?%)?|tva(?: ?%)?|iva(?: ?%)?|btw(?: ?%)?|moms(?: ?%)?|mva(?: ?%)?|sku|code|ref\\.?|réf\\.?|référence|código|codice|art\\.?-?nr\\.?|artikelnr\\.?|artikelnummer|varenr\\.?|discount|disc\\.?(?: ?%)?|rabatt|remise|dto\\.?|sconto|korting|%',
  ),
]

/** Where the table ends: a sum in a row of its own. */
const SUMS =
  /^(?:sub-?\s?total|total|tax|vat|gst|balance|zwischensumme|summe|gesamt\p{L}{0,12}|netto\p{L}{0,8})(?!\p{L})/iu
const IS_SUM: readonly string[] = ['due', 'totalAmount', 'net', 'tax', 'previous']
const CARRIED =
  /^(?:carried|brought) forward|^übertrag|^page \d|^seite \d|^continued|^report\b|^suma y sigue|^a riportare|^riporto|^transport\b|^side \d|^sida \d|^pagina \d|^página \d|^strona \d/i

const isAmount = (text: string): boolean => AMOUNT_TEXT.test(text)
const QUANTITY = /^[-\u2212]?\p{Nd}[\p{Nd}.,]{0,11}(?:\s?\p{L}{1,10}\.?)?$/u

/** "Total" beside its amount, or "Total due $400.00" in one cell. */
const sumMeaning = (row: Row): string | undefined => {
  for (const { text } of row.cells) {
    if (text.length > 60 || isAmount(text)) continue
    const meaning = meaningOf(labelOf(text) ?? text)?.meaning
    if (meaning) return meaning
  }
  return undefined
}

interface Titled {
  column: Column
  cell: Cell
}

/** The titles of a table's columns, or null for any other row. */
const titlesOf = ({ cells }: Row): Titled[] | null => {
  if (cells.length < 2) return null
  const titled = cells.flatMap((cell): Titled[] => {
    if (cell.text.length > LONGEST_TITLE || IS_NUMBER.test(cell.text)) return []
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

const endsTable = (row: Row, quantities: readonly Cell[], amount = ''): boolean => {
  if (quantities.some(({ text }) => QUANTITY.test(text))) return false
  const meaning = sumMeaning(row)
  if (meaning !== undefined && IS_SUM.includes(meaning)) return true
  // What was paid is taken off below the lines. A deposit that is charged is a line.
  if (meaning === 'paid') return /[-\u2212(]/.test(amount)
  return meaning === undefined && row.cells.length <= 2 && row.cells.some(({ text }) => SUMS.test(text))
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

export interface ReadTable {
  lines: ReadLine[]
  /** The rows that are lines, or titles of columns. */
  rows: ReadonlySet<Row>
  /** It has more lines. */
  isCut: boolean
}

export const linesIn = (rows: readonly Row[]): ReadTable => {
  const own = new Set<Row>()
  const lines: ReadLine[] = []
  let titles: Titled[] | null = null
  let isOver = false
  let last: { row: Row; line: ReadLine } | null = null
  let waiting: { text: string; cells: ReadLine['cells'] } | null = null
  for (const row of rows) {
    const found = titlesOf(row)
    if (found) {
      own.add(row)
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
    const amount = of('amount').findLast(({ text }) => isAmount(text))
    if (endsTable(row, of('quantity'), amount?.text)) {
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
    if (lines.length >= MOST_LINES) return { lines, rows: own, isCut: true }
    const line: ReadLine = {
      text: row.cells.map(({ text }) => text).join(' '),
      cells: [{ page: row.page, box: spanOf(row) }],
      properties: {
        description: description.slice(0, 500),
        quantity: of('quantity').find(({ text }) => QUANTITY.test(text))?.text ?? '',
        unitPrice: of('unitPrice').find(({ text }) => isAmount(text))?.text ?? '',
        amount: amount.text,
      },
    }
    waiting = null
    last = { row, line }
    lines.push(line)
    own.add(row)
  }
  return { lines, rows: own, isCut: false }
}

const spanOf = ({ top, bottom, cells }: Row): Cell => ({
  ...{ text: '', top, bottom },
  left: Math.min(...cells.map(({ left }) => left)),
  right: Math.max(...cells.map(({ right }) => right)),
})
