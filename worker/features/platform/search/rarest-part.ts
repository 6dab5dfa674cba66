/** Letters in names, most frequent first. Missing ones are rare. */
const FREQUENT = ' aeinrolstcdmhkugbpvywfjzxq'
const rarityOf = (letter: string): number => (FREQUENT.includes(letter) ? FREQUENT.indexOf(letter) : FREQUENT.length)
const rarity = (part: string): number => Array.from(part, rarityOf).reduce((sum, each) => sum + each, 0)

/** The three consecutive letters of a search that the fewest names should contain. Null for a single letter. */
export const rarestPart = (text: string): string | null => {
  const letters = Array.from(text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()))
  if (letters.length < 2) return null
  const length = Math.min(3, letters.length)
  const parts = Array.from({ length: letters.length - length + 1 }, (_, i) => letters.slice(i, i + length).join(''))
  return parts.toSorted((a, b) => rarity(b) - rarity(a))[0] ?? null
}

/** Stored parts of names have this many letters. */
const KEPT = 3

/** The same for stored parts. Null if the text is too short for one. */
export const keptPart = (text: string | undefined): string | null => {
  const part = text ? rarestPart(text) : null
  return part !== null && Array.from(part).length === KEPT ? part : null
}
