/** Turns what people type into an FTS5 expression. Every word is quoted, so nothing works as an operator. */

const MAX_WORDS = 8
const MAX_WORD = 64
/** Words as `unicode61` sees them: letters and digits of all scripts, with their combining marks. */
const WORDS = /[\p{L}\p{N}\p{M}]+/gu

/** The first words of a text, cut to the length of a name. Empty for text of symbols only. */
export const wordsOf = (text: string): string[] =>
  Array.from(text.slice(0, 2_000).matchAll(WORDS), ([word]) => word.slice(0, MAX_WORD)).slice(0, MAX_WORDS)

export const column = '{title details} : '

/** Beginnings of at most this many letters have their own index. */
const INDEXED_LETTERS = 3
/** The words as the index has them. Others are folded by rules of its own. */
const PLAIN = /^[a-z0-9]+$/i

/** The words of the index that begin with those that were typed, in lower case. Those it doesn't tell of are missing. */
export type KnownWords = ReadonlyMap<string, readonly string[]>

/** If a beginning has more words, the index reads their entries: they have few each. */
export const MOST_KNOWN = 24

/** The words whose beginnings are worth looking up, in lower case. */
export const longWords = (words: readonly string[]): string[] => [
  ...new Set(
    words.filter((word) => word.length > INDEXED_LETTERS && PLAIN.test(word)).map((word) => word.toLowerCase()),
  ),
]

const quoted = (word: string): string => `"${word}"`

/** The words that a typed one can be the beginning of. Null if they aren't known, or too many. */
const begunBy = (word: string, known: KnownWords | undefined): readonly string[] | null => {
  const found = known?.get(word.toLowerCase())
  if (!found || found.length > MOST_KNOWN) return null
  // A word that no entry has is found nowhere.
  return found.length > 0 ? found : [word]
}

/** Each word as the beginning of one in the title or the details. */
export const wordExpressions = (words: readonly string[], known?: KnownWords): string[] =>
  words.map((word) => {
    const begun = begunBy(word, known)
    return begun ? `${column}(${begun.map(quoted).join(' OR ')})` : `${column}"${word}" *`
  })

/** Before the first word of a name, and before all of it, in the index of names. */
const FIRST = String.fromCharCode(57_345)
const WHOLE = String.fromCharCode(57_346)
/** Longer names are found by their words only. The migrations say the same. */
const LONGEST_NAME = 60

/** The beginnings of first words that are worth looking up. A text of several words is found by them, or as a whole. */
export const longBeginnings = (words: readonly string[]): string[] =>
  words.length === 1 && words.every((word) => word.length >= INDEXED_LETTERS && PLAIN.test(word))
    ? words.map((word) => `${FIRST}${word.toLowerCase()}`)
    : []

const hex = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** As SQL trims: spaces only. An expression would take long for many spaces. */
const withoutOuterSpaces = (text: string): string => {
  let [start, end] = [0, text.length]
  while (text[start] === ' ') start += 1
  while (end > start && text[end - 1] === ' ') end -= 1
  return text.slice(start, end)
}

/**
 * Names that are this text, then names that begin with this word, in the index of names. Letters other than A to Z are
 * taken as they are.
 */
export const nameExpressions = (text: string, known?: KnownWords): string[] => {
  const whole = withoutOuterSpaces(text).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const words = wordsOf(text)
  const [word] = words
  return [
    ...(Array.from(whole).length <= LONGEST_NAME ? [quoted(`${WHOLE}${hex(whole)}`)] : []),
    ...(word !== undefined && words.length === 1 ? [beginning(`${FIRST}${word}`, known)] : []),
  ]
}

const beginning = (first: string, known: KnownWords | undefined): string => {
  const begun = begunBy(first, known)
  return begun ? `(${begun.map(quoted).join(' OR ')})` : `${quoted(first)} *`
}

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
