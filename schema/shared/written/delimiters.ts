/** What separates the cells of a table. */

const DELIMITERS = [',', ';', '\t', '|'] as const
const LINES = 50

/** How often each one stands outside quotation marks, line by line. */
const countsIn = (text: string, delimiter: string): number[] => {
  const counts: number[] = []
  let [count, isQuoted, hasText] = [0, false, false]
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\n' && !isQuoted) {
      if (hasText) counts.push(count)
      if (counts.length >= LINES) return counts
      count = 0
      hasText = false
      continue
    } else if (letter === delimiter && !isQuoted) count += 1
    if (letter.trim() !== '') hasText = true
  }
  if (hasText) counts.push(count)
  return counts
}

const MOST_LETTERS = 200_000

/**
 * The one that stands in the first row, which names the columns, and as often in the most rows. Commas within
 * texts stand in some rows, and not in the first one.
 */
export const delimiterOf = (text: string): string => {
  const head = text.slice(0, MOST_LETTERS)
  let [best, most]: [string, number] = [',', 0]
  for (const delimiter of DELIMITERS) {
    const [first = 0, ...rest] = countsIn(head, delimiter)
    if (first === 0) continue
    const score = (1 + rest.filter((count) => count === first).length) / (1 + rest.length) + Math.min(first, 50) / 1_000
    if (score > most) [best, most] = [delimiter, score]
  }
  return best
}
