import { describe, expect, it } from 'vitest'
import { endsBeforeStart, periodState, periodWords } from '../../../../schema/approvals/delegates/delegation.ts'
import { delegationBadge } from '../../../../web/features/approvals/delegates/words.ts'

const period = (startsOn: string | null, endsOn: string | null) => ({ startsOn, endsOn })

describe('a delegation', () => {
  it('a delegation is active from the time it begins until the time it ends', () => {
    const states = [99, 100, 150, 199, 200].map((now) => periodState({ startsAt: 100, endsAt: 200 }, now))
    expect(states).toEqual(['UPCOMING', 'IN_FORCE', 'IN_FORCE', 'IN_FORCE', 'ENDED'])
  })

  it('a delegation without days is always active', () => {
    expect(periodState({ startsAt: null, endsAt: null }, 100)).toBe('IN_FORCE')
    expect(periodState({ startsAt: null, endsAt: 100 }, 100)).toBe('ENDED')
    expect(periodState({ startsAt: 101, endsAt: null }, 100)).toBe('UPCOMING')
  })

  it('a delegation can start and end on the same day', () => {
    expect(endsBeforeStart(period('2026-11-20', '2026-11-20'))).toBe(false)
    expect(endsBeforeStart(period('2026-11-20', '2026-11-19'))).toBe(true)
    expect(endsBeforeStart(period(null, '2026-11-19'))).toBe(false)
  })

  it('the days are in words', () => {
    const words = (startsOn: string | null, endsOn: string | null) =>
      periodWords(period(startsOn, endsOn), (day) => day)
    expect(words('2026-11-20', '2026-11-30')).toBe('from 2026-11-20 until 2026-11-30')
    expect(words(null, '2026-11-30')).toBe('until 2026-11-30')
    expect(words(null, null)).toBe('')
  })

  it('each state has a word and its own shape', () => {
    const badges = (['IN_FORCE', 'UPCOMING', 'ENDED', 'DISABLED'] as const).map((state) =>
      delegationBadge({ state, startsOn: '2026-12-01' }),
    )
    expect(badges.map(({ label }) => label)).toEqual(['Active', 'From Dec 1, 2026', 'Ended', 'Disabled'])
    expect(new Set(badges.map(({ tone }) => tone)).size).toBe(4)
  })
})
