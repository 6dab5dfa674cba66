/**
 * Text that is written from the right, such as Hebrew and Arabic. A PDF draws what is seen, from the left, so that its
 * letters come backwards; people and rules read it in its own order. Pure.
 */

/** What is written from the right, without digits, which are not. Forms that Arabic letters take are among them. */
const RIGHT = /[\u0590-\u065f\u066a\u066d-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
const RIGHTS = new RegExp(RIGHT, 'g')
/** Letters in the form that they have within a word, as some files name them. */
const FORMS = /[\ufb1d-\ufdff\ufe70-\ufefc]/g
const LETTERS = /\p{L}/gu
export const isRight = (text: string): boolean => RIGHT.test(text)

/** Whether a line is read from the right: more of its letters are than not. */
export const readsFromRight = (line: string): boolean =>
  2 * (line.match(RIGHTS)?.length ?? 0) > (line.match(LETTERS)?.length ?? 0)

const MIRRORED = new Map([...'()[]{}<>«»'].map((sign, at, all) => [sign, all[at % 2 === 0 ? at + 1 : at - 1] ?? sign]))

/** Letters with the marks that belong to them. */
const clusters = (text: string): string[] => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []

/** Drawn the other way round. */
export const backwards = (text: string): string =>
  clusters(text)
    .reverse()
    .map((one) => MIRRORED.get(one) ?? one)
    .join('')

/** A word with letters that are read from the right, as it is drawn from the left. */
const wordAsRead = (word: string): string =>
  // Digits and other letters beside Hebrew ones, such as "₪1,200" or a model's name, keep theirs.
  word
    .split(/([\p{N}A-Za-z](?:[\p{N}A-Za-z.,:/٫٬-]*[\p{N}A-Za-z])?)/u)
    .reverse()
    .map((part, at) => (at % 2 === 1 ? part : backwards(part)))
    .join('')
    .replaceAll(FORMS, (form) => form.normalize('NFKC'))

/** Signs that belong to neither direction, and so to that of the line: brackets, quotes and what ends a part of it. */
const NEUTRAL = new Set(`()[]{}<>«»"'“”.,:;!?·•|`)

/** How many of its signs at the beginning, and at the end, are such. */
const neutralsAround = (first: string, end: string): [number, number] => {
  let [before, after] = [0, 0]
  while (before < first.length && NEUTRAL.has(first.charAt(before))) before += 1
  while (after < end.length && NEUTRAL.has(end.charAt(end.length - 1 - after))) after += 1
  return [before, after]
}

/** A word as it is read, and where it stood. */
interface ReadWord {
  text: string
  from: number
}

/** Words and numbers that are written from the left within a line that isn't: only what stands around them changes sides. */
const leftAsRead = (words: readonly string[], from: number): ReadWord[] => {
  const last = words.length - 1
  const [first = '', end = ''] = [words[0], words[last]]
  const [start, rest] = neutralsAround(first, end)
  // Signs alone have no direction of their own.
  if (last === 0 && start === first.length) return [{ text: backwards(first), from }]
  const [before, after] = [first.slice(0, start), end.slice(end.length - rest)]
  return words.map((word, at) => {
    const core = word.slice(at === 0 ? start : 0, word.length - (at === last ? rest : 0))
    const text = (at === 0 ? backwards(after) : '') + core + (at === last ? backwards(before) : '')
    return { text, from: from + at }
  })
}

const HAS_LETTER = /\p{L}/u

/**
 * The words of a line, or of a cell of a table, in the order in which they are drawn from the left, as they are read.
 * @param fromRight whether the line is read from the right
 */
export const wordsAsRead = (drawn: readonly string[], fromRight: boolean): ReadWord[] => {
  const read: ReadWord[] = []
  if (fromRight) {
    for (let end = drawn.length; end > 0; ) {
      let from = end - 1
      const word = drawn[from] ?? ''
      if (isRight(word)) read.push({ text: wordAsRead(word), from })
      else {
        // Words in Latin letters stand together.
        while (from > 0 && HAS_LETTER.test(drawn[from] ?? '') && !isRight(drawn[from - 1] ?? '')) from -= 1
        read.push(...leftAsRead(drawn.slice(from, end), from))
      }
      end = from
    }
    return read
  }
  for (let from = 0; from < drawn.length; ) {
    let end = from + 1
    const isTurned = isRight(drawn[from] ?? '')
    while (isTurned && end < drawn.length && isRight(drawn[end] ?? '')) end += 1
    for (let at = 0; at < end - from; at++) {
      const place = isTurned ? end - 1 - at : from + at
      const word = drawn[place] ?? ''
      read.push({ text: isTurned ? wordAsRead(word) : word, from: place })
    }
    from = end
  }
  return read
}

/** What is drawn from the left in one stroke, as it is read. */
export const inReadingOrder = (drawn: string): string => {
  if (!isRight(drawn)) return drawn
  const middle = drawn.trim()
  const start = drawn.length - drawn.trimStart().length
  const [before, after] = [drawn.slice(0, start), drawn.slice(start + middle.length)]
  const fromRight = readsFromRight(drawn)
  const read = wordsAsRead(middle.split(/\s+/), fromRight)
    .map(({ text }) => text)
    .join(' ')
  return fromRight ? after + read + before : before + read + after
}
