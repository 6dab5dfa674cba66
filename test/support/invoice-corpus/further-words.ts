import type { Words } from './words.ts'

/** The second half of the languages. */
export const FURTHER_WORDS: Record<string, Words> = {
  nl: {
    short: 9,
    ...{
      title: 'Factuur',
      description: 'Omschrijving',
      quantity: 'Aantal',
      amount: 'Bedrag',
      tax: 'BTW',
      shipping: 'Verzendkosten',
    },
    ...{
      number: ['Factuurnummer', 'Factuurnr.', 'Factuur nr.'],
      date: ['Factuurdatum', 'Datum'],
      due: ['Vervaldatum', 'Uiterste betaaldatum'],
    },
    ...{
      net: ['Subtotaal', 'Totaal excl. btw'],
      total: ['Totaal incl. btw', 'Totaalbedrag', 'Totaal'],
      toPay: ['Te betalen', 'Nog te betalen', 'Openstaand bedrag'],
    },
    ...{
      paid: ['Aanbetaling', 'Reeds betaald', 'Voorschot'],
      before: ['Vorig saldo', 'Beginsaldo'],
      discount: 'Korting',
    },
    ...{ months: 'januari februari maart april mei juni juli augustus september oktober november december' },
    ...{
      terms: 'Betaling binnen ~ dagen.',
      monthEnd: 'Betaling ~ dagen einde maand',
      late: 'Bij te late betaling na ~ dagen rekenen wij rente.',
    },
    ...{ letter: 'Bijgevoegd vindt u onze factuur van oktober.', decimal: ',' as const, group: '.' },
  },
  pt: {
    short: 3,
    ...{
      title: 'Fatura',
      description: 'Descrição',
      quantity: 'Quantidade',
      amount: 'Valor',
      tax: 'IVA',
      shipping: 'Portes de envio',
    },
    ...{
      number: ['Número da fatura', 'Fatura n.º', 'Fatura nº'],
      date: ['Data da fatura', 'Data de emissão'],
      due: ['Data de vencimento', 'Vencimento'],
    },
    ...{
      net: ['Subtotal', 'Total sem IVA'],
      total: ['Total com IVA', 'Total da fatura', 'Valor total'],
      toPay: ['Total a pagar', 'Valor a pagar', 'Total em dívida'],
    },
    ...{
      paid: ['Adiantamento', 'Já pago', 'Sinal'],
      before: ['Saldo anterior', 'Dívida anterior'],
      discount: 'Desconto',
    },
    ...{ months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro' },
    ...{
      terms: 'Pagamento a ~ dias.',
      monthEnd: 'Pagamento a ~ dias, fim do mês',
      late: 'Juros de mora após ~ dias de atraso.',
    },
    ...{ letter: 'Enviamos em anexo a nossa fatura de outubro.', decimal: ',' as const, group: '.' },
  },
  sv: {
    short: 3,
    ...{
      title: 'Faktura',
      description: 'Beskrivning',
      quantity: 'Antal',
      amount: 'Belopp',
      tax: 'Moms',
      shipping: 'Frakt',
    },
    ...{
      number: ['Fakturanummer', 'Fakturanr', 'Faktura nr'],
      date: ['Fakturadatum', 'Datum'],
      due: ['Förfallodatum', 'Förfallodag'],
    },
    ...{
      net: ['Summa exkl. moms', 'Netto'],
      total: ['Totalsumma', 'Summa inkl. moms', 'Totalt'],
      toPay: ['Att betala', 'Summa att betala', 'Kvar att betala'],
    },
    ...{ paid: ['Inbetalt', 'Förskott', 'Betalt'], before: ['Ingående saldo', 'Tidigare skuld'], discount: 'Rabatt' },
    ...{ months: 'januari februari mars april maj juni juli augusti september oktober november december' },
    ...{
      terms: 'Betalning inom ~ dagar.',
      monthEnd: 'Betalningsvillkor: ~ dagar, månadens slut',
      late: 'Dröjsmålsränta efter ~ dagar.',
    },
    ...{ letter: 'Bifogat finner ni vår faktura för oktober.', decimal: ',' as const, group: ' ' },
  },
  da: {
    short: 3,
    ...{
      title: 'Faktura',
      description: 'Beskrivelse',
      quantity: 'Antal',
      amount: 'Beløb',
      tax: 'Moms',
      shipping: 'Fragt',
    },
    ...{
      number: ['Fakturanummer', 'Fakturanr.', 'Faktura nr.'],
      date: ['Fakturadato', 'Dato'],
      due: ['Forfaldsdato', 'Sidste rettidige betaling'],
    },
    ...{
      net: ['Subtotal', 'Total ekskl. moms'],
      total: ['Total inkl. moms', 'I alt', 'Fakturabeløb'],
      toPay: ['At betale', 'Til betaling', 'Restbeløb'],
    },
    ...{ paid: ['Betalt', 'Forudbetalt', 'Aconto'], before: ['Tidligere saldo', 'Restance'], discount: 'Rabat' },
    ...{ months: 'januar februar marts april maj juni juli august september oktober november december' },
    ...{
      terms: 'Betaling inden ~ dage.',
      monthEnd: 'Betaling: løbende måned + ~ dage',
      late: 'Ved for sen betaling beregnes morarente efter ~ dage.',
    },
    ...{ letter: 'Vedlagt finder I vores faktura for oktober.', decimal: ',' as const, group: '.' },
  },
  pl: {
    short: 3,
    ...{
      title: 'Faktura VAT',
      description: 'Nazwa',
      quantity: 'Ilość',
      amount: 'Wartość netto',
      tax: 'VAT',
      shipping: 'Wysyłka',
    },
    ...{
      number: ['Numer faktury', 'Faktura nr', 'Nr faktury'],
      date: ['Data wystawienia', 'Data faktury'],
      due: ['Termin płatności', 'Płatne do'],
    },
    ...{
      net: ['Razem netto', 'Wartość netto'],
      total: ['Razem brutto', 'Wartość brutto', 'Razem'],
      toPay: ['Do zapłaty', 'Pozostało do zapłaty', 'Kwota do zapłaty'],
    },
    ...{ paid: ['Zapłacono', 'Zaliczka', 'Wpłacono'], before: ['Saldo początkowe', 'Zaległości'], discount: 'Rabat' },
    ...{ months: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia' },
    ...{
      terms: 'Płatność w ciągu ~ dni.',
      monthEnd: 'Płatność ~ dni, koniec miesiąca',
      late: 'Odsetki za opóźnienie po ~ dni.',
    },
    ...{ letter: 'W załączeniu przesyłamy fakturę za październik.', decimal: ',' as const, group: '\u00a0' },
  },
}
