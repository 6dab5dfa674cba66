import { describe, expect, it } from 'vitest'
import { homeSlot, moveToSlot, reachableSlots, slotsOf, slotWords } from '../../../../web/ui/reorder/moves.ts'

const groups = [
  {
    id: 'g1',
    label: 'Basics',
    items: [
      { id: 'a', label: 'Title' },
      { id: 'b', label: 'Amount' },
    ],
  },
  { id: 'g2', label: 'Details', items: [] },
]

describe('gaps between entries', () => {
  it('there is a gap around every entry, also in an empty group', () => {
    expect(slotsOf(groups, 'item').map((slot) => slot.id)).toEqual(['item:g1:0', 'item:g1:1', 'item:g1:2', 'item:g2:0'])
    expect(slotsOf(groups, 'group').map((slot) => slot.index)).toEqual([0, 1, 2])
  })

  it('moving by keyboard skips the gap right after the entry', () => {
    expect(reachableSlots(groups, 'item', 'a').map((slot) => slot.id)).toEqual(['item:g1:0', 'item:g1:2', 'item:g2:0'])
    expect(homeSlot(groups, 'item', 'b')?.id).toBe('item:g1:1')
    expect(homeSlot(groups, 'item', 'gone')).toBeNull()
  })

  it('gaps have names for screen readers', () => {
    const [first, , end, other] = slotsOf(groups, 'item')
    expect([first, end, other].map((slot) => slot && slotWords(groups, slot))).toEqual([
      'in Basics, before Title',
      'in Basics, at the end',
      'in Details, at the end',
    ])
    expect(slotsOf(groups, 'group').map((slot) => slotWords(groups, slot))).toEqual([
      'before Basics',
      'before Details',
      'at the end',
    ])
  })
})

describe('moving to a gap', () => {
  it('gaps are counted in the list before the move', () => {
    expect(moveToSlot(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'a', 'c'])
    expect(moveToSlot(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moveToSlot(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'b', 'c'])
    expect(moveToSlot(['a', 'b', 'c'], 1, 2)).toEqual(['a', 'b', 'c'])
    expect(moveToSlot(['a'], 5, 0)).toEqual(['a'])
  })
})
