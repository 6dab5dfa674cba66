import { describe, expect, it } from 'vitest'
import {
  bankDayAt,
  bankingDayAtOrAfter,
  dueOf,
  isBankingDay,
  lastDayLeft,
  leaveFault,
  leavesFor,
} from '../../../../schema/money/payments/schedule.ts'

describe('banking days', () => {
  it.each([
    ['2026-01-01', 'New Year’s Day'],
    ['2026-01-19', 'the third Monday of January'],
    ['2026-02-16', 'the third Monday of February'],
    ['2026-05-25', 'the last Monday of May'],
    ['2026-06-19', 'Juneteenth'],
    ['2026-09-07', 'the first Monday of September'],
    ['2026-10-12', 'the second Monday of October'],
    ['2026-11-11', 'Veterans Day'],
    ['2026-11-26', 'the fourth Thursday of November'],
    ['2026-12-25', 'Christmas'],
    ['2027-07-05', 'the Monday after a holiday on a Sunday'],
    ['2026-11-28', 'a Saturday'],
  ])('banks are closed on %s, %s', (day) => expect(isBankingDay(day)).toBe(false))

  it.each([
    ['2026-07-03', 'the Friday before a holiday on a Saturday'],
    ['2026-11-27', 'the day after Thanksgiving'],
    ['2026-05-18', 'a Monday before the last one of May'],
  ])('banks are open on %s, %s', (day) => expect(isBankingDay(day)).toBe(true))

  it('a day that is none is followed by the next one', () => {
    expect(bankingDayAtOrAfter('2026-12-25')).toBe('2026-12-28')
    expect(bankingDayAtOrAfter('2026-12-24')).toBe('2026-12-24')
  })
})

describe('when a payment leaves', () => {
  it.each([
    ['2026-12-10', '2026-12-08', 'two banking days before'],
    ['2026-12-14', '2026-12-10', 'over a weekend'],
    ['2026-12-13', '2026-12-09', 'a due date on a Sunday, so it arrives on the Friday before'],
    ['2026-12-29', '2026-12-24', 'over a holiday'],
    ['2026-11-20', '2026-11-25', 'a due date that has passed, so today'],
  ])('a bill that is due on %s is paid on %s: %s', (due, day) => expect(leavesFor(due, '2026-11-25')).toBe(day))

  it('never before the next banking day', () => expect(leavesFor('2026-11-27', '2026-11-28')).toBe('2026-11-30'))

  it('a bill without a due date is due by the vendor’s terms', () => {
    const bill = { dueDate: null, invoiceDate: '2026-11-01' }
    expect(dueOf({ ...bill, paymentTerm: 'NET_30' })).toBe('2026-12-01')
    expect(dueOf({ ...bill, paymentTerm: 'DUE_UPON_RECEIPT' })).toBe('2026-11-01')
    expect(dueOf({ ...bill, paymentTerm: 'UNKNOWN' })).toBeNull()
    expect(dueOf({ ...bill, paymentTerm: null })).toBeNull()
    expect(dueOf({ ...bill, dueDate: '2026-11-09', paymentTerm: 'NET_30' })).toBe('2026-11-09')
  })

  it.each([
    ['2026-11-24', 'today or a later day'],
    ['2026-11-26', 'next banking day is Nov 27, 2026'],
    ['2027-12-01', 'within a year'],
  ])('%s can’t be chosen', (day, words) => expect(leaveFault(day, '2026-11-25')).toContain(words))

  it('a day a year ahead can be chosen, and the one after it can’t', () => {
    // A Friday, 365 days after another day.
    expect(leaveFault('2027-12-03', '2026-12-03')).toBeNull()
    expect(leaveFault('2027-12-03', '2026-12-02')).toBe('Choose a day within a year')
  })

  it('today can be chosen', () => expect(leaveFault('2026-11-25', '2026-11-25')).toBeNull())

  it('the day is that of the banks, and begins for payments at six in the morning', () => {
    const midnight = Date.parse('2026-11-25T05:00:00Z')
    expect([bankDayAt(midnight - 1), bankDayAt(midnight)]).toEqual(['2026-11-24', '2026-11-25'])
    const six = Date.parse('2026-11-25T11:00:00Z')
    expect([lastDayLeft(six - 1), lastDayLeft(six)]).toEqual(['2026-11-24', '2026-11-25'])
  })
})
