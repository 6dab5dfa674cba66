import { WINGS } from '../imports/rules.ts'
import type { Counts, Ratchet } from './counts.ts'
import { add } from './found.ts'
import type { Source, Taken } from './tree.ts'

/** What files offer and take. */

type Used = Map<string, Set<string> | '*'>

const use = (used: Used, { from, names }: Taken): void => {
  const known = used.get(from)
  if (names === '*' || known === '*') used.set(from, '*')
  else used.set(from, new Set([...(known ?? []), ...names]))
}

/** A file that passes on another's exports passes on their use. */
const passOn = (used: Used, sources: readonly Source[], from: string, seen = new Set<string>()): void => {
  if (seen.has(from)) return
  seen.add(from)
  const names = used.get(from)
  for (const to of sources.find(({ path }) => path === from)?.passesOn ?? []) {
    if (names) use(used, { from: to, names: names === '*' ? '*' : [...names] })
    passOn(used, sources, to, seen)
  }
}

/** The router's generator reads these. */
const IS_READ_BY_TOOLS = /^web\/routes\//

const deadExports: Ratchet = {
  name: 'dead-exports',
  things: 'exports that no other file imports',
  instead: 'Take the word export away, or the export itself if its own file doesn’t use it either.',
  by: 'area',
  count: ({ sources, tests }) => {
    const used: Used = new Map()
    for (const { takes } of [...sources, ...tests]) for (const taken of takes) use(used, taken)
    for (const { path, passesOn } of sources) if (passesOn.length) passOn(used, sources, path)
    const counts: Counts = new Map()
    for (const { path, offers } of sources) {
      const names = used.get(path)
      if (names === '*' || IS_READ_BY_TOOLS.test(path)) continue
      for (const name of offers) if (!names?.has(name)) add(counts, path, name)
    }
    return counts
  },
}

const WING = /^(?:schema|worker\/features|web\/features)\/([^/]+)\//
const floorOf = (path: string): number => WINGS.indexOf((WING.exec(path)?.[1] ?? '') as (typeof WINGS)[number])

const arrowsUp: Ratchet = {
  name: 'arrows-against-wings',
  things: 'imports of later wings',
  instead:
    'A wing uses those before it. What both need belongs to schema/shared or worker/core, or is handed over by a registry.',
  by: 'file',
  count: ({ sources }) => {
    const counts: Counts = new Map()
    for (const { path, takes, passesOn } of sources) {
      const targets = new Set([...takes.map(({ from }) => from), ...passesOn])
      for (const to of targets) if (floorOf(path) >= 0 && floorOf(to) > floorOf(path)) add(counts, path, to)
    }
    return counts
  },
}

export const MODULE_RATCHETS: Ratchet[] = [deadExports, arrowsUp]
