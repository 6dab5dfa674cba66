import { describe, expect, it } from 'vitest'
import { splitAnswers } from '../../../../web/features/requests/submissions/batches.ts'

const entry = (questionId: string, length: number) => ({ questionId, value: 'x'.repeat(length) })

describe('splitting answers into batches', () => {
  it('small or empty answers are one batch', () => {
    expect(splitAnswers([])).toEqual([[]])
    expect(splitAnswers([entry('a', 10), entry('b', 10)])).toHaveLength(1)
  })
  it('batches stay below the size and keep the order', () => {
    const entries = ['a', 'b', 'c', 'd', 'e'].map((id) => entry(id, 400))
    const batches = splitAnswers(entries, 1000)
    expect(batches.flat()).toEqual(entries)
    expect(batches.length).toBeGreaterThan(1)
    for (const batch of batches) expect(JSON.stringify(batch).length).toBeLessThanOrEqual(1000)
  })
  it('an answer above the size is sent alone', () => {
    expect(splitAnswers([entry('a', 5), entry('b', 5000), entry('c', 5)], 1000).map((batch) => batch.length)).toEqual([
      1, 1, 1,
    ])
  })
  it('the size is measured in bytes, not characters', () => {
    const entries = ['a', 'b'].map((questionId) => ({ questionId, value: '€'.repeat(200) }))
    expect(splitAnswers(entries, 1000)).toHaveLength(2)
  })
  it('more than the server accepts is refused', () => {
    expect(() =>
      splitAnswers(
        Array.from({ length: 102 }, (_, i) => entry(`q${i}`, 50)),
        60,
      ),
    ).toThrow(RangeError)
  })
})
