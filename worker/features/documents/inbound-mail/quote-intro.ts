/** How mail programs introduce what they quote, in the languages of most of their users. */

/** "wrote:", with what stands between the name and the colon. */
const WROTE =
  /(?:\b(?:wrote|schrieb|schreef|skrev|escreveu|kirjoitti|napsal(?:\(a\)|a)?|napísal(?:\(a\)|a)?|napisał(?:\(a\)|a)?|scris|yazdı)|a écrit|escribió|ha scritto|írta|написал(?:\(а\)|а)?|пише|έγραψε|写道|さんは書きました|님이 작성)\s?[^:]{0,120}:\s*$/iu
/** "On", "Am", "Le" …, and lines that begin with the date itself. */
const BEGINS =
  /^\s*(?:on|am|le|el|il|op|em|no dia|w dniu|dnia|den|dne|dňa|pe|på|a|în data|el dia)\s.*\d|^\s*(?:\p{L}{2,12}\.?,?\s)?\d{1,4}[./年-]/iu
const hasDay = (text: string): boolean => /\b\d{1,2}[./:]\d{1,2}|\b(?:19|20)\d\d\b|\d年/.test(text)

const FROM = 'From|Von|De|Da|Van|Från|Fra|Od|Lähettäjä|Kimden|От|差出人|发件人'
const OTHERS =
  'Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Enviado(?: el)?|Fecha|Para|Asunto|Inviato|Data|A|Oggetto|Verzonden|Aan|Onderwerp|Enviada em|Assunto|Wysłano|Do|Temat|Skickat|Till|Ämne|Sendt|Til|Emne|送信日時|宛先|件名|发送时间|收件人|主题'
const isFrom = (line: string): boolean => new RegExp(`^\\s*\\*?(?:${FROM})\\s?:\\*?\\s?\\S`, 'u').test(line)
const isOther = (line: string): boolean => new RegExp(`^\\s*\\*?(?:${OTHERS})\\s?:\\*?\\s?\\S`, 'u').test(line)

/** Below the sender there are two more fields at least: no one writes that in an answer. */
const beginsBlock = (lines: readonly string[], at: number): boolean => {
  const below = lines.slice(at + 1, at + 6).filter((line) => line.trim() !== '')
  return isFrom(lines[at] ?? '') && below.length > 1 && below.slice(0, 2).every(isOther)
}

/** A program breaks a long line once or twice. */
const saysWrote = (lines: readonly string[], at: number): boolean => {
  const first = lines[at] ?? ''
  if (!BEGINS.test(first)) return false
  return [1, 2, 3].some((count) => {
    const whole = lines
      .slice(at, at + count)
      .join(' ')
      .trimEnd()
    return whole.length < 400 && hasDay(whole) && WROTE.test(whole)
  })
}

/**
 * The line at which a program begins to quote, or the number of lines.
 * @param from lines before it are only looked at for a block of fields
 */
export const quoteBegins = (lines: readonly string[], from: number): number => {
  const at = lines.findIndex((_, index) => beginsBlock(lines, index) || (index >= from && saysWrote(lines, index)))
  return at < 0 ? lines.length : at
}
