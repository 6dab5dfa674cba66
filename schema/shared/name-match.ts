/**
 * Finds what a name from another system means in the company (specification 3 §4): both sides without surrounding space
 * and in lower case; the same name, else a name that contains the other, in either direction.
 */

export interface Matchable {
  id: string
  name: string
}

export const nameKeyOf = (name: string): string => name.trim().toLowerCase()

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The match of a name, or null if none fits and a new one would be made. Of several that fit, the one whose length is
 * nearest is taken, then the first by name, so that the order of the candidates doesn't matter.
 */
export const matchByName = <T extends Matchable>(name: string, candidates: readonly T[]): T | null => {
  const wanted = nameKeyOf(name)
  if (wanted === '') return null
  const fitting = candidates.flatMap((candidate) => {
    const key = nameKeyOf(candidate.name)
    if (key === '' || !(key.includes(wanted) || wanted.includes(key))) return []
    return [{ candidate, key, distance: Math.abs(key.length - wanted.length) }]
  })
  const [best] = fitting.sort(
    (a, b) => a.distance - b.distance || byText(a.key, b.key) || byText(a.candidate.id, b.candidate.id),
  )
  return best?.candidate ?? null
}
