import { backwards, isRight, readsFromRight, wordsAsRead } from './right-to-left.ts'

/**
 * A line of a page that has letters which are read from the right. Programs draw it in pieces of one letter, one word or
 * one direction, in any order: where they stand says how they are read. Pure.
 */

/** A text of one stroke. */
export interface Stroke {
  /** As it is seen from the left. */
  text: string
  left: number
  right: number
  /** The size of its letters, in the same measure. */
  size: number
}

interface PlacedWord {
  text: string
  left: number
  right: number
}

/** What is this far apart, in sizes of letters, are two words. */
const WORD_GAP = 0.15
/** And this far, two cells of a table. */
const CELL_GAP = 1.5

/** A stroke as it is seen from the left, also when it was drawn from the right. */
export const seenFromLeft = (text: string, isDrawnFromLeft: boolean): string =>
  isDrawnFromLeft ? text : backwards(text)

interface Words extends PlacedWord {
  isNewCell: boolean
}

/** The words of a line from the left. */
const wordsOf = (strokes: readonly Stroke[]): Words[] => {
  const words: Words[] = []
  // Where the last stroke ends, and whether a letter ends it.
  let [end, isOpen] = [Number.NEGATIVE_INFINITY, false]
  for (const { text, left, right, size } of strokes.toSorted((a, b) => a.left - b.left)) {
    const each = (right - left) / Math.max(1, text.length)
    if (left - end > WORD_GAP * size) isOpen = false
    for (const { 0: word, index } of text.matchAll(/\S+/g)) {
      const [from, to] = [left + index * each, left + (index + word.length) * each]
      const before = words.at(-1)
      if (before && isOpen && index === 0) {
        before.text += word
        before.right = Math.max(before.right, to)
      } else
        words.push({ text: word, left: from, right: to, isNewCell: !before || from - before.right > CELL_GAP * size })
      isOpen = false
    }
    end = Math.max(right, end)
    isOpen = text.trim() === '' ? isOpen && text === '' : !/\s$/.test(text)
  }
  return words
}

/**
 * The line as it is read: its words in order, with their places.
 * @param isOnRightPage whether the page is read from the right so far, which decides about lines that begin in Latin
 *   letters and end in others
 */
export const rightLine = (strokes: readonly Stroke[], isOnRightPage: boolean): PlacedWord[] => {
  const words = wordsOf(strokes)
  const cells: Words[][] = []
  for (const word of words) {
    if (word.isNewCell) cells.push([])
    cells.at(-1)?.push(word)
  }
  const isFromRight = (some: readonly Words[]): boolean =>
    readsFromRight(some.map(({ text }) => text).join('')) || (isOnRightPage && isRight(some.at(-1)?.text ?? ''))
  return (isFromRight(words) ? cells.reverse() : cells).flatMap((cell) => {
    const drawn = cell.map(({ text }) => text)
    if (!drawn.some(isRight)) return cell.map(({ text, left, right }) => ({ text, left, right }))
    return wordsAsRead(drawn, isFromRight(cell)).map(({ text, from }) => {
      const { left = 0, right = 0 } = cell[from] ?? {}
      return { text, left, right }
    })
  })
}
