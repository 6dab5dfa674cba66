import type { Meaning } from './meanings.ts'

/**
 * The words of invoices: English, German, French, Spanish, Italian, Dutch, Portuguese, Swedish, Danish, Norwegian and
 * Polish, as `labelKey` writes them: without accents, punctuation and capitals. Pure.
 */

const any = (...words: string[]): string => `(?:${words.join('|')})`
const all = (...words: string[]): RegExp => new RegExp(`^${any(...words)}$`)
const within = (...words: string[]): RegExp => new RegExp(`(?<![\\p{L}\\d])${any(...words)}(?![\\p{L}\\d])`, 'u')

/** Numbers, dates and amounts of something else. */
const OTHERS = within(
  'order|po|p o|customer|client|account|iban|bic|swift|phone|tel|telephone|fax|mobile',
  'delivery|shipment|service period|billing period|contract|project|routing|sort code|quote|quotation|offer',
  'your|original|previous|related|corrected|corrects|credited|page|print date|statement|last invoice',
  'bestell\\w*|auftrag\\w*|kunden\\w*|konto\\w*|telefon|liefer\\w*|leistungs\\w*|vertrag\\w*|projekt\\w*',
  'angebot\\w*|ihre?|ursprung\\w*|bezug\\w*|zu rechnung|seite|druckdatum|bank\\w*|blz',
  "commande|client|compte|livraison|contrat|projet|devis|periode|d origine|d'origine|votre",
  'pedido|cliente|cuenta|entrega|contrato|proyecto|presupuesto|periodo|telefono|albaran|rectificada',
  'ordine|conto|consegna|contratto|progetto|preventivo|ddt|originale',
  'bestelling|bestelnummer|klant\\w*|rekening\\w*|levering\\w*|leverdatum|offerte|uw|oorspronkelijke',
  'encomenda|conta|orcamento|original',
  'order\\w*|kund\\w*|leverans\\w*|avtal\\w*|bankgiro|plusgiro|bestalln\\w*|er referens|ordre\\w*|kunde\\w*|levering\\w*|aftale\\w*',
  'zamowieni\\w*|klient\\w*|nabywc\\w*|odbiorc\\w*|konta|konto|umow\\w*|dostaw\\w*|sprzedazy',
)

/** How a number is called. */
const NO = '(?:no|n o|nr|num|number|numero|nummer|numer|n°|n|#|id|ref|reference)'
const INVOICE = any(
  '(?:tax |vat |sales |commercial )?invoice|bill|inv|credit note|credit memo|credit|document',
  'rechnungs?|gutschrifts?|belegs?|stornorechnungs?|korrekturrechnungs?|re',
  'facture|avoir|factura|factura rectificativa|abono|nota de credito',
  'fattura|nota di credito|documento|factuur|factuurs|creditnota|creditfactuur',
  'fatura|nota de credito|faktura|faktura vat|fakturanr|fakturas|kreditfaktura|kreditnota',
)

const NUMBERS = [
  `(?:our )?${INVOICE} ?${NO}`,
  `${INVOICE} (?:and|und) \\w+ ${NO}`,
  '(?:rechnungs?|gutschrifts?|beleg|faktura|factuur|faktur|fakturas|kreditnota|kreditfaktura|creditnota)(?:nr|nummer|no)',
  `${NO} (?:de |d'|d ')?(?:la |l')?(?:facture|avoir|factura|fattura|fatura|document|invoice)|n (?:fattura|factura|fatura|facture)`,
  `${NO} (?:della |di )?fattura|${NO} (?:da |de )?fatura|nr faktury|numer faktury|faktura (?:vat )?nr|ref(?:erence)? facture`,
]

const INVOICE_DATES = within(
  '(?:tax )?(?:invoice|bill|billing|credit note|credit memo|document) date|date of (?:issue|invoice)|issue date|date issued|issued(?: on)?|invoiced on|billed on|dated',
  'rechnungsdatum|gutschriftsdatum|belegdatum|ausstellungsdatum|ausgestellt am|rechnung vom|datum der rechnung',
  "date (?:de |d')?(?:la )?(?:facture|facturation|emission|avoir)|facture du|emise? le|etablie? le",
  'fecha (?:de )?(?:la )?(?:factura|emision|expedicion)|emitida el|data (?:della |di |da |de )?(?:fattura|emissione|documento|fatura|emissao)',
  'factuurdatum|fakturadatum|fakturadato|data (?:wystawienia|faktury)|wystawion[oa]',
)

