import { drawn, OWN } from './invoice-sheet.ts'

/** How vendors of several countries lay their invoices out. */

export interface Subscription {
  vendor?: string
  number?: string
  numberLabel?: string
  date?: string
  due?: string
}

/** A subscription in the United States. */
export const subscription = ({
  vendor = 'Northwind Software, Inc.',
  number = 'NW-2026-0042',
  numberLabel = 'Invoice number',
  date = 'March 4, 2026',
  due = 'April 3, 2026',
}: Subscription = {}) =>
  drawn((page) => {
    page.at(50, 60, 'Invoice', { size: 22, bold: true })
    for (const [i, [label, value]] of [
      [numberLabel, number],
      ['Date of issue', date],
      ['Date due', due],
    ].entries()) {
      page.at(50, 90 + i * 15, label ?? '', { bold: true })
      page.at(150, 90 + i * 15, value ?? '')
    }
    page.column(50, 160, [vendor, '1 Market Street', 'San Francisco, CA 94105', 'ap@northwind.example'])
    page.at(320, 160, 'Bill to', { bold: true })
    page.column(320, 174, OWN)
    page.at(50, 240, `$1,250.00 due ${due}`, { size: 14, bold: true })
    page.at(50, 290, 'Description')
    page.right(380, 290, 'Qty')
    page.right(460, 290, 'Unit price')
    page.right(545, 290, 'Amount')
    const line = (y: number, cells: [string, string, string, string]) => {
      page.at(50, y, cells[0])
      page.right(380, y, cells[1])
      page.right(460, y, cells[2])
      page.right(545, y, cells[3])
    }
    line(315, ['Team plan', '10', '$100.00', '$1,000.00'])
    page.at(50, 329, 'Mar 4 – Apr 3, 2026', { size: 8 })
    line(350, ['Additional storage', '5', '$50.00', '$250.00'])
    page.at(380, 390, 'Subtotal')
    page.right(545, 390, '$1,250.00')
    page.at(380, 406, 'Total')
    page.right(545, 406, '$1,250.00')
    page.at(380, 422, 'Amount due', { bold: true })
    page.right(545, 422, '$1,250.00', { bold: true })
  })

export const german = drawn((page) => {
  page.at(60, 120, 'Feinwerk Messtechnik GmbH · Lindenstr. 12 · 80331 München', { size: 7 })
  page.column(60, 140, ['Brightwater Robotics, Inc.', 'Einkauf', '500 Harbor Way', 'Portland, OR 97209'])
  for (const [i, [label, value]] of [
    ['Rechnungs-Nr.:', '2026-0114'],
    ['Kunden-Nr.:', '10457'],
    ['Rechnungsdatum:', '04.03.2026'],
    ['Lieferdatum:', '27.02.2026'],
  ].entries()) {
    page.at(360, 140 + i * 14, label ?? '')
    page.right(535, 140 + i * 14, value ?? '')
  }
  page.at(60, 240, 'Rechnung', { size: 16, bold: true })
  page.at(60, 264, 'Sehr geehrte Damen und Herren, wir berechnen Ihnen wie folgt:')
  for (const [x, title] of [
    [60, 'Pos.'],
    [95, 'Bezeichnung'],
  ] as const)
    page.at(x, 300, title, { bold: true })
  for (const [x, title] of [
    [360, 'Menge'],
    [450, 'Einzelpreis'],
    [535, 'Gesamtpreis'],
  ] as const)
    page.right(x, 300, title, { bold: true })
  const line = (y: number, cells: [string, string, string, string, string]) => {
    page.at(60, y, cells[0])
    page.at(95, y, cells[1])
    page.right(360, y, cells[2])
    page.right(450, y, cells[3])
    page.right(535, y, cells[4])
  }
  line(320, ['1', 'Messuhr digital 0,001 mm', '4 Stk', '189,50 €', '758,00 €'])
  line(338, ['2', 'Kalibrierung mit Zertifikat', '4 Stk', '110,50 €', '442,00 €'])
  page.at(360, 380, 'Summe netto')
  page.right(535, 380, '1.200,00 €')
  page.at(360, 396, 'zzgl. 19% MwSt.')
  page.right(535, 396, '228,00 €')
  page.at(360, 414, 'Gesamtbetrag', { bold: true })
  page.right(535, 414, '1.428,00 €', { bold: true })
  page.at(60, 450, 'Zahlbar innerhalb von 14 Tagen ohne Abzug.')
  page.column(60, 780, ['Feinwerk Messtechnik GmbH', 'USt-IdNr.: DE 283 746 195', 'IBAN DE02 1203 0000 0000 2020 51'])
})

