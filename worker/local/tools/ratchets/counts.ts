import { posix } from 'node:path'

/**
 * What is counted may only fall. Numbers are kept a file each, so that a growth has a place, and are compared by area
 * where work may move within it: a file that is split doesn't count as growth.
 */

export interface Found {
  count: number
  /** Where, or what. */
  what: string[]
}

/** By path. */
export type Counts = Map<string, Found>

export interface Ratchet {
  /** One word in the file of numbers: "literal-spreads". */
  name: string
  /** Says a number of them: "literal spreads (`...{ a, b }`)". */
  things: string
  /** What to do in their place. */
  instead: string
  /** Whether an area's files share their number. */
  by: 'area' | 'file'
  /** A number that is lower by less than this needs no new entry. */
  slack?: number
  count(tree: Tree): Counts
}

export interface Tree {
  sources: import('./tree.ts').Source[]
  /** Tests and what supports them: their names are users of what the rest offers. */
  tests: import('./tree.ts').Source[]
}

/** By ratchet, by path. */
export type Stored = Map<string, Map<string, number>>

/** Stands for a ratchet that has nothing left, so that nothing can come back. */
const NOTHING = '.'

/** Two branches that lowered one number are merged as both lines. The lower one holds. */
export const readStored = (text: string): Stored => {
  const stored: Stored = new Map()
  for (const [, name = '', count, path = ''] of text.matchAll(/^(\S+) (\d+) (\S+)$/gm)) {
    const numbers = stored.get(name) ?? new Map<string, number>()
    stored.set(name, numbers)
    if (path !== NOTHING) numbers.set(path, Math.min(Number(count), numbers.get(path) ?? Number.POSITIVE_INFINITY))
  }
  return stored
}

export const printStored = (stored: Stored): string =>
  [...stored]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, numbers]) => [
      `${name} 0 ${NOTHING}`,
      ...[...numbers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, count]) => `${name} ${count} ${path}`),
    ])
    .map((line) => `${line}\n`)
    .join('')

/** `worker/features/money/bills`, or the folder of a file that is in no area. */
export const areaOf = (path: string): string =>
  /^(?:schema|worker\/features|web\/features|test\/\w+)\/[^/]+\/[^/]+(?=\/)/.exec(path)?.[0] ?? posix.dirname(path)

const groupOf = (ratchet: Ratchet, path: string): string => (ratchet.by === 'area' ? areaOf(path) : path)

const sumsOf = (ratchet: Ratchet, numbers: Iterable<[string, number]>): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const [path, count] of numbers) {
    const group = groupOf(ratchet, path)
    sums.set(group, (sums.get(group) ?? 0) + count)
  }
  return sums
}

/** A file that was moved, and is called the same, takes its number along. */
const withMoved = (counts: Counts, stored: Map<string, number>, exists: (path: string) => boolean) => {
  const numbers = new Map(stored)
  const arrived = [...counts.keys()].filter((path) => !stored.has(path))
  for (const [path, count] of stored) {
    if (exists(path)) continue
    const to = arrived.findIndex((other) => posix.basename(other) === posix.basename(path))
    if (to < 0) continue
    numbers.delete(path)
    numbers.set(arrived.splice(to, 1)[0] ?? '', count)
  }
  return numbers
}

export interface Verdict {
  /** A line each: which file has more, of what, and what to do. */
  grown: string[]
  /** A line each: which number is too high. */
  fallen: string[]
  /** The numbers to keep: lower ones where there are, never higher ones. */
  next: Map<string, number>
}

const MOST_PLACES = 12

/**
 * @param stored undefined for a ratchet that is new: it starts with what there is
 * @param exists whether a file is still there
 */
export const judge = (
  ratchet: Ratchet,
  counts: Counts,
  stored: Map<string, number> | undefined,
  exists: (path: string) => boolean,
): Verdict => {
  const now: [string, number][] = [...counts].map(([path, { count }]) => [path, count])
  if (!stored) return { grown: [], fallen: [`${ratchet.name} has no numbers yet`], next: new Map(now) }
  const known = withMoved(counts, stored, exists)
  const [sums, limits] = [sumsOf(ratchet, now), sumsOf(ratchet, known)]
  const isGrown = (group: string): boolean => (sums.get(group) ?? 0) > (limits.get(group) ?? 0)
  const grown = [...counts]
    .filter(([path, { count }]) => isGrown(groupOf(ratchet, path)) && count > (known.get(path) ?? 0))
    .map(([path, { count, what }]) => {
      const group = groupOf(ratchet, path)
      const area = group === path ? '' : `, and ${group} ${sums.get(group)} instead of ${limits.get(group) ?? 0}`
      const places = what.length
        ? ` (${what.slice(0, MOST_PLACES).join(', ')}${what.length > MOST_PLACES ? ', …' : ''})`
        : ''
      return `${path} has ${count} ${ratchet.things} instead of ${known.get(path) ?? 0}${area}${places}. ${ratchet.instead}`
    })
  const fallen = [...limits]
    .filter(([group, limit]) => limit - (sums.get(group) ?? 0) >= (sums.get(group) ? (ratchet.slack ?? 1) : 1))
    .map(([group, limit]) => `${group}: ${sums.get(group) ?? 0} ${ratchet.things} instead of ${limit}`)
  const next = new Map([
    ...now.filter(([path]) => !isGrown(groupOf(ratchet, path))),
    ...[...known].filter(([path]) => isGrown(groupOf(ratchet, path))),
  ])
  return { grown, fallen, next }
}
