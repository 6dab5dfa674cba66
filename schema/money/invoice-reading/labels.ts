/** What the labels on invoices say, in English, German and French. Pure. */

export const READ_FIELDS = ['invoiceNumber', 'invoiceDate', 'dueDate', 'totalAmount'] as const
export type ReadField = (typeof READ_FIELDS)[number]

type Meaning = ReadField | 'net' | 'tax' | 'taxId' | 'currency'

/** "Rechnungs-Nr.:" is "rechnungs nr", and "Échéance" is "echeance". */
export const labelKey = (label: string): string =>
  label
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[:.*()[\]|]/g, ' ')
    .replaceAll(/[-–/]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 60)

/** How sure a label is of its meaning, from the surest. The first that fits counts. */
const LABELS: [Meaning | null, number, RegExp][] = [
  // Numbers and dates of something else.
  [
    null,
    0,
    /\b(?:order|bestell\w*|auftrag\w*|po|p o|customer|kunden\w*|client|account|konto\w*|iban|bic|phone|tel|telefon|fax|delivery|liefer\w*|service period|leistungs\w*|contract|vertrag\w*|project|projekt\w*|routing|sort code|quote|offer|angebot\w*|your|ihre?|commande)\b/,
  ],
  [
    'taxId',
    0.9,
    /\b(?:vat (?:id|no|nr|number|reg\w*)|ust ?id ?(?:nr|nummer)?|ustid\w*|uid|ust idnr|umsatzsteuer id\w*|tax (?:id|no|number|identification)|steuer ?(?:nr|nummer)|ein|abn|siret|tva intracom\w*|n° tva|gst (?:no|number))\b/,
  ],
  ['invoiceNumber', 0.95, /^(?:tax )?(?:invoice|bill|credit (?:note|memo)|document) ?(?:no|nr|number|num|#|id|n°)$/],
  ['invoiceNumber', 0.95, /^(?:rechnungs?|gutschrifts?|beleg|stornorechnungs?|korrekturrechnungs?) ?(?:nr|nummer|no)$/],
  [
    'invoiceNumber',
    0.95,
    /^(?:facture|avoir) ?(?:n°|no|nr|numero)$|^(?:n°|numero) (?:de |d’|d')?(?:la )?(?:facture|avoir)$/,
  ],
  ['invoiceNumber', 0.75, /^(?:invoice|rechnung|facture|credit (?:note|memo)|gutschrift)$/],
  ['invoiceNumber', 0.5, /^(?:no|nr|number|nummer|#|n°)$/],
  [
    'dueDate',
    0.95,
    /\b(?:due date|date due|payment due|due by|^due on|payment due on|pay by|payable by|fallig\w*|zahlbar bis|zahlungsziel|zahlungsfrist|(?:date d[’' ])?echeance|a payer avant)\b/,
  ],
  ['dueDate', 0.8, /^due$/],
  [
    'invoiceDate',
    0.95,
    /\b(?:(?:invoice|bill|credit (?:note|memo)) date|date of (?:issue|invoice)|issue date|issued(?: on)?|rechnungsdatum|gutschriftsdatum|belegdatum|ausstellungsdatum|ausgestellt am|date (?:de |d’|d')?(?:la )?(?:facture|facturation|emission|avoir))\b/,
  ],
  ['invoiceDate', 0.85, /^(?:date|datum|dated)$/],
  [
    'net',
    0.9,
    /\b(?:sub ?total|net (?:total|amount|value)|total net|total before (?:tax|vat)|total excl\w*|amount excl\w*|netto\w*|zwischensumme|summe netto|gesamt netto|total ht|sous total|montant ht)\b/,
  ],
  [
    'tax',
    0.85,
    /^(?!.*(?:incl|inkl|gross|brutto))(?:.{0,30})\b(?:(?:total|sales|output) (?:tax|vat)|vat|mwst|ust|mehrwertsteuer|umsatzsteuer|tva|gst|hst|pst|qst|iva|btw|moms|tax)\b/,
  ],
  [
    'totalAmount',
    0.97,
    /\b(?:(?:total )?amount (?:due|payable)|balance due|total due|total payable|zu zahlen\w*|zahlbetrag|zahlungsbetrag|offener betrag|net a payer|total a payer|total (?:amount )?credit(?:ed)?|credit total)\b/,
  ],
  [
    'totalAmount',
    0.95,
    /\b(?:grand total|invoice total|total (?:amount )?(?:incl\w*|gross)|gross (?:total|amount)|rechnungsbetrag|gesamtbetrag|rechnungssumme|gesamtsumme|endbetrag|bruttobetrag|gutschriftsbetrag|summe brutto|gesamt brutto|total ttc|montant ttc)\b/,
  ],
  ['totalAmount', 0.85, /^(?:total|gesamt|summe|brutto|total (?:amount )?(?:[a-z]{3}))$/],
  ['currency', 0.9, /^(?:currency|wahrung|devise)$/],
]

export const meaningOf = (label: string): { meaning: Meaning; weight: number } | null => {
  // A rate beside it, such as "VAT 19%".
  const key = labelKey(label.replaceAll(/\d+(?:[.,]\d+)?\s?%/g, ' '))
  for (const [meaning, weight, pattern] of LABELS) if (pattern.test(key)) return meaning && { meaning, weight }
  return null
}
