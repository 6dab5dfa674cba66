/** Turns what people type into an FTS5 expression. Every word is quoted, so nothing works as an operator. */

const MAX_WORDS = 8
const MAX_WORD = 64
/** Words as `unicode61` sees them: letters and digits of all scripts, with their combining marks. */
const WORDS = /[\p{L}\p{N}\p{M}]+/gu

/** The first words of a text, cut to the length of a name. Empty for text of symbols only. */
export const wordsOf = (text: string): string[] =>
  Array.from(text.slice(0, 2_000).matchAll(WORDS), ([word]) => word.slice(0, MAX_WORD)).slice(0, MAX_WORDS)

const column = '{title details} : '

/** Beginnings of at most this many letters have their own index. */
const INDEXED_LETTERS = 3
/** The words as the index has them. Others are folded by rules of its own. */
const PLAIN = /^[a-z0-9]+$/i

/** A word of the index that begins with one that was typed, and how many entries have it. */
export interface KnownWord {
  word: string
  entries: number
}

/** What the index knows of the beginnings, by beginning in lower case. Those it doesn't tell of are missing. */
export type KnownWords = ReadonlyMap<string, readonly KnownWord[]>

/** If a beginning has more words, the index reads their entries: they have few each. */
export const MOST_KNOWN = 12

/** The words whose beginnings are worth looking up, in lower case. */
export const longWords = (words: readonly string[]): string[] => [
  ...new Set(
    words.filter((word) => word.length > INDEXED_LETTERS && PLAIN.test(word)).map((word) => word.toLowerCase()),
  ),
]

const quoted = (word: string): string => `"${word}"`

/** The words that a typed one can be the beginning of. Null if they aren't known, or too many. */
const begunBy = (word: string, known: KnownWords | undefined): string[] | null => {
  const found = known?.get(word.toLowerCase())
  if (!found || found.length > MOST_KNOWN) return null
  // A word that no entry has is found nowhere.
  return found.length > 0 ? found.map((each) => each.word) : [word]
}

/** Each word as the beginning of one in the title or the details. */
export const wordExpressions = (words: readonly string[], known?: KnownWords): string[] =>
  words.map((word) => {
    const begun = begunBy(word, known)
    return begun ? `${column}(${begun.map(quoted).join(' OR ')})` : `${column}"${word}" *`
  })

/** Titles whose first words are exactly these. */
export const leadingWords = (words: readonly string[]): string => `title : ^ "${words.join(' ')}"`

/** Titles that begin with these words. The last one may be incomplete. */
export const leadingText = (words: readonly string[], known?: KnownWords): string => {
  const before = words.slice(0, -1)
  const begun = begunBy(words.at(-1) ?? '', known)
  return begun
    ? `title : (${begun.map((last) => `^ "${[...before, last].join(' ')}"`).join(' OR ')})`
    : `title : ^ "${words.join(' ')}" *`
}

/** If more entries of a kind can begin with the text than this, the newest are enough: all would be read. */
export const MOST_LEADING = 10_000

/** Whether the first word is in so many entries, of all companies together, that looking for names can take long. */
export const isEverywhere = (words: readonly string[], known: KnownWords): boolean =>
  (known.get((words[0] ?? '').toLowerCase()) ?? []).some(({ entries }) => entries > MOST_LEADING)

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
