import { describe, expect, it } from 'vitest'
import { formatRough } from '../../../../schema/shared/money.ts'
import { axisName, placeIn, scaleOf } from '../../../../web/ui/chart/scale.ts'

describe('the axes of a chart', () => {
  it.each([
    ['amounts', [0, 3_875_40, 11_200_00], 100, [0, 500_000, 1_000_000, 1_500_000]],
    ['counts', [1, 4, 2], 1, [0, 2, 4]],
    ['one thing', [1], 1, [0, 1]],
    ['nothing', [0, 0], 1, [0, 1]],
    ['above and below', [-250, 120], 1, [-400, -200, 0, 200]],
    ['only below', [-7], 1, [-9, -6, -3, 0]],
    ['yen', [7], 1, [0, 3, 6, 9]],
  ])(
    'the values of %s are round, zero among them, and no bar is longer than the axis',
    (_, values, smallest, ticks) => {
      expect(scaleOf(values, smallest).ticks).toEqual(ticks)
    },
  )

  it('a value stands where the axis says it', () => {
    const scale = scaleOf([-250, 120], 1)
    expect([-400, 0, 200].map((value) => placeIn(scale, value))).toEqual([0, (100 * 400) / 600, 100])
  })

  it('a month is called by its year only where the year begins', () => {
    expect(axisName('Nov 2026', undefined)).toEqual({ text: 'Nov', year: '2026' })
    expect(axisName('Dec 2026', 'Nov 2026')).toEqual({ text: 'Dec' })
    expect(axisName('Jan 2027', 'Dec 2026')).toEqual({ text: 'Jan', year: '2027' })
    expect(axisName('Dec 14, 2026', 'Overdue')).toEqual({ text: 'Dec 14', year: '2026' })
    expect(axisName('Dec 28, 2026', 'Dec 14, 2026')).toEqual({ text: 'Dec 28' })
    expect(axisName('Overdue', undefined)).toEqual({ text: 'Overdue' })
  })

  it('the axis of amounts is short, in the currency', () => {
    expect(formatRough({ value: 1_500_000_00, currency: 'USD' })).toBe('$1.5M')
    expect(formatRough({ value: 40_000, currency: 'JPY' })).toBe('¥40K')
    expect(formatRough({ value: -250_00, currency: 'EUR' })).toBe('-€250')
  })
})
