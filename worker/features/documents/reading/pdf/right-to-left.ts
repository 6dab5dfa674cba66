/**
 * Text that is written from the right, such as Hebrew and Arabic. A PDF draws what is seen, from the left, so that its
 * letters come backwards; people and rules read it in its own order. Pure.
 */

/** What is written from the right. Forms that Arabic letters take are among them. */
const RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
const RIGHTS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/g
const LETTERS = /\p{L}/gu
/** Numbers, and words in letters that are written from the left, keep their order within it. */
const LEFT_RUN = /[\p{L}\p{N}](?:[^\s()[\]{}<>"]*[\p{L}\p{N}%])?/u

export const isRight = (text: string): boolean => RIGHT.test(text)

/** Whether a line is read from the right: more of its letters are than not. */
export const readsFromRight = (line: string): boolean =>
  2 * (line.match(RIGHTS)?.length ?? 0) > (line.match(LETTERS)?.length ?? 0)

const MIRRORED = new Map([...'()[]{}<>«»'].map((sign, at, all) => [sign, all[at % 2 === 0 ? at + 1 : at - 1] ?? sign]))

/** Letters with the marks that belong to them. */
const clusters = (text: string): string[] => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []

const backwards = (text: string): string =>
  clusters(text)
    .reverse()
    .map((one) => MIRRORED.get(one) ?? one)
    .join('')

/** One word or number of a line that is read from the right, as it is drawn from the left. */
const asRead = (word: string): string => {
  if (isRight(word)) {
    // Digits and other letters beside Hebrew ones, such as "₪1,200" or a model's name, keep theirs.
    return word
      .split(/([\p{N}A-Za-z](?:[\p{N}A-Za-z.,:/-]*[\p{N}A-Za-z])?)/u)
      .reverse()
      .map((part, at) => (at % 2 === 1 ? part : backwards(part)))
      .join('')
  }
  return LEFT_RUN.test(word) ? word : backwards(word)
}

/** Words in their own order; those that are written from the left stand together as they are. */
const reversedWords = (words: readonly string[]): string[] => {
  const read: string[] = []
  for (let end = words.length; end > 0; ) {
    let from = end - 1
    if (!isRight(words[from] ?? ''))
      while (from > 0 && /\p{L}/u.test(words[from] ?? '') && !isRight(words[from - 1] ?? '')) from -= 1
    read.push(...words.slice(from, end))
    end = from
  }
  return read
}

/** What is drawn from the left in one stroke, as it is read. */
export const inReadingOrder = (drawn: string): string => {
  if (!isRight(drawn)) return drawn
  if (!readsFromRight(drawn)) {
    // A line in Latin letters with some words from the right: each stretch of them is turned.
    return drawn.replace(
      /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+(?:\s+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+)*/g,
      (run) =>
        run
          .split(/(\s+)/)
          .reverse()
          .map((part) => (isRight(part) ? backwards(part) : part))
          .join(''),
    )
  }
  const middle = drawn.trim()
  const start = drawn.length - drawn.trimStart().length
  const [before, after] = [drawn.slice(0, start), drawn.slice(start + middle.length)]
  return after + reversedWords(middle.split(/\s+/)).map(asRead).join(' ') + before
}
