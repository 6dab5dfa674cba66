import { REPLY_LINE } from '../../../../schema/documents/inbound-mail/values.ts'
import { quoteBegins } from './quote-intro.ts'

/**
 * What someone wrote in answer to an email, without what their program quoted. All that emails of Outlay have in common
 * tells where the quote begins, whatever the program and the language: the line that they start with, and their sender.
 */

/** A line that a program puts above what it quotes names the sender, and may be broken once. */
const LAST_LINES = 8

const isQuoted = (line: string): boolean => /^\s*[>|]/.test(line)
const isRule = (line: string): boolean => /^\s*[-_=*–—]{3,}/.test(line)
/** "From: Outlay", "Von: Outlay". */
const isField = (line: string): boolean => /^\s*\*?[\p{L} -]{2,20}\s?:\*?\s?\S/u.test(line)
/** "On Mon, Nov 24, 2026 at 9:00 AM Outlay" */
const hasTime = (line: string): boolean => /\d{1,2}[:.]\d{2}|\b20\d\d\b/.test(line)
const SENT_FROM =
  /^(Sent from|Get Outlook for|Gesendet von|Von meinem .+ gesendet|Envoyé de|Enviado desde|Inviato da)\b/i

/** Where the lines that introduce the quote begin, of those before it. */
const introOf = (lines: readonly string[], names: (line: string) => boolean): number => {
  const from = Math.max(0, lines.length - LAST_LINES)
  const at = lines.findIndex((line, index) => index >= from && names(line))
  if (at < 0) return lines.length
  let start = at
  const before = () => lines[start - 1] ?? ''
  if (start > 0 && before().trim() !== '' && !isField(lines[at] ?? '') && hasTime(before())) start -= 1
  while (start > 0 && (isRule(before()) || (isField(lines[at] ?? '') && isField(before())))) start -= 1
  return start
}

const signatureOf = (lines: readonly string[]): number => {
  const dashes = lines.findIndex((line) => /^--\s?$/.test(line))
  if (dashes >= 0) return dashes
  const last = lines.length - 1
  return SENT_FROM.test(lines[last]?.trim() ?? '') ? last : lines.length
}

const trimmed = (lines: readonly string[]): string[] => lines.join('\n').trim().split('\n')

/** The line that Outlook draws above the fields of what it quotes. */
const withoutRule = (lines: string[]): string[] => {
  const last = lines.at(-1) ?? ''
  return isRule(last) && last.trim().length > 8 ? trimmed(lines.slice(0, -1)) : lines
}

/** What stands for a sender in the text of other programs: "no-reply@outlay.example", or "From: Outlay". */
const namesSender =
  (senders: readonly string[]) =>
  (line: string): boolean =>
    senders.some((sender) => {
      const isAddress = sender.includes('@')
      const found = line.toLowerCase().includes(sender.toLowerCase())
      return found && (isAddress || (isField(line) && line.trim().endsWith(sender)))
    })

/** @param senders addresses and names of Outlay in emails. Empty if nothing was written above the quote. */
export const replyText = (text: string, senders: readonly string[]): string => {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const ends = [lines.findIndex((line) => line.includes(REPLY_LINE)), lines.findIndex(isQuoted)].filter((at) => at >= 0)
  const above = lines
    .slice(0, Math.min(lines.length, ...ends))
    .join('\n')
    .trimEnd()
    .split('\n')
  // Without a mark of the quote, the line that introduces it is all there is.
  const told = quoteBegins(above, ends.length > 0 ? Math.max(0, above.length - LAST_LINES) : 0)
  const begins = introOf(above.slice(0, told), namesSender(senders))
  const written = withoutRule(trimmed(above.slice(0, begins)))
  return trimmed(written.slice(0, signatureOf(written))).join('\n')
}
