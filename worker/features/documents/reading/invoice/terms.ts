import { plainWritten } from '../../../../../schema/shared/written/characters.ts'

/** Until when an invoice is to be paid, as its terms say. Pure. */

interface Terms {
  days: string
  /** MONTH_END: to the end of the month that the days end in. NEXT_MONTH: the day of the month after the invoice's. */
  from?: 'MONTH_END' | 'NEXT_MONTH'
}

const WORDS: ReadonlyMap<string, number> = new Map(
  (
    'one 1 two 2 three 3 four 4 seven 7 ten 10 fourteen 14 fifteen 15 twenty 20 thirty 30 forty-five 45 sixty 60 ninety 90 ' +
    'einer 1 zwei 2 vier 4 sieben 7 zehn 10 vierzehn 14 dreißig 30 trente 30 quinze 15 treinta 30 trenta 30 dertig 30'
  )
    .match(/\S{1,12} \d{1,2}/g)
    ?.map((pair) => [pair.split(' ')[0] ?? '', Number(pair.split(' ')[1])]) ?? [],
)
const COUNT = `(\\d{1,3}|${[...WORDS.keys()].join('|')})(?:\\s?\\(\\d{1,3}\\))?`
const DAYS = '(?:calendar\\s|kalender)?(?:days?|tagen?|jours?|d[ií]as|giorni|gg|dagen|dias|dagar?|dager?|dage|dni)'
const WEEKS = '(?:weeks?|wochen?|semaines|semanas|settimane|weken|veckor|uger|uker)'

/** Words that say that something is to be paid. */
const PAYMENT =
  /(?<!\p{L})(?:net|payment|payable|pay|paid|due|terms?|zahlbar|zahlung\p{L}*|zahlen|fällig|netto|begleich\p{L}*|überweis\p{L}*|paiement|règlement|payer|régler|payable|pago|pagar|pagadero|vencimiento|pagamento|pagare|pagar|scadenza|betaling\p{L}*|betalen|betaaltermijn|voldoen|betala\p{L}*|betales?|betalning\p{L}*|förfall\p{L}*|forfald\p{L}*|forfall\p{L}*|płatno\p{L}*|zapłaty|termin)(?!\p{L})|\bnet\s?-?\d/iu
/** Sentences about something else that counts days: discounts, late payment, returns, the length of an offer. */
const NOT_TERMS =
  /(?<!\p{L})(?:late|overdue|interest|penalt\p{L}*|fees?|charged?|discount|returns?|warranty|guarantee|notice|cancel\p{L}*|terminat\p{L}*|dispute\p{L}*|complain\p{L}*|objection\p{L}*|valid\p{L}*|trial|renew\p{L}*|suspen\p{L}*|collection|reminder|refund\p{L}*|delivery|shipment|shipping|default|exceed\p{L}*|after\sdelivery|not\s(?:been\s)?paid|unpaid|verzug\p{L}*|verzinst?|zinsen|mahn\p{L}*|skonto|lieferung|widerspruch|reklamation\p{L}*|beanstand\p{L}*|gültig|kündig\p{L}*|rückgabe|garantie|überfällig|retard|pénalit\p{L}*|indemnit\p{L}*|intérêts|recouvrement|escompte|contestation|réclamation\p{L}*|livraison|validité|mora|intereses|recargo|penaliz\p{L}*|descuento|devoluci\p{L}*|reclamaci\p{L}*|interessi|ritardo|penali|sconto|reclami|contestazioni|boete|rente|incasso\p{L}*|reclame\p{L}*|korting|te\slaat|atraso|juros|multa|desconto|dröjsmål\p{L}*|ränta|påminnelse\p{L}*|morarente|rykker\p{L}*|rente\p{L}*|odset\p{L}*|opóźnieni\p{L}*)(?!\p{L})/iu
const NOT_CALENDAR =
  /(?<!\p{L})(?:business|working|banking|werktag\p{L}*|arbeitstag\p{L}*|bankarbeitstag\p{L}*|ouvr[ée]s|ouvrables|hábiles|laborables|lavorativi|úteis|werkdagen|arbetsdagar|hverdage|roboczych)(?!\p{L})/iu
