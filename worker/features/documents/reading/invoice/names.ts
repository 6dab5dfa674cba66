import type { Cell, Row } from './layout.ts'
import { type Box, HAS_LETTERS, LONGEST_VALUE, partOf } from './places.ts'

/** Companies that an invoice names, and in which part. Pure. */

/** A word for what the document is. */
export const IS_INVOICE =
  /(?<!\p{L})(?:invoice|bill|credit (?:note|memo)|rechnung\p{L}{0,12}|gutschrift|storno\p{L}{0,12}|facture|avoir|factura|abono|nota de cr[eé]dito|fattura|nota di credito|parcella|factuur|creditnota|creditfactuur|fatura|faktura|fakturan?|kreditfaktura|kreditnota|lasku|sz[aá]mla|請求書|发票|發票|חשבונית|счет|счёт)(?!\p{L})/iu

const MOST_NAMES = 24

const SUFFIX =
  /(?:^|[\s,])(?:Co\.?,?\s?(?:Ltd|Limited|Inc|LLC)\.?|Inc\.?|LLC|L\.L\.C\.|Ltd\.?|Limited|Corp\.?|Corporation|GmbH(?:\s?&\s?Co\.?\s?KG)?|AG|KG|OHG|UG|SE|S\.?A\.?|S\.?A\.?S\.?|SARL|B\.?V\.?|N\.?V\.?|plc|LLP|Co\.|Oy|AB|AS|ApS|A\/S|S\.?r\.?l\.?|S\.?L\.?U?\.?|S\.?p\.?A\.?|Lda\.?|Pty|Pte|K\.?K\.?|e\.V\.|Sp\. z o\.o\.|s\.r\.o\.|d\.o\.o\.|Kft\.?|株式会社)(?=$|[\s,.·|•–-])/
/** What is below or beside these words is the customer. */
const TO_CUSTOMER =
  /^(?:bill(?:ed)?[\s-]?to|sold[\s-]?to|ship[\s-]?to|deliver(?:ed)? to|invoice to|customer|client|buyer|attention|rechnung an|rechnungsempfänger|rechnungsadresse|lieferadresse|lieferung an|kunde|auftraggeber|facturé à|destinataire|adressé à|facturar a|facturado a|cliente|fatturare a|destinatario|spett\.?le|klant|factuuradres|faktura till|kund|faktureres|nabywca|odbiorca)\b\s*:?|^(?:an|to)\s*(?::|$)/i
const FROM_VENDOR =
  /^(?:from|vendor|supplier|seller|remit(?:tance)?(?: payment)? to|payable to|account (?:holder|name)|beneficiary|absender|lieferant|kontoinhaber|zahlungsempfänger|fournisseur|titulaire|émetteur|proveedor|emisor|titular|fornitore|cedente|leverancier|fornecedor|leverantör|leverandør|sprzedawca|wystawca)\b\s*:?/i

interface Name {
  name: string
  role: string
  page: number
  box: Box
}

/** What stands in the block below a label. */
const BLOCK_ROWS = 6

export const namesIn = (rows: readonly Row[]): Name[] => {
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
  const plain = text.replace(TO_CUSTOMER, '').replaceAll(/\s+/g, ' ').trim()
  const [first = plain] = plain.split(/ ?[·|•] ?| [–-] /)
  const match = SUFFIX.exec(first)
  return (match ? first.slice(0, match.index + match[0].length) : first).replace(/[,;:]$/, '').trim()
}
