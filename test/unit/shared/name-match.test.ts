import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchByName } from '../../../schema/shared/name-match.ts'

const named = (...names: string[]) => names.map((name, at) => ({ id: String(at), name }))
const match = (name: string, ...names: string[]) => matchByName(name, named(...names))?.name ?? null

describe('matching by name', () => {
  it.each([
    ['the same name in other letters and with space', '  MARKETING ', ['Sales', 'marketing'], 'marketing'],
    ['a name that contains it', 'Sales', ['Inside sales'], 'Inside sales'],
    ['a name that it contains', 'Sales EMEA', ['Sales'], 'Sales'],
    ['the same name before one that contains it', 'Sales', ['Sales EMEA', 'sales'], 'sales'],
    ['the one of nearest length', 'Sales', ['Sales operations', 'Sales EMEA'], 'Sales EMEA'],
    ['nothing that only resembles it', 'Sales', ['Salt', 'Seals', 'Sails'], null],
    ['none of other names', 'Sales', ['Marketing', 'IT'], null],
    ['nothing without a name', '   ', ['Marketing'], null],
    ['no candidate without a name', 'Marketing', ['', '  '], null],
    ['nothing among none', 'Marketing', [], null],
  ])('finds %s', (_, name, names, found) => {
    expect(match(name, ...names)).toBe(found)
  })

  const text = fc.string({ maxLength: 12 })
  const candidates = fc.array(text, { maxLength: 8 })

  it('only names are found of which one contains the other', () => {
    fc.assert(
      fc.property(text, candidates, (name, names) => {
        const found = match(name, ...names)
        if (found === null) return
        const [a, b] = [name.trim().toLowerCase(), found.trim().toLowerCase()]
        expect(a.includes(b) || b.includes(a)).toBe(true)
      }),
    )
  })

  it('the same name is found whenever there is one', () => {
    fc.assert(
      fc.property(text, candidates, (name, names) => {
        fc.pre(name.trim() !== '')
        const found = match(name, ...names, ` ${name.toUpperCase()} `)
        fc.pre(name.toUpperCase().toLowerCase() === name.toLowerCase())
        expect(found?.trim().toLowerCase()).toBe(name.trim().toLowerCase())
      }),
    )
  })

  it('the order of the candidates doesn’t matter', () => {
    fc.assert(
      fc.property(text, candidates, (name, names) => {
        const all = named(...names)
        expect(matchByName(name, all)).toEqual(matchByName(name, all.toReversed()))
      }),
    )
  })
})
