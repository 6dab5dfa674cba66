import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { READERS } from '../../support/readers/all.ts'
import type { Work } from '../../support/readers/work-steps.ts'

/**
 * What reads something that strangers send takes time in proportion to it, and lets others go on in between. Work is
 * counted, not timed: `bun run bench readers` has the times.
 */

/** About half a second of processor time. */
const MOST_IN_A_SLICE = 10_000_000
/** Ten times as much takes ten times the work. Setting up makes it a bit less, and growing tables a bit more. */
const MOST_FOR_TEN = 14
const MOST_FOR_TWO = 2.6
/** Below it, how a table grows decides more than the input does. */
const LEAST = 20_000

const script = new URL('../../support/readers/count.ts', import.meta.url).pathname
const FLAGS = ['--no-opt', '--no-maglev', '--disable-warning=ExperimentalWarning']

const counted = (names: string[]): Promise<void> =>
  new Promise((resolve) => {
    // A reader that never ends leaves no line, and its own test says so.
    const limits = { timeout: 200_000, maxBuffer: 10_000_000 }
    execFile(process.execPath, [...FLAGS, script, ...names], limits, (_, stdout) => {
      for (const line of stdout.trim().split('\n').filter(Boolean)) {
        const { name, shape, works } = JSON.parse(line) as { name: string; shape: string; works: Work[] }
        taken.set(`${name}: ${shape}`, works)
      }
      resolve()
    })
  })

const taken = new Map<string, Work[]>()
const names = READERS.map(({ name }) => name)
beforeAll(async () => {
  // The longest alone, and beside it the others.
  const [long, others] = [names.slice(0, -5), names.slice(-5)]
  await Promise.all([counted(long), counted(others)])
}, 240_000)

const CASES = READERS.flatMap(({ name, shapes }) => Object.keys(shapes).map((shape) => `${name}: ${shape}`))

describe('the work of a reader', () => {
  it.each(CASES)('ten times as much of %s takes ten times the work at most', (one) => {
    const [tenth, half, whole] = taken.get(one) ?? []
    expect(whole, 'it ended at all').toBeDefined()
    if (!tenth || !half || !whole) return
    expect(whole.steps).toBeLessThan(MOST_FOR_TEN * Math.max(tenth.steps, LEAST))
    expect(whole.steps).toBeLessThan(MOST_FOR_TWO * Math.max(half.steps, LEAST))
  })

  it.each(CASES)('others go on while %s is read', (one) => {
    for (const { longest } of taken.get(one) ?? []) expect(longest).toBeLessThan(MOST_IN_A_SLICE)
  })
})

/** Packages that take apart what strangers send. Those of providers are in their adapters. */
const PARSERS = /from '(?:yaml|papaparse|csv-parse[^']*|postal-mime|fflate|fast-xml-parser|jszip|xlsx|pdfjs-dist)'/
const WRITES_ONLY = ['worker/features/platform/configuration/file.ts']

it('every file that uses a parser is one whose work is counted', () => {
  const using = globSync('{worker,schema}/**/*.{ts,tsx}')
    .filter((file) => !/worker\/(?:local|integrations)\//.test(file) && !WRITES_ONLY.includes(file))
    .filter((file) => PARSERS.test(readFileSync(file, 'utf8')))
  expect(using.sort()).toEqual([...new Set(READERS.flatMap(({ files }) => files))].sort())
})
