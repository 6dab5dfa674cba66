import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DURATIONS } from './durations-table.ts'

/** Lengths of time are written twice: where they are used, and as words in the table of this test. */

interface Constant {
  /** Without its ending. */
  file: string
  name: string
  /** A product: "7 * DAY_MS". */
  text: string
}

const root = new URL('../../../', import.meta.url)
const FILES = ['schema', 'worker'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('worker/local/')),
)
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [^=]+)? = ([\d_A-Z][\w* .]*)$/gm
const CONSTANTS: Constant[] = FILES.flatMap((path) =>
  [...readFileSync(new URL(path, root), 'utf8').matchAll(CONSTANT)].map(([, name = '', text = '']) => ({
    ...{ file: path.replace(/\.tsx?$/, ''), name, text },
  })),
)

/** NaN for what isn't a product of numbers and constants. */
const productOf = ({ file, text }: Pick<Constant, 'file' | 'text'>): number =>
  text.split('*').reduce((product, part) => {
    const factor = part.trim()
    if (/^[\d_.]+$/.test(factor)) return product * Number(factor.replaceAll('_', ''))
    const named = CONSTANTS.filter(({ name }) => name === factor)
    const known = named.find((each) => each.file === file) ?? named[0]
    return known ? product * productOf(known) : Number.NaN
  }, 1)

const UNITS = { SECOND: 1_000, MINUTE: 60_000, HOUR: 3_600_000, DAY: 86_400_000 } as const
const isUnit = (name: string): boolean => /^(SECOND|MINUTE|HOUR|DAY)(_MS)?$/.test(name)
const isDuration = (name: string): boolean => /(_MS|_SECONDS|_MINUTES|_HOURS|_DAYS|^WEEKS|_MONTHS|_YEARS)$/.test(name)

/** An average one, which nothing in days is equal to. */
const MONTH = 2_629_800_000

/** What the table has for it. */
const MEANT = /^([\d.]+) (ms|s|min|h|d|weeks|months|years)$/
const IN_MS = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  weeks: 604_800_000,
  months: MONTH,
  years: 12 * MONTH,
} as const
const msOfWords = (words: string): number => {
  const [, count, unit] = MEANT.exec(words) ?? []
  if (!unit) throw new Error(`${words} is no length of time`)
  return Number(count) * IN_MS[unit as keyof typeof IN_MS]
}
/** In the unit that its name ends with. */
const msOf = ({ name }: Constant, value: number): number => {
  if (name.endsWith('_YEARS')) return value * 12 * MONTH
  if (name.endsWith('_MONTHS')) return value * MONTH
  if (name.endsWith('_DAYS')) return value * UNITS.DAY
  if (name.endsWith('_HOURS')) return value * UNITS.HOUR
  if (name.endsWith('_MINUTES')) return value * UNITS.MINUTE
  if (name.endsWith('_SECONDS')) return value * UNITS.SECOND
  return name === 'WEEKS' ? value * 7 * UNITS.DAY : value
}

describe('lengths of time', () => {
  it('each is as long as the table says, and none is missing there', () => {
    const found = CONSTANTS.filter(({ name }) => isDuration(name) && !isUnit(name))
    expect(found.length).toBeGreaterThan(100)
    const actual = Object.fromEntries(found.map((each) => [`${each.file} ${each.name}`, msOf(each, productOf(each))]))
    const wanted = Object.fromEntries(Object.entries(DURATIONS).map(([name, words]) => [name, msOfWords(words)]))
    expect(actual).toEqual(wanted)
  })

  it('a minute, an hour and a day are as long everywhere', () => {
    const found = CONSTANTS.filter(({ name }) => isUnit(name))
    expect(found.length).toBeGreaterThan(50)
    for (const each of found) {
      const unit = each.name.replace('_MS', '') as keyof typeof UNITS
      expect([each.file, each.name, productOf(each)]).toEqual([each.file, each.name, UNITS[unit]])
    }
  })
})
