import { describe, expect, it } from 'vitest'
import { areSpendValues, emptyValues, restoredValues } from '../../../web/features/spend/spend-requests/form-values.ts'

describe('a new spend request kept in the browser', () => {
  const value = { ...emptyValues('me', 'USD'), description: 'Seats', documentIds: ['d1'] }
  const kept = JSON.parse(JSON.stringify(value))
  const at = '2026-03-01T08:00:00.000Z'

  it('what was typed is recognized after it was stored, and anything else is not', () => {
    expect(areSpendValues(kept)).toBe(true)
    for (const other of [null, {}, 'text', { ...kept, lines: [{}] }, { ...kept, currency: 'none' }]) {
      expect(areSpendValues(other)).toBe(false)
    }
  })

  it('uploads that are removed after a day are not restored', () => {
    expect(restoredValues({ value, at }, Date.parse('2026-03-01T20:00:00Z')).documentIds).toEqual(['d1'])
    expect(restoredValues({ value, at }, Date.parse('2026-03-02T08:00:00Z'))).toEqual({ ...value, documentIds: [] })
  })
})
