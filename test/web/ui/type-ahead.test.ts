import { describe, expect, it } from 'vitest'
import { labelMeant, NOTHING_TYPED, typedOn } from '../../../web/ui/choices/type-ahead.ts'

const LABELS = ['Approved', 'Archived', 'Pending', 'Rejected']

describe('typing on a list without a search box', () => {
  it.each([
    ['r', -1, 'Rejected'],
    ['ar', -1, 'Archived'],
    ['a', -1, 'Approved'],
    // The same letter again: the next label that begins with it, wrapping around.
    ['a', 0, 'Archived'],
    ['a', 1, 'Approved'],
    ['aa', 0, 'Archived'],
    // The marked option already matches longer text.
    ['ap', 0, 'Approved'],
  ])('“%s” on option %i means %s', (text, current, meant) => {
    expect(LABELS[labelMeant(LABELS, text, current)]).toBe(meant)
  })

  it('letters that no label begins with mean nothing', () => {
    expect(labelMeant(LABELS, 'x', 0)).toBe(-1)
    expect(labelMeant([], 'a', -1)).toBe(-1)
  })

  it('typing starts over after a pause', () => {
    const first = typedOn(NOTHING_TYPED, 'A', 1000)
    expect(typedOn(first, 'r', 1300).text).toBe('ar')
    expect(typedOn(first, 'r', 2300).text).toBe('r')
  })
})
