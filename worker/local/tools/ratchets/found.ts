import type { Counts } from './counts.ts'

/** Counts one more in a file. */
export const add = (counts: Counts, path: string, what: string): void => {
  const found = counts.get(path) ?? { count: 0, what: [] }
  found.count += 1
  found.what.push(what)
  counts.set(path, found)
}
