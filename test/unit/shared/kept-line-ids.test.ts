import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptLineIds } from '../../../schema/shared/record.ts'

interface Line {
  id?: string
  what: string
  amount: number
}

const kept = (given: Line[], before: Required<Line>[]): string[] =>
  keptLineIds<Line, Required<Line>>(
    given,
    before,
    [
      [({ what, amount }) => [what, amount], ({ what, amount }) => [what, amount]],
      [({ what }) => [what], ({ what }) => [what]],
    ],
    (index) => `new-${index}`,
  )

const BEFORE = [
  { id: 'a', what: 'Seats', amount: 100 },
  { id: 'b', what: 'Seats', amount: 200 },
  { id: 'c', what: 'Support', amount: 50 },
]

describe('the ids of saved lines', () => {
  it('a line without an id is the one that it says again, or says with another amount', () => {
    const given = [
      { what: 'Support', amount: 40 },
      { what: 'Seats', amount: 200 },
      { what: 'Seats', amount: 90 },
      { what: 'Training', amount: 10 },
    ]
    expect(kept(given, BEFORE)).toEqual(['c', 'b', 'a', 'new-3'])
  })

  it('the id that a line comes with counts first, once, and only if there is such a line', () => {
    const given = [
      { what: 'Seats', amount: 100 },
      { id: 'a', what: 'Support', amount: 50 },
      { id: 'a', what: 'Training', amount: 1 },
      { id: 'elsewhere', what: 'Audit', amount: 1 },
    ]
    expect(kept(given, BEFORE)).toEqual(['b', 'a', 'new-2', 'new-3'])
  })

  it('the same lines in any order and without ids keep all of their ids', () => {
    const lines = fc.array(fc.record({ what: fc.constantFrom('x', 'y'), amount: fc.nat(3) }), { maxLength: 8 })
    fc.assert(
      fc.property(lines, fc.infiniteStream(fc.nat()), (some, order) => {
        const before = some.map((line, index) => ({ ...line, id: `l${index}` }))
        const given = before
          .map(({ id: _, ...line }) => ({ line, at: order.next().value as number }))
          .sort((one, other) => one.at - other.at)
          .map(({ line }) => line)
        const ids = kept(given, before)
        expect([...ids].sort()).toEqual(before.map(({ id }) => id).sort())
        ids.forEach((id, index) => {
          const { id: _, ...was } = before.find((one) => one.id === id) ?? { id: '' }
          expect(was).toEqual(given[index])
        })
      }),
    )
  })
})
