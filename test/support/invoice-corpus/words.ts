/** The words and the ways of writing of invoices in ten languages. What they mean is known here, and not read. */

export interface Words {
  title: string
  number: readonly string[]
  date: readonly string[]
  due: readonly string[]
  description: string
  quantity: string
  amount: string
  net: readonly string[]
  tax: string
  total: readonly string[]
  toPay: readonly string[]
  paid: readonly string[]
  before: readonly string[]
  shipping: string
  discount: string
  months: string
  /** Days to pay, as a sentence. `~` stands for the number. */
  terms: string
  monthEnd: string
  /** About late payment: no terms. */
  late: string
  letter: string
  /** The letters of a shortened month. */
  short: number
  decimal: ',' | '.'
  group: string
}

export const WORDS: Record<string, Words> = {
  en: {
    short: 3,
    ...{
      title: 'Invoice',
      description: 'Description',
      quantity: 'Qty',
      amount: 'Amount',
      tax: 'VAT',
      shipping: 'Shipping',
    },
    ...{
      number: ['Invoice number', 'Invoice no.', 'Invoice #'],
      date: ['Invoice date', 'Date of issue'],
      due: ['Due date', 'Payment due'],
    },
    ...{
      net: ['Subtotal', 'Net amount'],
      total: ['Total', 'Grand total', 'Invoice total'],
      toPay: ['Amount due', 'Balance due', 'Total payable'],
    },
    ...{
      paid: ['Amount paid', 'Less deposit', 'Payments received'],
      before: ['Previous balance', 'Balance forward'],
      discount: 'Discount',
    },
    ...{ months: 'January February March April May June July August September October November December' },
    ...{
      terms: 'Payment within ~ days.',
      monthEnd: 'Terms: ~ days end of month',
      late: 'Interest is charged on payments ~ days late.',
    },
    ...{ letter: 'Please find attached our invoice for October.', decimal: '.' as const, group: ',' },
  },
  de: {
    short: 3,
    ...{
      title: 'Rechnung',
      description: 'Bezeichnung',
      quantity: 'Menge',
      amount: 'Betrag',
      tax: 'MwSt.',
      shipping: 'Versandkosten',
    },
    ...{
      number: ['Rechnungsnummer', 'Rechnungs-Nr.', 'Rechnung Nr.'],
      date: ['Rechnungsdatum', 'Datum'],
      due: ['Fällig am', 'Zahlbar bis'],
    },
    ...{
      net: ['Nettobetrag', 'Zwischensumme'],
      total: ['Gesamtbetrag', 'Rechnungsbetrag', 'Bruttobetrag'],
      toPay: ['Zu zahlender Betrag', 'Restbetrag', 'Zahlbetrag'],
    },
    ...{
      paid: ['Bereits gezahlt', 'Anzahlung', 'Abzgl. Anzahlung'],
      before: ['Saldovortrag', 'Offene Posten'],
      discount: 'Rabatt',
    },
    ...{ months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember' },
    ...{
      terms: 'Zahlbar innerhalb von ~ Tagen.',
      monthEnd: 'Zahlung ~ Tage zum Monatsende',
      late: 'Ab ~ Tagen Verzug berechnen wir Verzugszinsen.',
    },
    ...{ letter: 'Anbei erhalten Sie unsere Rechnung für Oktober.', decimal: ',' as const, group: '.' },
  },
  fr: {
    short: 9,
    ...{
      title: 'Facture',
      description: 'Désignation',
      quantity: 'Qté',
      amount: 'Montant HT',
      tax: 'TVA',
      shipping: 'Frais de port',
    },
    ...{
      number: ['Facture n°', 'Numéro de facture', 'N° de facture'],
      date: ['Date de facture', 'Date de facturation'],
      due: ["Date d'échéance", 'Échéance'],
    },
    ...{
      net: ['Total HT', 'Sous-total'],
      total: ['Total TTC', 'Montant TTC', 'Montant total'],
      toPay: ['Net à payer', 'Reste à payer', 'Total à payer'],
    },
    ...{
      paid: ['Acompte versé', 'Déjà réglé', 'Acompte'],
      before: ['Solde précédent', 'Ancien solde'],
      discount: 'Remise',
    },
    ...{ months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre' },
    ...{
      terms: 'Paiement sous ~ jours.',
      monthEnd: 'Règlement à ~ jours fin de mois',
      late: 'Pénalités de retard exigibles après ~ jours.',
    },
    ...{ letter: 'Veuillez trouver ci-joint notre facture du mois.', decimal: ',' as const, group: '\u202f' },
  },
  es: {
    short: 3,
    ...{
      title: 'Factura',
      description: 'Concepto',
      quantity: 'Cantidad',
      amount: 'Importe',
      tax: 'IVA',
      shipping: 'Gastos de envío',
    },
    ...{
      number: ['Número de factura', 'Factura n.º', 'Nº factura'],
      date: ['Fecha de factura', 'Fecha de emisión'],
      due: ['Fecha de vencimiento', 'Vencimiento'],
    },
    ...{
      net: ['Base imponible', 'Subtotal'],
      total: ['Total factura', 'Importe total', 'Total'],
      toPay: ['Total a pagar', 'Importe pendiente', 'A pagar'],
    },
    ...{
      paid: ['Anticipo', 'Pagado', 'Entrega a cuenta'],
      before: ['Saldo anterior', 'Saldo previo'],
      discount: 'Descuento',
    },
    ...{ months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre' },
    ...{ terms: 'Pago a ~ días.', monthEnd: 'Pago a ~ días, fin de mes', late: 'Recargo por mora a partir de ~ días.' },
    ...{ letter: 'Les enviamos adjunta nuestra factura del mes.', decimal: ',' as const, group: '.' },
  },
  it: {
    short: 3,
    ...{
      title: 'Fattura',
      description: 'Descrizione',
      quantity: 'Quantità',
      amount: 'Importo',
      tax: 'IVA',
      shipping: 'Spese di spedizione',
    },
    ...{
      number: ['Numero fattura', 'Fattura n.', 'N. fattura'],
      date: ['Data fattura', 'Data emissione'],
      due: ['Data scadenza', 'Scadenza'],
    },
    ...{
      net: ['Imponibile', 'Totale imponibile'],
      total: ['Totale fattura', 'Totale documento', 'Totale'],
      toPay: ['Netto a pagare', 'Totale da pagare', 'Saldo dovuto'],
    },
    ...{
      paid: ['Acconto', 'Acconto versato', 'Già pagato'],
      before: ['Saldo precedente', 'Saldo iniziale'],
      discount: 'Sconto',
    },
    ...{ months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre' },
    ...{
      terms: 'Pagamento a ~ giorni.',
      monthEnd: 'Pagamento ~ giorni fine mese',
      late: 'Interessi di mora in caso di ritardo oltre ~ giorni.',
    },
    ...{ letter: 'In allegato trovate la nostra fattura di ottobre.', decimal: ',' as const, group: '.' },
  },
}
