import { describe, expect, it } from 'vitest'
import {
  currentCursor,
  formatSort,
  moveRow,
  nextPage,
  nextSort,
  orderBy,
  parseSort,
  previousPage,
  rangeLabel,
} from '../../../web/ui/table/paging.ts'

const first = { cursors: [] }

describe('paging by cursors', () => {
  it('paging goes forward, and back along the same cursors', () => {
    const third = nextPage(nextPage(first, 'a'), 'b')
    expect(currentCursor(first)).toBeUndefined()
    expect(currentCursor(third)).toBe('b')
    expect(currentCursor(previousPage(third))).toBe('a')
    expect(previousPage(previousPage(third))).toEqual(first)
    expect(previousPage(first)).toEqual(first)
  })

  it('the label shows the range', () => {
    expect(rangeLabel(first, 20, 20, true)).toBe('1–20 of more')
    expect(rangeLabel(first, 20, 20, false)).toBe('1–20')
    expect(rangeLabel({ cursors: ['a'] }, 20, 20, true)).toBe('21–40 of more')
    expect(rangeLabel({ cursors: ['a', 'b'] }, 7, 20, false)).toBe('41–47')
    expect(rangeLabel({ cursors: ['a'] }, 1, 20, false)).toBe('21')
    expect(rangeLabel(first, 0, 20, false)).toBe('0')
  })
})

describe('sorting by headers', () => {
  it('a header sorts ascending, then descending, then in the list’s own order', () => {
    const up = nextSort(null, 'createdAt')
    const down = nextSort(up, 'createdAt')
    expect([up, down, nextSort(down, 'createdAt')]).toEqual([
      { by: 'createdAt', dir: 'ASC' },
      { by: 'createdAt', dir: 'DESC' },
      null,
    ])
    expect(nextSort(down, 'number')).toEqual({ by: 'number', dir: 'ASC' })
  })

  it('the sort order is written to the address and read back', () => {
    for (const sort of [
      { by: 'createdAt', dir: 'ASC' as const },
      { by: 'number', dir: 'DESC' as const },
    ]) {
      expect(parseSort(formatSort(sort))).toEqual(sort)
    }
    expect(formatSort(null)).toBeUndefined()
    expect(parseSort('--x')).toBeNull()
    expect(parseSort('a b')).toBeNull()
    expect(orderBy({ by: 'number', dir: 'DESC' })).toEqual({ by: ['number'], dir: ['DESC'] })
    expect(orderBy(null)).toBeUndefined()
  })
})

it('moving between rows stays within the list', () => {
  expect(moveRow(-1, 1, 3)).toBe(0)
  expect(moveRow(2, 1, 3)).toBe(2)
  expect(moveRow(0, -1, 3)).toBe(0)
  expect(moveRow(0, 1, 0)).toBe(-1)
})