const DUE_DATES = within(
  'due date|date due|payment due|due by|due on|pay by|payable by|payable on|pay before|to be paid by|settle by|due no later than|payment deadline|last day to pay',
  'fallig\\w*|zahlbar bis|zahlbar am|zahlungsziel|zahlungsfrist|zahlungstermin|zu zahlen bis|zu begleichen bis',
  "(?:date d'? ?)?echeance|a payer (?:avant|le|pour le)|a regler avant|date limite (?:de )?(?:paiement|reglement)|payable (?:avant )?le",
  '(?:fecha )?(?:de )?vencimiento|vence|vence el|fecha limite(?: de pago)?|pagar antes del|pagadero',
  '(?:data )?(?:di )?scadenza|da pagare entro|entro il|vervaldatum|vervaldag|te betalen (?:voor|uiterlijk)|uiterste betaaldatum|betalen voor|betaaldatum',
  '(?:data )?(?:de )?vencimento|pagar ate|forfallo\\w*|forfald\\w*|forfall\\w*|betalas senast|sista betalningsdag|betalingsfrist|sidste (?:rettidige )?betaling\\w*',
  'termin (?:platnosci|zaplaty)|platne do|platnosc do',
)

const DUE = within(
  '(?:total |net )?(?:amounts?|balance|sum) (?:now |still )?(?:due|payable|owing|owed|outstanding|to pay|to be paid|remaining)|total (?:now )?(?:due|payable|outstanding|owing)|total to pay|payable amount|amount to be paid|net (?:amount )?(?:payable|due)|total net payable|outstanding (?:balance|amount)|remaining (?:balance|amount)|balance to pay|please pay|pay this amount|due now|left to pay|still to pay|new balance|total amount (?:due|payable)|total credit(?:ed)?|credit total|total amount credited',
  'zu zahlen\\w*|zahlbetrag|zahlungsbetrag|zahlbarer betrag|offene[rn]? (?:rest)?betrag|rest(?:betrag|forderung|summe|zahlung|schuld)|noch (?:zu zahlen|offen|fallig)|verbleibend\\w*|falliger betrag|uberweisungsbetrag|zu uberweisen\\w*|forderungsbetrag|gesamtforderung|auszahlungsbetrag',
  'net a payer|net a regler|(?:total|montant|solde|reste) (?:ttc )?(?:a payer|a regler|du)|reste (?:a payer|du|a regler)|solde du|a payer',
  '(?:total|importe|saldo|liquido|neto) (?:a pagar|pendiente)|pendiente de pago|a pagar',
  '(?:totale|netto|importo|saldo) (?:da pagare|a pagare|dovuto)|netto a pagare|da pagare|residuo|saldo dovuto',
  '(?:nog )?te (?:betalen|voldoen)(?: bedrag)?|openstaand(?: bedrag)?|resterend\\w*(?: bedrag)?|restant|restbedrag|verschuldigd\\w*(?: bedrag)?',
  '(?:total|valor|montante|saldo) (?:a pagar|em divida|devido|por pagar)|a liquidar',
  '(?:summa )?att betala|kvar att betala|aterstar att betala|(?:i alt )?(?:at|til) betale|til betaling|restbelob|belob til betaling|a betale|restbelop|skyldig belob|restbelopp',
  '(?:pozostaje |razem |kwota |pozostalo )?do zaplaty',
)
const DUE_ALONE = all(
  'balance',
  'saldo',
  'solde',
  'rest',
  'reste',
  'restant',
  'amount due',
  'now due',
  'total a payer',
  'zahlbar',
  'offen',
  'saldo final',
)

const PREVIOUS = within(
  '(?:previous|prior|opening|last|past due|overdue|old) (?:balance|amount|invoices?|bills?|charges|statement balance)|balance (?:brought )?forward|balance b f|brought forward|carried over|arrears|unpaid (?:balance|invoices?|amounts?)|past due|overdue|outstanding from',
  'saldovortrag|vortrag|altsaldo|alter saldo|offene (?:posten|forderung(?:en)?|rechnungen)|ruckstand\\w*|(?:vorheriger|letzter|bisheriger) saldo|saldo (?:vormonat|vorjahr|alt)|vorsaldo',
  '(?:ancien )?solde (?:precedent|anterieur|reporte|initial)|ancien solde|report(?: solde)?|arrieres?|impayes?',
  'saldo (?:anterior|previo|inicial)|deuda anterior|saldo (?:precedente|iniziale)|insolut[oi]|arretrat[oi]',
  '(?:vorig|openstaand|oud) saldo|saldo vorige\\w*|beginsaldo|achterstand\\w*|saldo (?:em atraso)|divida anterior',
  'ingaende (?:saldo|skuld)|foregaende saldo|tidigare (?:skuld|saldo|fakturor?)|tidligere saldo|restance|primosaldo|inngaende saldo|tidligere utestaende',
  'saldo poczatkowe|zaleglosc\\w*|poprzednie saldo|saldo poprzednie',
)

