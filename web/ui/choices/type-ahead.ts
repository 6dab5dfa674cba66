/** Typing in a list without a search box. Pure. */

/** After a longer pause typing starts over. */
export const TYPE_AHEAD_MS = 700

export interface Typed {
  text: string
  at: number
}

export const NOTHING_TYPED: Typed = { text: '', at: Number.NEGATIVE_INFINITY }

export const typedOn = (before: Typed, key: string, at: number): Typed => ({
  text: (at - before.at > TYPE_AHEAD_MS ? '' : before.text) + key.toLowerCase(),
  at,
})

/** Repeating one letter goes through all labels that begin with it. Anything else looks for the whole text. */
const isOneLetter = (text: string): boolean => text.length > 1 && [...text].every((letter) => letter === text[0])

/**
 * Which label is meant, or -1.
 * @param current the marked one
 */
export const labelMeant = (labels: readonly string[], text: string, current: number): number => {
  const lower = labels.map((label) => label.trim().toLowerCase())
  const from = (wanted: string, start: number): number => {
    for (let step = 0; step < lower.length; step++) {
      const index = (start + step) % lower.length
      if (lower[index]?.startsWith(wanted)) return index
    }
    return -1
  }
  const exact = from(text, text.length === 1 ? current + 1 : Math.max(current, 0))
  return exact < 0 && isOneLetter(text) ? from(text[0] ?? '', current + 1) : exact
}
