import { describe, expect, it } from 'vitest'
import type { Entity } from '../../../../schema/documents/reading/readings.ts'
import { passageOf, placeOf } from '../../../../web/features/documents/documents/places.ts'

describe('the place of an extracted term', () => {
  it('the place has a box for each of its lines', () => {
    const corners = (left: number, top: number, right: number, bottom: number) => [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ]
    const entity = {
      mentionText: 'renews automatically',
      pageAnchor: {
        pageRefs: [
          { page: 2, normalizedVertices: corners(0.5, 0.25, 0.75, 0.5) },
          { page: 2, normalizedVertices: corners(0, 0.5, 0.25, 0.75) },
        ],
      },
    } as Entity
    expect(placeOf({ entities: [entity] }, entity)).toEqual({
      index: 0,
      page: 2,
      mention: 'renews automatically',
      boxes: [
        { left: 0.5, top: 0.25, width: 0.25, height: 0.25 },
        { left: 0, top: 0.5, width: 0.25, height: 0.25 },
      ],
    })
  })

  it('the place is a passage of the text if there is no page to draw, however its lines are broken', () => {
    const text = 'The term.\nThe term renews\nautomatically each\tyear.'
    const found = passageOf(text, 'The term renews automatically each year.')
    expect(found && text.slice(found.start, found.end)).toBe('The term renews\nautomatically each\tyear.')
    expect(passageOf(text, 'something else')).toBeNull()
    expect(passageOf(text, ' ')).toBeNull()
  })
})
