import { describe, expect, it } from 'vitest'
import { calendarDate, requiredDate } from '../../../schema/shared/values.ts'
import { date } from '../../../worker/core/import-cells.ts'

const faultOf = (text: string): string | undefined => calendarDate.safeParse(text).error?.issues[0]?.message

describe('a date that there isn’t', () => {
  it.each([
    ['2026-02-30', 'There is no February 30. February 2026 has 28 days'],
    ['2024-02-30', 'There is no February 30. February 2024 has 29 days'],
    ['2026-04-31', 'There is no April 31. April 2026 has 30 days'],
    ['2026-13-01', 'There is no month 13. Months are 01 to 12'],
    ['30.02.2026', 'Date must be in format yyyy-mm-dd'],
    ['2026-2-3', 'Date must be in format yyyy-mm-dd'],
  ])('%s is said in words', (text, words) => {
    expect(faultOf(text)).toBe(words)
    expect(requiredDate.safeParse(text).error?.issues[0]?.message).toBe(words)
  })

  it('files say the same', () => {
    expect(date('2026-02-30')).toEqual({ message: 'There is no February 30. February 2026 has 28 days' })
    expect(date('tomorrow')).toEqual({ message: 'tomorrow isn’t a date. Use the format yyyy-mm-dd' })
  })
})
