import type { Input } from './doors.ts'

/** Input that someone makes up who wishes a company ill, always the same for one seed. */

/** A number from 0 to below 1, and the next one on the next call (mulberry32). */
export const chanceOf = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const STRANGE: unknown[] = [
  ...['', ' ', '\u0000', '%', '_', "'", '"', '\\', '../../etc/passwd', "' OR 1=1 --", '<script>alert(1)</script>'],
  ...['{{7*7}}', '=1+1', '__proto__', 'constructor', 'null', 'undefined', 'NaN', '\ud800', 'é'.repeat(300)],
  ...['a'.repeat(20_001), '💣'.repeat(200), '0001-01-01', '9999-12-31', '2026-02-30', '1e309', '-0', '0x10'],
  ...[null, true, false, 0, -1, 1, 0.5, -0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e300, Number.MIN_VALUE],
  ...[[], {}, [null], [[]], [{}], ['a', 1, null], { id: null }, { id: {} }, { value: -1, currency: 'USD' }],
  ...[{ toString: 'no' }, { length: 1e9 }, Array.from({ length: 2_000 }, (_, i) => i), { a: { b: { c: { d: {} } } } }],
]

interface Hostile {
  chance: () => number
  /** Ids of objects that belong to someone else. */
  ids: readonly string[]
}

const one = <T>(chance: () => number, list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T

const strange = ({ chance, ids }: Hostile): unknown => (chance() < 0.4 ? one(chance, ids) : one(chance, STRANGE))

/** A value in which a part, or all of it, is something else. */
const altered = (value: unknown, hostile: Hostile, depth = 0): unknown => {
  const { chance } = hostile
  if (depth > 4 || chance() < 0.3 || typeof value !== 'object' || value === null || value instanceof Blob)
    return strange(hostile)
  if (Array.isArray(value)) {
    if (value.length === 0 || chance() < 0.2) return [...value, strange(hostile)]
    const place = Math.floor(chance() * value.length)
    return value.map((item, i) => (i === place ? altered(item, hostile, depth + 1) : item))
  }
  return alteredInput(value as Input, hostile, depth + 1)
}

/** The input with fields changed, removed, or added. */
export const alteredInput = (input: Input, hostile: Hostile, depth = 0): Input => {
  const { chance } = hostile
  const names = Object.keys(input)
  if (names.length === 0 || chance() < 0.08)
    return { ...input, [one(chance, ['id', 'companyId', 'admin', ''])]: strange(hostile) }
  const name = one(chance, names)
  if (chance() < 0.12) return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name))
  return { ...input, [name]: altered(input[name], hostile, depth) }
}
