import { describe, expect, it } from 'vitest'
import { clustersOf, type Unit } from '../../../web/clusters.ts'

const unitsOf = (graph: Record<string, [size: number, ...imports: string[]]>): Map<string, Unit> =>
  new Map(Object.entries(graph).map(([id, [size, ...imports]]) => [id, { id, size, imports }]))

/** Numbers below a bound, the same in each run. */
const dice = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}

/** Pages that import of 60 modules, which import each other, some in circles. */
const randomGraph = (seed: number) => {
  const roll = dice(seed)
  const graph: Record<string, [number, ...string[]]> = {}
  for (let at = 0; at < 60; at++) {
    const imports = Array.from({ length: roll(4) }, () => `m${Math.min(59, at + 1 + roll(12))}`)
    if (at > 3 && roll(10) === 0) imports.push(`m${at - 1 - roll(3)}`)
    graph[`m${at}`] = [roll(60_000), ...imports]
  }
  const pages = Array.from({ length: 9 }, (_, at) => `page${at}`)
  for (const page of pages) graph[page] = [1_000, ...Array.from({ length: 3 }, () => `m${roll(50)}`)]
  return { units: unitsOf(graph), pages }
}

const reached = (start: string, next: (id: string) => Iterable<string>): Set<string> => {
  const found = new Set<string>()
  const waiting = [start]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...next(id))
  }
  return found
}

const filesOf = (units: ReadonlyMap<string, Unit>, fileOf: ReadonlyMap<string, string>) => {
  const imports = new Map<string, Set<string>>()
  for (const [id, file] of fileOf)
    for (const other of units.get(id)?.imports ?? []) {
      const to = fileOf.get(other)
      if (to !== undefined && to !== file) imports.set(file, (imports.get(file) ?? new Set()).add(to))
    }
  return imports
}

describe('the files of the build', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'files of the build have each module once and never wait for each other in a circle (%i)',
    (seed) => {
      const { units, pages } = randomGraph(seed)
      const fileOf = clustersOf(units, pages)
      const used = new Set(pages.flatMap((page) => [...reached(page, (id) => units.get(id)?.imports ?? [])]))
      expect([...fileOf.keys()].sort()).toEqual([...used].sort())
      const imports = filesOf(units, fileOf)
      for (const [file, others] of imports)
        for (const other of others) expect(reached(other, (id) => imports.get(id) ?? []).has(file), file).toBe(false)
    },
  )

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'files of the build cost each page at most half more than what it uses, with files of its own (%i)',
    (seed) => {
      const { units, pages } = randomGraph(seed)
      const fileOf = clustersOf(units, pages)
      const imports = filesOf(units, fileOf)
      const sizes = new Map<string, number>()
      for (const [id, file] of fileOf) sizes.set(file, (sizes.get(file) ?? 0) + (units.get(id)?.size ?? 0))
      const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
      const loaded = sum(
        pages.map((page) =>
          sum([...reached(fileOf.get(page) ?? '', (id) => imports.get(id) ?? [])].map((file) => sizes.get(file) ?? 0)),
        ),
      )
      const used = sum(
        pages.map((page) =>
          sum([...reached(page, (id) => units.get(id)?.imports ?? [])].map((id) => units.get(id)?.size ?? 0)),
        ),
      )
      expect(loaded).toBeLessThanOrEqual(used * 1.5)
    },
  )

  it('a large library is kept away from a page that doesn’t use it', () => {
    const units = unitsOf({
      bills: [9_000, 'button', 'drawing'],
      vendors: [9_000, 'button'],
      button: [2_000],
      drawing: [900_000],
    })
    const fileOf = clustersOf(units, ['bills', 'vendors'])
    expect(fileOf.get('drawing')).not.toBe(fileOf.get('vendors'))
    expect(fileOf.get('drawing')).not.toBe(fileOf.get('button'))
  })

  it('small modules that mostly the same pages use are in one file', () => {
    const units = unitsOf({
      bills: [9_000, 'table', 'field'],
      orders: [9_000, 'table', 'field'],
      vendors: [9_000, 'table'],
      table: [3_000],
      field: [3_000],
    })
    const fileOf = clustersOf(units, ['bills', 'orders', 'vendors'])
    expect(fileOf.get('table')).toBe(fileOf.get('field'))
  })
})