const PAID = new RegExp(
  `^(?:less |minus |abzuglich |abzueglich |moins |menos |meno |- )?(?:total |amount |sum |already |previously |advance |your |customer |betrag |montant |importe |importo |reeds |al |redan |allerede )*${any(
    'paid|amount paid|payments?|payments? (?:received|made|applied|to date|on account)|(?:non refundable )?deposits?(?: paid| received| invoice)?|prepaid|prepayments?|pre payments?|down ?payments?|advance(?: payments?)?s?|retention(?: held)?|retainage|retainer(?: applied)?|credits?(?: applied| balance applied)|applied (?:credits?|balance)|payments? and credits|part payments?|withheld|withholding(?: tax)?|wht',
    'bereits (?:gezahlt|bezahlt|geleistet|erhalten)\\w*|an(?:zahlung|zahlungen|zahlungsrechnung)|abschlag\\w*|akonto\\w*|a ?conto\\w*|gezahlt|bezahlt|(?:erhaltene |geleistete )?(?:anzahlung|abschlagszahlung|zahlung|teilzahlung|vorauszahlung)(?:en)?|(?:sicherheits)?einbehalt|guthaben|zahlungseingang',
    'acomptes?(?: verses?| recus?| deja verses?)?|deja (?:regle|paye|verse)e?s?|avances?(?: versees?)?|arrhes|retenue(?: de garantie)?|regle|paye|paiements?(?: recus?)?|reglements?(?: recus?)?|versements?',
    'pagado|ya pagado|anticipos?(?: recibidos?)?|pagos?(?: recibidos?| a cuenta)?|entregas? a cuenta|retencion(?: irpf)?|irpf|cobrado',
    "acconti?(?: versat[oi]| ricevut[oi])?|(?:gia )?(?:pagato|versato)|anticip[oi]|ritenuta(?: d'? ?acconto)?",
    'betaald|voldaan|aanbetaling(?:en)?|voorschot(?:ten)?|vooruitbetaling(?:en)?|ontvangen(?: betaling)?|inhouding',
    'pago|ja pago|adiantamentos?|sinal|retencao|pagamentos?(?: recebidos?)?',
    'betalt|inbetalt|inbetalning(?:ar)?|forskott|delbetalning|forudbetal\\w*|forskudd|innbetalt|depositum|aconto\\w*',
    'zaplacono|zaliczk[ai]|wplacono|oplacono|przedplata|juz zaplacono',
  )}(?: (?:on|am|vom|le|du|el|op|den|dnia|of|from|by|per|via|with|-)?\\s?[\\d\\p{L}][\\p{L}\\d' ]{0,24})?$`,
  'u',
)
/** How someone may pay says nothing about a payment. */
const NO_PAYMENT = within(
  'terms?',
  'methods?',
  'references?',
  'details',
  'information',
  'instructions?',
  'due',
  'date',
  'bedingungen',
  'zahlungsbedingungen',
  'conditions?',
  'condiciones',
  'condizioni',
  'plan',
  'link',
  'options?',
  'to',
  'slip',
  'id',
  'address',
  'schedule',
  'fees?',
)

