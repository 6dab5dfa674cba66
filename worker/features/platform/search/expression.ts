/** Turns what people type into an FTS5 expression. Every word is quoted, so nothing works as an operator. */

const MAX_WORDS = 8
const MAX_WORD = 64
/** Words as `unicode61` sees them: letters and digits of all scripts, with their combining marks. */
const WORDS = /[\p{L}\p{N}\p{M}]+/gu

/** The first words of a text, cut to the length of a name. Empty for text of symbols only. */
export const wordsOf = (text: string): string[] =>
  Array.from(text.slice(0, 2_000).matchAll(WORDS), ([word]) => word.slice(0, MAX_WORD)).slice(0, MAX_WORDS)

const column = '{title details} : '

/** Each word as the beginning of one in the title or the details. */
export const wordExpressions = (words: readonly string[]): string[] => words.map((word) => `${column}"${word}" *`)

/** Titles whose first words are exactly these. */
export const leadingWords = (words: readonly string[]): string => `title : ^ "${words.join(' ')}"`

/** Titles that begin with these words. The last one may be incomplete. */
export const leadingText = (words: readonly string[]): string => `title : ^ "${words.join(' ')}" *`

/**
 * "#42" and "42" mean an object by its number.
 * @param prefix letters that can be before it: "SR-42", with SR
 */
export const numberOf = (text: string, prefix = '#'): number | null => {
  const digits = new RegExp(`^(?:#|${prefix}-?)?(\\d{1,9})$`, 'i').exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Text for comparing: without case, accents and punctuation. */
export const folded = (text: string): string =>
  wordsOf(text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()).join(' ')
