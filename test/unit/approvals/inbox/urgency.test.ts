import { describe, expect, it } from 'vitest'
import { byUrgency, firstDue } from '../../../../schema/approvals/inbox/urgency.ts'

const NOW = Date.parse('2026-11-30T12:00:00.000Z')
const at = (day: string) => `2026-${day}T12:00:00.000Z`

describe('what comes first', () => {
  it('overdue, then failed, then due within two days, then what waits longest', () => {
    const items = [
      { id: 'new', since: at('11-29'), dueAt: null },
      { id: 'due in a week', since: at('11-02'), dueAt: at('12-07') },
      { id: 'old', since: at('11-01'), dueAt: null },
      { id: 'due tomorrow', since: at('11-28'), dueAt: at('12-01') },
      { id: 'due today', since: at('11-28'), dueAt: at('11-30').replace('T12', 'T18') },
      { id: 'failed', since: null, dueAt: null, isStuck: true },
      { id: 'late by a day', since: at('11-20'), dueAt: at('11-29') },
      { id: 'late by a week', since: at('11-25'), dueAt: at('11-23') },
    ]
    expect(byUrgency(items, NOW).map(({ id }) => id)).toEqual([
      'late by a week',
      'late by a day',
      'failed',
      'due today',
      'due tomorrow',
      'old',
      'due in a week',
      'new',
    ])
  })

  it('the first of several deadlines counts, and a paused one not at all', () => {
    const late = '2026-12-01T09:00:00+02:00'
    expect(firstDue([{ dueAt: '2026-12-01T08:00:00Z' }, { dueAt: null }, { dueAt: late }, {}])).toBe(late)
    expect(firstDue([{ dueAt: null }, {}])).toBeNull()
  })
})