const EXTRA = new RegExp(
  `^(?:less |minus |plus |zzgl |abzgl |abzuglich |add |trade |loyalty |early |volume |annual |special |promotional |customer |courier |your )*${any(
    'shipping(?: and handling| handling| & handling| cost| costs| fee)?|shipping & handling|freight(?: out)?|carriage|postage(?: and packing| & packing)?|packaging|packing|handling(?: fee)?|delivery(?: charge| charges| fee| cost)|discounts?(?: \\w+)?|rebates?|surcharges?|\\w+ surcharge|rounding(?: adjustment)?|tip|gratuity|service (?:charge|fee)|(?:bank|processing|card|admin|administration|booking|setup|platform|small order|environmental|fuel|late) (?:fee|charge|levy)s?|insurance|adjustments?|promo(?:tion)?|coupon\\w*',
    'versand(?:kosten)?|fracht(?:kosten)?|porto(?: und verpackung)?|verpackung(?:skosten)?|\\w*rabatt|\\w*nachlass|rundung(?:sdifferenz)?|\\w*zuschlag|gebuhr(?:en)?|bearbeitungsgebuhr',
    'frais(?: de)?(?: port| livraison| envoi| expedition| dossier)?|port|remise\\w*(?: \\w+)?|rabais|ristourne|escompte|arrondi|eco ?(?:participation|contribution)',
    'portes|(?:gastos de )?envio|gastos(?: de)?(?: \\w+)?|descuento\\w*(?: \\w+)?|recargo(?: de equivalencia)?|redondeo|transporte',
    'spese(?: di)?(?: trasporto| spedizione| incasso)?|trasporto|sconto(?: \\w+)?|(?:marca da )?bollo|imposta di bollo|arrotondamento|contributo \\w+',
    'verzendkosten|verzending|korting(?: \\w+)?|afronding|toeslag|administratiekosten|transportkosten',
    'desconto\\w*(?: \\w+)?|frete|portes de envio|arredondamento',
    'frakt|rabatt|(?:ores)?avrundning|faktura(?:avgift|gebyr)|expeditionsavgift|fragt|rabat|\\w*gebyr|afrunding|avrunding',
    'transport|wysylka|koszt(?:y)? (?:wysylki|dostawy|transportu)|zaokraglenie',
  )}$`,
  'u',
)

const NET = within(
  'sub ?totals?|net (?:total|amount|value|sum|price)|total net|total before (?:tax|vat|gst|\\w+ tax)|(?:total|amount|subtotal) (?:excl\\w*|ex|excluding|without|before|exempt)|taxable (?:amount|total|value)|nett?o? total|goods total|vatable amount|total taxable',
  'netto\\w*|zwischensumme|summe netto|gesamt netto|warenwert|nettosumme|summe (?:ohne|exkl\\w*|zzgl)|bemessungsgrundlage',
  'total ht|sous total|montant ht|net ht|total (?:brut )?hors taxes?|montant hors|base ht|total net ht|prix ht',
  'base imponible|subtotal|importe neto|(?:total|importe) (?:sin|antes de) (?:iva|impuestos)|imponibile|totale (?:imponibile|netto|merce)|importo netto',
  'subtotaal|totaal (?:excl\\w*|ex)|bedrag excl\\w*|netto ?bedrag|(?:total|valor) (?:sem iva|iliquido|liquido)|base tributavel|incidencia',
  'delsumma|(?:summa|totalt|total|belopp|sum|belob|belop) (?:exkl\\w*|ekskl\\w*|eksl\\w*|eks|fore moms|for moms|uten mva)|nettobelopp?|nettobelob|momspliktigt belob|momsgrundlag',
  '(?:razem |wartosc |suma |kwota )?netto|podsuma',
)

const TAX =
  /^(?!.*(?:incl|inkl|ikl| com | con | med | mit | with | z vat|gross|brutto|ttc|excl|exkl|ekskl|before|ohne|sin |sem |including|taxable|identification|registration))(?:.{0,30})(?<![\p{L}])(?:(?:total|sales|output|service|state|city|county|local|use|excise|goods and services|withheld) tax(?:es)?|tax(?:es)?|vat|mwst|mehrwertsteuer|ust|umsatzsteuer|tva|gst|hst|pst|qst|iva|igic|imposta|impuestos?|btw|moms|mva|merverdiavgift|vat amount|kwota vat|podatek(?: vat)?|ptu)(?![\p{L}])/u

const GROSS_SURE = within(
  'grand total|(?:total )?invoice (?:total|amount|value|sum)|total (?:of |for )?(?:this |the )?(?:invoice|bill)|bill(?:ed)? (?:total|amount)|total (?:amount |price |sum )?(?:incl\\w*|including|inc|gross)|gross (?:total|amount|value|sum)|total with (?:tax|vat|gst)|amount (?:incl\\w*|including|inc)|total current charges|current charges|new charges|total new charges|total charges',
  'rechnungs(?:betrag|summe|endbetrag)|gesamt(?:betrag|summe|preis)|gesamtbetrag (?:brutto|inkl\\w*)|gesamtrechnungsbetrag|end(?:betrag|summe)|brutto(?:betrag|summe|gesamtbetrag)?|gutschriftsbetrag|summe (?:brutto|inkl\\w*|gesamt)|gesamt (?:brutto|inkl\\w*)|total inkl\\w*|total brutto',
  '(?:total|montant|net) ttc|total toutes taxes comprises|montant total(?: ttc)?|total general|total de la facture',
  'total (?:factura|con iva|iva incluido|general)|importe total|total de la factura|totale (?:fattura|documento|generale|ivato|complessivo|da fattura)|importo totale|totale iva inclusa',
  'totaal (?:incl\\w*|te betalen|bedrag)|totaalbedrag|factuurbedrag|factuurtotaal|eindtotaal|bedrag incl\\w*|total (?:geral|da fatura|com iva)|valor total|montante total',
  'total(?:t)? (?:inkl\\w*|ink moms|med moms)|totalsumma|fakturabelopp?|fakturabelob|fakturatotal|totalbelop|i alt inkl\\w*|summa (?:inkl\\w*|totalt)|totalbelob',
  '(?:razem |wartosc |suma |kwota |ogolem )brutto|kwota (?:faktury|ogolem)|razem do zaplaty',
)
const GROSS_ALONE = all(
  'total|totals|total amount|amount total|total price|total cost|total sum|total value|sum total|total all|overall total|invoice|total fees?',
  'gesamt|summe|brutto|total|summa|endsumme|total(?:e|es)? (?:amount )?|totaal|totalt|sum|i alt|razem|suma|ogolem|totale|importe|importo|bedrag|betrag|montant|valor|gesamt total',
)

