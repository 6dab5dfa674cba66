/** One field that two people changed at the same time. */
export interface Clash<Values> {
  key: keyof Values
  label: string
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Two people changed one thing: what only they changed is taken over, what both changed stays as it is in the form
 * and is named. Pure.
 */
export const mergeEdits = <Values extends object>(
  labels: Record<keyof Values, string>,
  base: Values,
  mine: Values,
  theirs: Values,
): { merged: Values; clashes: Clash<Values>[]; taken: string[] } => {
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
