/** What people type, as what FTS5 understands. Nothing of it can be an operator: every word is quoted. */

const MAX_WORDS = 8
const MAX_WORD = 64
/** As `unicode61` sees it: letters and digits of all scripts, with the marks that belong to them. */
const WORDS = /[\p{L}\p{N}\p{M}]+/gu

/** The first words of a text, cut to what a name can hold; none for text of signs only. */
export const wordsOf = (text: string): string[] =>
  Array.from(text.slice(0, 2_000).matchAll(WORDS), ([word]) => word.slice(0, MAX_WORD)).slice(0, MAX_WORDS)

const column = '{title details} : '

/** Each word as the beginning of one in the title or the details. */
export const wordExpressions = (words: readonly string[]): string[] => words.map((word) => `${column}"${word}" *`)

/** Titles whose first words are exactly these. */
export const leadingWords = (words: readonly string[]): string => `title : ^ "${words.join(' ')}"`

/** Titles that begin with the words, the last of them perhaps unfinished. */
export const leadingText = (words: readonly string[]): string => `title : ^ "${words.join(' ')}" *`

/** "#42" and "42" name a request by its number. */
export const numberOf = (text: string): number | null => {
  const digits = /^#?(\d{1,9})$/.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Text as it is compared: without case, accents and signs. */
export const folded = (text: string): string =>
  wordsOf(text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()).join(' ')