/** How sure a label is of its meaning. The first that fits counts. */
export const PATTERNS: readonly [Meaning | null, number, RegExp][] = [
  ['previous', 0.9, PREVIOUS],
  ['due', 0.97, DUE],
  ['due', 0.9, DUE_ALONE],
  [
    null,
    0,
    within(
      'order total',
      'quote total',
      'contract (?:sum|value|total)',
      'line total',
      'page total',
      'total (?:hours|qty|quantity|items|weight|discount|savings|pages|units|days|pieces)',
      'tax point',
      'item total',
      'total menge',
      'anzahl',
    ),
  ],
  [
    'taxId',
    0.9,
    within(
      'vat (?:id|no|nr|number|reg\\w*|registration\\w*)|ust ?id ?(?:nr|nummer)?|ustid\\w*|uid|ust idnr|umsatzsteuer id\\w*|tax (?:id|no|number|identification|registration)\\w*|steuer ?(?:nr|nummer)|steuernummer|ein|abn|acn|siret|siren|tva intracom\\w*|n° tva|numero (?:de )?tva|gst (?:no|number|reg\\w*)|gstin|nif|cif|p iva|partita iva|codice fiscale|btw (?:nr|nummer|id)|btwnummer|nipc|contribuinte|org ?(?:nr|nummer)|organisationsnummer|momsreg\\w*|momsnr|cvr(?: nr)?|se ?nr|nip|kvk\\w*|regon|mwst nr|uid nr',
    ),
  ],
  [
    'terms',
    0.9,
    within(
      'payment terms?',
      'terms(?: of payment)?',
      'zahlungsbedingung(?:en)?',
      'zahlungskonditionen',
      'conditions? (?:de )?(?:paiement|reglement)',
      'condiciones de pago',
      'forma de pago',
      'condizioni di pagamento',
      'pagamento',
      'betalingstermijn',
      'betalingsconditie\\w*',
      'condicoes de pagamento',
      'betalningsvillkor',
      'betalingsbetingelser',
      'warunki platnosci',
    ),
  ],
  [
    'invoiceDate',
    0.95,
    new RegExp(
      `^(?!.*(?:original|ursprung|d'origine|corrected|previous|zu rechnung))(?:.*)${INVOICE_DATES.source}`,
      'u',
    ),
  ],
  ['dueDate', 0.95, DUE_DATES],
  ['dueDate', 0.8, all('due', 'fallig', 'vence', 'echeance', 'scadenza', 'vervalt', 'forfall', 'forfald', 'termin')],
  ['extra', 0.8, EXTRA],
  ['paid', 0.9, new RegExp(`^(?!.*${NO_PAYMENT.source})(?:${PAID.source})`, 'u')],
  [null, 0, OTHERS],
  ['invoiceNumber', 0.95, all(...NUMBERS)],
  ['invoiceNumber', 0.75, all(INVOICE)],
  ['invoiceNumber', 0.5, all(NO)],
  ['invoiceDate', 0.85, all('date', 'datum', 'dato', 'fecha', 'data', 'dated')],
  ['net', 0.9, NET],
  ['tax', 0.85, TAX],
  ['totalAmount', 0.95, GROSS_SURE],
  ['totalAmount', 0.85, GROSS_ALONE],
  [
    'currency',
    0.9,
    all(
      'currency',
      'wahrung',
      'devise',
      'moneda',
      'divisa',
      'valuta',
      'moeda',
      'waluta',
      'invoice currency',
      'rechnungswahrung',
      'all amounts in',
      'fakturavaluta',
    ),
  ],
]
