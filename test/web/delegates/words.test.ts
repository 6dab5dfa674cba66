import { describe, expect, it } from 'vitest'
import { endsBeforeStart, periodState, periodWords } from '../../../schema/members/delegation.ts'
import { delegationBadge } from '../../../web/features/delegates/words.ts'

const period = (startsOn: string | null, endsOn: string | null) => ({ startsOn, endsOn })

describe('a delegation', () => {
  it('is in force from its first day to its last, both included', () => {
    const states = ['2026-11-19', '2026-11-20', '2026-11-25', '2026-11-30', '2026-12-01'].map((today) =>
      periodState(period('2026-11-20', '2026-11-30'), today),
    )
    expect(states).toEqual(['UPCOMING', 'IN_FORCE', 'IN_FORCE', 'IN_FORCE', 'ENDED'])
  })

  it('is in force always where it has no days', () => {
    expect(periodState(period(null, null), '2026-11-20')).toBe('IN_FORCE')
    expect(periodState(period(null, '2026-11-19'), '2026-11-20')).toBe('ENDED')
    expect(periodState(period('2026-11-21', null), '2026-11-20')).toBe('UPCOMING')
  })

  it('of a single day is no end before its start', () => {
    expect(endsBeforeStart(period('2026-11-20', '2026-11-20'))).toBe(false)
    expect(endsBeforeStart(period('2026-11-20', '2026-11-19'))).toBe(true)
    expect(endsBeforeStart(period(null, '2026-11-19'))).toBe(false)
  })

  it('says its days in words', () => {
    const words = (startsOn: string | null, endsOn: string | null) =>
      periodWords(period(startsOn, endsOn), (day) => day)
    expect(words('2026-11-20', '2026-11-30')).toBe('from 2026-11-20 until 2026-11-30')
    expect(words(null, '2026-11-30')).toBe('until 2026-11-30')
    expect(words(null, null)).toBe('')
  })

  it('shows its state as a word with its own shape', () => {
    const badges = (['IN_FORCE', 'UPCOMING', 'ENDED', 'DISABLED'] as const).map((state) =>
      delegationBadge({ state, startsOn: '2026-12-01' }),
    )
    expect(badges.map(({ label }) => label)).toEqual(['Active', 'From Dec 1, 2026', 'Ended', 'Disabled'])
    expect(new Set(badges.map(({ tone }) => tone)).size).toBe(4)
  })
})