export const british = drawn((page) => {
  page.at(50, 60, 'Kestrel CAD Ltd', { size: 18, bold: true })
  page.column(50, 80, ['14 Mill Lane, Bristol BS1 4ND', 'VAT No: GB 291 7364 82'])
  page.at(400, 60, 'TAX INVOICE', { size: 14, bold: true })
  page.column(50, 140, ['To:', ...OWN])
  page.column(360, 140, ['Invoice No: KC/3391', 'Invoice Date: 03/04/2026', 'Due Date: 03/05/2026'])
  page.at(50, 240, 'Item')
  page.right(330, 240, 'Hours')
  page.right(400, 240, 'Rate')
  page.right(460, 240, 'VAT')
  page.right(545, 240, 'Amount')
  page.at(50, 260, 'Training on site')
  page.right(330, 260, '12')
  page.right(400, 260, '£85.00')
  page.right(460, 260, '20%')
  page.right(545, 260, '£1,020.00')
  page.at(50, 278, 'Travel')
  page.right(330, 278, '1')
  page.right(400, 278, '£64.40')
  page.right(460, 278, '20%')
  page.right(545, 278, '£64.40')
  page.at(400, 310, 'Subtotal')
  page.right(545, 310, '£1,084.40')
  page.at(400, 326, 'VAT @ 20%')
  page.right(545, 326, '£216.88')
  page.at(400, 342, 'Total GBP', { bold: true })
  page.right(545, 342, '£1,301.28', { bold: true })
})

