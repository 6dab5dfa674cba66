import type { ReadPage } from '../page-text.ts'
import type { Cell, Row } from './layout.ts'
import { IS_INVOICE } from './names.ts'
import { HAS_DIGIT } from './places.ts'

/** What the titles of a document say that it is. Pure. */

const CREDIT =
  /(?<!\p{L})(?:credit (?:note|memo|invoice)|gutschrift|storno(?:rechnung)?|rechnungskorrektur|korrekturrechnung|avoir|facture d['’]avoir|nota de cr[eé]dito|factura rectificativa|abono|nota di credito|creditnota|creditfactuur|kreditnota|kreditfaktura|faktura koryguj[aą]ca)(?!\p{L})/iu

/** What isn't to be paid, or not yet. */
const OTHERS: [RegExp, string][] = [
  [/(?<!\p{L})pro[\s-]?forma/iu, 'pro forma invoice'],
  [
    /(?<!\p{L})(?:statement of (?:your )?accounts?|(?:account|customer|monthly|billing) statement|^statement$|kontoauszug|saldenbestätigung|relevé de compte|estado de cuenta|extracto de cuenta|estratto conto|rekeningoverzicht|extrato de conta|kontoutdrag|kontoudtog|kontoutskrift|zestawienie należności)/iu,
    'statement of account',
  ],
  [
    /^(?:payment reminder|(?:first|second|final|1st|2nd|\d\.)?\s?(?:reminder|notice)|past due notice|zahlungserinnerung|(?:\d\. )?mahnung|rappel|lettre de relance|recordatorio de pago|sollecito|(?:betalings)?herinnering|aanmaning|(?:betalnings)?påminnelse|rykker(?:brev)?|purring|wezwanie do zapłaty)(?!\p{L})/iu,
    'reminder',
  ],
  [
    /^(?:(?:sales )?(?:quote|quotation|estimate)|angebot|kostenvoranschlag|devis|presupuesto|cotización|preventivo|offerte|orçamento|offert|tilbud|oferta)(?!\p{L})/iu,
    'quote',
  ],
  [
    /^(?:purchase order|sales order|order confirmation|bestellung|auftragsbestätigung|bon de commande|confirmation de commande|orden de compra|conferma d['’]ordine|orderbevestiging|inkooporder|orderbekräftelse|ordrebekræftelse|zamówienie)(?!\p{L})/iu,
    'order',
  ],
  [
    /^(?:delivery note|packing (?:slip|list)|lieferschein|bon de livraison|albarán|documento di trasporto|pakbon|följesedel|følgeseddel|pakkseddel)(?!\p{L})/iu,
    'delivery note',
  ],
  [/^(?:remittance advice|payment advice|zahlungsavis|avis de paiement)(?!\p{L})/iu, 'payment advice'],
  [
    /^(?:payment |official |sales )?receipt$|^(?:quittung|reçu|recibo|ricevuta|kvitto|kvittering|paragon)$/iu,
    'receipt',
  ],
]

/** That it is paid, as a stamp or a sentence of its own. */
const PAID =
  /^(?:paid(?: in full)?|fully paid|payment received|(?:this )?invoice (?:has been )?(?:fully )?paid|bezahlt|bereits bezahlt|dankend erhalten|betrag (?:dankend )?erhalten|quittiert|payée?|acquittée?|réglée?|pagad[oa]|cobrad[oa]|pagat[oa]|saldat[oa]|betaald|voldaan|pag[oa]|betald|betalt|zapłacono|opłacon[oa])(?:[.!]|\s(?:on|am|le|el|il|op|em|den|dnia|by|per|with|via|par|con|mit)\s.{2,40})?$|^(?:paid (?:by|with|on) |payment received|thank you for your payment|your card (?:was|has been) charged|this invoice (?:is|was|has been) (?:already )?paid|diese rechnung (?:ist|wurde) (?:bereits )?bezahlt)/iu

const LONGEST_TITLE = 60
const TITLE_ROWS = 20
const FIRST_ROWS = 14

export interface Titled {
  row: Row
  cell: Cell
}

const headOf = (rows: readonly Row[], page: number, count: number): Titled[] =>
  rows
    .filter((row) => row.page === page)
    .slice(0, count)
    .flatMap((row) => row.cells.map((cell) => ({ row, cell })))
    .filter(({ cell }) => cell.text.length < LONGEST_TITLE)

export const creditTitle = (rows: readonly Row[], page: number): Titled | undefined =>
  headOf(rows, page, FIRST_ROWS).find(({ cell }) => CREDIT.test(cell.text))

/** "Invoice number:" is a label, which a statement may have, too. */
const isInvoiceTitle = ({ row, cell }: Titled): boolean =>
  IS_INVOICE.test(cell.text) &&
  !/[:：]$/.test(cell.text) &&
  !HAS_DIGIT.test(cell.text) &&
  cell.text.split(' ').length <= 3 &&
  row.cells.length <= 2

/** A title of something else, if none says that it is an invoice. */
export const otherTitle = (rows: readonly Row[], page: number): (Titled & { looksLike: string }) | undefined => {
  const head = headOf(rows, page, TITLE_ROWS)
  const [proForma, ...others] = OTHERS
  const titles = proForma && head.some(({ cell }) => proForma[0].test(cell.text)) ? [proForma] : others
  if (titles.length > 1 && head.some((one) => isInvoiceTitle(one) && !/pro[\s-]?forma/i.test(one.cell.text)))
    return undefined
  for (const one of head) {
    const found = one.row.cells.length <= 3 ? titles.find(([title]) => title.test(one.cell.text.trim())) : undefined
    if (found) return { ...one, looksLike: found[1] }
  }
  return undefined
}

/** A stamp stands alone: "Paid" beside an amount is a label. */
export const paidStamp = (rows: readonly Row[]): Titled | undefined => {
  for (const row of rows) {
    const [cell] = row.cells
    if (cell && row.cells.length === 1 && cell.text.length < 120 && PAID.test(cell.text)) return { row, cell }
  }
  return undefined
}

const HEAD = 4_000

/**
 * The page that the invoice begins on: a covering letter may stand before it. Null if no page says that it is one.
 *
 * @param rowsOf the rows of a page, read only where its text says anything
 */
export const firstPage = (pages: readonly ReadPage[], rowsOf: (page: ReadPage) => readonly Row[]): ReadPage | null => {
  const named = pages.filter(({ text }) => IS_INVOICE.test(text.slice(0, HEAD))).slice(0, MOST_LETTERS)
  const [first] = named
  if (!first) return null
  const isTitled = (page: ReadPage): boolean =>
    headOf(rowsOf(page), page.page, TITLE_ROWS).some(
      ({ cell }) => IS_INVOICE.test(cell.text) && cell.text.split(' ').length <= 6 && !LETTER.test(cell.text),
    )
  return named.find(isTitled) ?? first
}
const LETTER =
  /[.!?]$|\b(?:attached|enclosed|dear|anbei|beigefügt|ci-joint|adjunt[ao]|allegat[ao]|bijgevoegd|bifogad|vedlagt|subject|re|betreff|objet|asunto|oggetto|betreft)\b/i
/** Pages before the invoice that speak of it. */
const MOST_LETTERS = 6
