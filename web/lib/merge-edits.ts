/** One field that two people changed at the same time. */
export interface Clash<Values> {
  key: keyof Values
  label: string
}

export interface Merge<Values, ClashValues = Values> {
  merged: Values
  /** Fields that both changed. Mine are in `merged`. */
  clashes: Clash<ClashValues>[]
  /** Labels of what only they changed. */
  taken: string[]
}

const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Merges two people's changes: what only they changed is taken over, and what both changed stays as it is in the form
 * and is named. Pure.
 * @param same whether two values of a field are equal
 */
export const mergeEdits = <Values extends object>(
  labels: Record<keyof Values, string>,
  base: Values,
  mine: Values,
  theirs: Values,
  same: (a: Values[keyof Values], b: Values[keyof Values]) => boolean = sameText,
): Merge<Values> => {
  const merged = { ...mine }
  const clashes: Clash<Values>[] = []
  const taken: string[] = []
  for (const key of Object.keys(labels) as (keyof Values)[]) {
    if (same(theirs[key], base[key]) || same(theirs[key], mine[key])) continue
    if (same(mine[key], base[key])) {
      merged[key] = theirs[key]
      taken.push(labels[key])
    } else clashes.push({ key, label: labels[key] })
  }
  return { merged, clashes, taken }
}
