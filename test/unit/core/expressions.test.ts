import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sourceOf } from '../../../worker/local/tools/ratchets/tree.ts'

/**
 * Regular expressions look at each character of a long text a few times, not once for every other one. What engines do
 * inside can't be counted, so this is timed, with room for a hundred times of what is usual.
 */

const LENGTH = 20_000
const MOST_MS = 50

interface Found {
  place: string
  pattern: string
  flags: string
}

const found: Found[] = []
for (const file of globSync('{worker,schema,web/{features,lib,pages,routes,ui}}/**/*.{ts,tsx}').sort()) {
  if (file.startsWith('worker/local/')) continue
  const source = sourceOf(file, readFileSync(file, 'utf8'))
  source.walk((node) => {
    const regex = node.regex as { pattern: string; flags: string } | undefined
    if (node.type === 'Literal' && regex)
      found.push({ place: `${file}:${source.lineAt(node.start)}`, ...regex, flags: regex.flags.replace('y', '') })
  })
}

/** Long texts of one or two characters, which the expression names or not. */
const textsFor = (pattern: string): string[] =>
  [...new Set([...'aA1 \n\t-.,@"(<&_/:#\'', ...pattern])].flatMap((one) =>
    [one, `${one}a`, `${one} `].flatMap((unit) => {
      const text = unit.repeat(LENGTH / unit.length)
      return [`${text}\u0001`, `x${text}x\u0001`]
    }),
  )

const cpuMs = (work: () => unknown): number => {
  const started = process.cpuUsage()
  work()
  const { user } = process.cpuUsage(started)
  return user / 1000
}

/** The least of a few times: a machine that is busy makes one of them slow. */
const isSlow = ({ pattern, flags }: Found, text: string): boolean =>
  Array.from({ length: 4 }).every(() => cpuMs(() => text.replace(new RegExp(pattern, flags), 'x')) > MOST_MS)

it('no expression takes long for a long text', () => {
  const slow = found.filter((each) => textsFor(each.pattern).some((text) => isSlow(each, text)))
  expect(slow.map(({ place, pattern }) => `${place} ${pattern}`)).toEqual([])
}, 120_000)

it('the expressions of the product are found', () => {
  expect(found.length).toBeGreaterThan(400)
})