export const PARTS = Array.from({ length: 46 }, (_, i): [string, number] => [`Bracket BR-${1000 + i}`, 1_200 + i * 25])
const dollars = (minor: number): string =>
  (minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const severalPages = drawn((page) => {
  page.at(50, 50, 'Cascade Fasteners LLC', { size: 16, bold: true })
  page.at(420, 50, 'INVOICE', { size: 16, bold: true })
  const [labels, values] = [
    ['INVOICE #', 'DATE', 'DUE DATE'],
    ['77120', '11/14/2026', '12/14/2026'],
  ]
  for (const [i, label] of labels.entries()) page.at(300 + i * 85, 80, label, { size: 8, bold: true })
  for (const [i, value] of values.entries()) page.at(300 + i * 85, 94, value)
  page.at(50, 110, 'SOLD TO', { bold: true })
  page.column(50, 124, OWN)
  const titles = (y: number) => {
    page.at(50, y, 'Item', { bold: true })
    page.right(360, y, 'Qty', { bold: true })
    page.right(450, y, 'Price', { bold: true })
    page.right(545, y, 'Total', { bold: true })
  }
  titles(200)
  let y = 218
  for (const [i, [name, amount]] of PARTS.entries()) {
    if (i === 30) {
      page.right(545, 800, 'Carried forward')
      page.nextPage()
      page.at(50, 50, 'Cascade Fasteners LLC')
      page.at(300, 50, 'Invoice # 77120, page 2')
      titles(90)
      y = 108
    }
    page.at(50, y, name)
    page.right(360, y, '1')
    page.right(450, y, `$${dollars(amount)}`)
    page.right(545, y, `$${dollars(amount)}`)
    y += 18
  }
  const sum = PARTS.reduce((all, [, amount]) => all + amount, 0)
  page.at(400, y + 20, 'Subtotal')
  page.right(545, y + 20, `$${dollars(sum)}`)
  page.at(400, y + 36, 'Sales tax (8.5%)')
  page.right(545, y + 36, `$${dollars(Math.round(sum * 0.085))}`)
  page.at(400, y + 52, 'Balance due', { bold: true })
  page.right(545, y + 52, `$${dollars(sum + Math.round(sum * 0.085))}`, { bold: true })
})
export const PARTS_SUM = PARTS.reduce((all, [, amount]) => all + amount, 0)

export const creditMemo = drawn((page) => {
  page.at(50, 60, 'Northwind Software, Inc.', { size: 16, bold: true })
  page.at(380, 60, 'CREDIT MEMO', { size: 16, bold: true })
  page.column(380, 90, ['Credit memo #: CM-0009', 'Date: 10/02/2026', 'Original invoice: NW-2026-0042'])
  page.at(50, 120, 'Bill To:')
  page.column(50, 134, OWN)
  page.at(50, 220, 'Description')
  page.right(380, 220, 'Quantity')
  page.right(460, 220, 'Rate')
  page.right(545, 220, 'Amount')
  page.at(50, 240, 'Additional storage, returned')
  page.right(380, 240, '2')
  page.right(460, 240, '$50.00')
  page.right(545, 240, '-$100.00')
  page.at(400, 280, 'Total credit', { bold: true })
  page.right(545, 280, '-$100.00', { bold: true })
})

export const germanCredit = drawn((page) => {
  page.at(60, 60, 'Alpenstrom AG', { size: 16, bold: true })
  page.at(60, 80, 'Bahnhofplatz 3, 6900 Bregenz')
  page.column(60, 130, OWN)
  page.at(60, 220, 'Gutschrift Nr. GS-2026-77', { size: 14, bold: true })
  page.at(400, 220, 'Datum: 21.10.2026')
  page.at(60, 260, 'Beschreibung')
  page.right(400, 260, 'Menge')
  page.right(535, 260, 'Betrag (EUR)')
  page.at(60, 280, 'Zählertausch, zu viel berechnet')
  page.right(400, 280, '1')
  page.right(535, 280, '1.250,00')
  page.at(360, 320, 'Netto')
  page.right(535, 320, '1.250,00')
  page.at(360, 336, 'USt. 20%')
  page.right(535, 336, '250,00')
  page.at(360, 354, 'Gutschriftsbetrag EUR', { bold: true })
  page.right(535, 354, '1.500,00', { bold: true })
  page.at(60, 780, 'UID-Nr.: ATU47182936')
})

export const yen = drawn((page) => {
  page.at(50, 60, 'INVOICE', { size: 18, bold: true })
  page.column(350, 60, ['Hoshino Optics K.K.', '2-4-1 Nihonbashi, Chuo-ku', 'Tokyo 103-0027'])
  page.column(50, 120, ['Customer', ...OWN])
  page.column(350, 120, ['Invoice no.: HO-88213', 'Issue date: 2026-09-30', 'Payment due: 2026-10-31'])
  page.at(50, 220, 'Product')
  page.right(380, 220, 'Quantity')
  page.right(460, 220, 'Unit price')
  page.right(545, 220, 'Amount')
  page.at(50, 240, 'Lens assembly L-40')
  page.right(380, 240, '6')
  page.right(460, 240, '¥48,000')
  page.right(545, 240, '¥288,000')
  page.at(50, 258, 'Express shipment')
  page.right(380, 258, '1')
  page.right(460, 258, '¥12,500')
  page.right(545, 258, '¥12,500')
  page.at(400, 300, 'Total (JPY)', { bold: true })
  page.right(545, 300, '¥300,500', { bold: true })
})

export const french = drawn((page) => {
  page.at(50, 60, 'Atelier Rive SARL', { size: 16, bold: true })
  page.column(50, 80, ['8 rue des Forges, 69002 Lyon', 'TVA intracommunautaire : FR 40 303 265 045'])
  page.at(350, 60, 'Facture n° F2026-218', { size: 13, bold: true })
  page.column(350, 84, ['Date de facture : 05/06/2026', 'Échéance : 05/07/2026'])
  page.at(350, 150, 'Facturé à')
  page.column(350, 164, OWN)
  page.at(50, 260, 'Désignation')
  page.right(360, 260, 'Qté')
  page.right(450, 260, 'Prix unitaire HT')
  page.right(545, 260, 'Montant HT')
  page.at(50, 280, 'Usinage pièces prototype')
  page.right(360, 280, '3')
  page.right(450, 280, '420,00 €')
  page.right(545, 280, '1 260,00 €')
  page.at(400, 320, 'Total HT')
  page.right(545, 320, '1 260,00 €')
  page.at(400, 336, 'TVA 20 %')
  page.right(545, 336, '252,00 €')
  page.at(400, 352, 'Total TTC', { bold: true })
  page.right(545, 352, '1 512,00 €', { bold: true })
})

export const swiss = drawn((page) => {
  page.at(50, 60, 'Precisa Robotik AG', { size: 16, bold: true })
  page.column(50, 80, ['Seestrasse 40, 8002 Zürich', 'CHE-116.281.710 MWST'])
  page.column(350, 120, OWN)
  page.at(50, 200, 'Rechnung 500231', { size: 14, bold: true })
  page.column(50, 220, ['Datum: 7. September 2026', 'Zahlbar bis: 7. Oktober 2026'])
  page.at(50, 270, 'Leistung')
  page.right(380, 270, 'Anzahl')
  page.right(460, 270, 'Preis CHF')
  page.right(545, 270, 'Betrag CHF')
  page.at(50, 290, 'Greifer GX-2')
  page.right(380, 290, '2')
  page.right(460, 290, "6'200.00")
  page.right(545, 290, "12'400.00")
  page.at(50, 308, 'Inbetriebnahme')
  page.right(380, 308, '8')
  page.right(460, 308, '195.50')
  page.right(545, 308, "1'564.00")
  page.at(380, 340, 'Zwischensumme')
  page.right(545, 340, "13'964.00")
  page.at(380, 356, 'MWST 8.1%')
  page.right(545, 356, "1'131.08")
  page.at(380, 374, 'Total CHF', { bold: true })
  page.right(545, 374, "15'095.08", { bold: true })
})

export const freelancer = drawn((page) => {
  page.column(60, 60, ['Jana Krüger', 'Produktdesign', 'Weserstr. 4, 12047 Berlin'])
  page.at(60, 150, 'Brightwater Robotics, Inc.')
  page.at(400, 150, 'Berlin, den 12. Mai 2026')
  page.column(60, 220, ['Rechnung', 'Rechnungsnummer R-26-031'])
  const row = (y: number, [name, days, rate, amount]: [string, string, string, string]) => {
    page.at(60, y, name)
    page.right(330, y, days)
    page.right(430, y, rate)
    page.right(550, y, amount)
  }
  row(270, ['Leistung', 'Tage', 'Tagessatz', 'Summe'])
  row(290, ['Konzeption und Workshop', '2', '800,00 €', '1.600,00 €'])
  row(306, ['Umsetzung Prototyp', '1', '800,00 €', '800,00 €'])
  row(340, ['Nettobetrag', '', '', '2.400,00 €'])
  row(356, ['Umsatzsteuer 19 %', '', '', '456,00 €'])
  row(372, ['Rechnungsbetrag', '', '', '2.856,00 €'])
  page.at(60, 410, 'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.')
})

export const cleaning = drawn((page) => {
  page.column(40, 50, ['Harbor Janitorial LLC', 'billing@harbor.example'])
  page.at(450, 50, 'INVOICE')
  page.column(40, 110, ['BILL TO', ...OWN])
  for (const [i, [label, value]] of [
    ['INVOICE', '1187'],
    ['DATE', '02/03/2026'],
    ['TERMS', 'Net 30'],
    ['DUE DATE', '03/05/2026'],
  ].entries()) {
    page.at(400, 110 + i * 14, label ?? '')
    page.right(545, 110 + i * 14, value ?? '')
  }
  const row = (y: number, [date, activity, quantity, rate, amount]: [string, string, string, string, string]) => {
    page.at(40, y, date)
    page.at(110, y, activity)
    page.right(400, y, quantity)
    page.right(470, y, rate)
    page.right(545, y, amount)
  }
  row(200, ['DATE', 'ACTIVITY', 'QTY', 'RATE', 'AMOUNT'])
  row(216, ['02/01/2026', 'Office cleaning, weekly', '4', '120.00', '480.00'])
  row(232, ['02/02/2026', 'Window cleaning', '1', '160.00', '160.00'])
  page.at(400, 270, 'BALANCE DUE')
  page.right(545, 270, '$640.00')
})

export const canadian = drawn((page) => {
  page.column(40, 50, ['Maple & Pine Consulting Ltd.', 'Toronto, Ontario'])
  page.column(40, 110, ['INVOICE # MP-2026-09', 'Date: September 15, 2026', 'Payment due within 30 days'])
  page.at(300, 110, 'Client: Brightwater Robotics, Inc.')
  page.at(40, 190, 'Description')
  page.right(545, 190, 'Amount (CAD)')
  page.at(40, 206, 'Advisory services September')
  page.right(545, 206, '3,000.00')
  page.at(400, 240, 'HST 13%')
  page.right(545, 240, '390.00')
  page.at(400, 256, 'Total due (CAD)')
  page.right(545, 256, '3,390.00')
})
