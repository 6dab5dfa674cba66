import { describe, expect, it } from 'vitest'
import {
  areSpendValues,
  bodyOf,
  emptyValues,
  nextLine,
  restoredValues,
} from '../../../web/features/spend/spend-requests/form-values.ts'
import { linesIn, unreadFaults } from '../../../web/ui/grid/line-columns.ts'

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

describe('lines of a spend request', () => {
  const line = { ...nextLine([]), id: 'l1', unread: { departmentId: 'Enginering', amount: 'a lot' } }
  const value = { ...emptyValues('me', 'USD'), lines: [nextLine([]), line] }

  it('those that are saved already, and what couldn’t be read in them, are recognized after they were stored', () => {
    expect(areSpendValues(JSON.parse(JSON.stringify(value)))).toBe(true)
  })

  it('what couldn’t be read is refused in its cell, and not sent', () => {
    expect(unreadFaults(value)).toEqual({
      'lines.1.departmentId': 'Not found. Choose one from the list',
      'lines.1.amount': 'Enter an amount, such as 1,250.00',
    })
    expect(JSON.stringify(bodyOf(value))).not.toContain('unread')
  })

  it('another currency keeps what was typed', () => {
    const lines = [125_000, 199, null].map((amount) => ({ ...nextLine([]), amount }))
    expect(linesIn(lines, 'USD', 'JPY').map(({ amount }) => amount)).toEqual([1_250, 2, null])
  })
})