const FROM_ELSEWHERE =
  /(?<!\p{L})(?:receipt\sof\s(?:the\s)?(?:goods|services|order)|delivery|completion|acceptance|erhalt\sder\sware|wareneingang|lieferung|abnahme|réception\sdes|livraison|entrega|consegna|statement)(?!\p{L})/iu
const MONTH_END =
  /(?<!\p{L})(?:end\sof\s(?:the\s|this\s)?(?:current\s)?month|eom|fin\s(?:de|du)\smois|monatsende|ende\sdes\smonats|fin\sde\smes|fine\smese|d\.?f\.?f\.?m|einde\s(?:van\sde\s)?maand|fim\sdo\smês|månadens\sslut|løbende\småned|lb\.?\smd|month\send|koniec\smiesiąca)(?!\p{L})/iu
const NEXT_MONTH =
  /(?<!\p{L})(?:following|next)\smonth|\bprox(?:imo)?\b|\bmfi\b|folgemonats?|nächsten\smonats|mois\ssuivant|mes\s(?:siguiente|próximo)|mese\ssuccessivo|volgende\smaand|mês\sseguinte|nästa\smånad|næste\småned/iu
const AT_ONCE =
  /(?<!\p{L})(?:due\s(?:up)?on\sreceipt|payable\s(?:up)?on\sreceipt|payable\simmediately|due\simmediately|immediate\spayment|sofort\s(?:fällig|zahlbar|ohne\sabzug)|à\sréception|comptant|al\scontado|a\svista|rimessa\sdiretta|per\sdirect|bij\sontvangst|omgående|straks)(?!\p{L})/iu

const NET = new RegExp(
  `\\bnet(?:to)?\\s?-?\\s?(\\d{1,3})(?=\\s?(?:${DAYS}|$|[,;)]|\\.(?!\\d)|from|after|eom|end))`,
  'iu',
)
const IN_DAYS = new RegExp(`${COUNT}[\\s-]?${DAYS}(?!\\p{L})`, 'iu')
const IN_WEEKS = new RegExp(`${COUNT}[\\s-]${WEEKS}(?!\\p{L})`, 'iu')
const DAY_OF = /\b(\d{1,2})(?:st|nd|rd|th|\.|er|º)?\b/i

const countOf = (text: string): number => WORDS.get(text.toLowerCase()) ?? Number(text)

/** "2% 10 days, net 30" and "10 Tage 2 % Skonto, 30 Tage netto": what belongs to the discount is left out. */
const withoutDiscount = (text: string): string =>
  text
    .replaceAll(/\d{1,6}(?:[.,]\d{1,6})?\s?%?\s?\/\s?\d{1,3}(?=[\s,;]|$)/g, ' ')
    .split(/[,;]|\.\s|\bor\b|\boder\b|\bou\b|\bbzw\b/iu)
    .filter((part) => !/%|skonto|discount|escompte|sconto|descuento|korting|rabatt/iu.test(part))
    .join(', ')

/** @param isTerms whether it stands beside a label for terms */
export const termsIn = (written: string, isTerms: boolean): Terms | null => {
  const plain = plainWritten(written)
  if (plain.length > 200) return null
  const text = withoutDiscount(plain)
  if (!isTerms && !PAYMENT.test(text) && !AT_ONCE.test(text) && !MONTH_END.test(text)) return null
  if (NOT_TERMS.test(text.replaceAll(/without (?:any )?discount|ohne abzug/giu, ''))) return null
  if (NOT_CALENDAR.test(text) || FROM_ELSEWHERE.test(text)) return null
  const days = NET.exec(text)?.[1] ?? IN_DAYS.exec(text)?.[1]
  const weeks = days === undefined ? IN_WEEKS.exec(text)?.[1] : undefined
  const count = days !== undefined ? countOf(days) : weeks !== undefined ? countOf(weeks) * 7 : null
  if (NEXT_MONTH.test(text)) {
    const day = count === null ? DAY_OF.exec(text)?.[1] : undefined
    return day && Number(day) >= 1 && Number(day) <= 31 ? { days: day, from: 'NEXT_MONTH' } : null
  }
  if (MONTH_END.test(text)) return { days: String(count ?? 0), from: 'MONTH_END' }
  if (count !== null) return count > 0 && count <= 365 ? { days: String(count) } : null
  return AT_ONCE.test(text) ? { days: '0' } : null
}
