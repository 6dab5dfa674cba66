import { describe, expect, it } from 'vitest'
import { businessText, spentText, timeByStatus } from '../../../../web/features/requests/submissions/work-time.ts'

const HOUR = 3_600_000
const user = { userId: 'bo', name: 'Bo' }
const span = (blockStatus: 'PENDING' | 'IN_PROGRESS', at: number, spentMs: number | null) => ({
  id: String(at),
  createdAt: new Date(at).toISOString(),
  user,
  blockStatus,
  until: null,
  spentMs,
  businessMs: HOUR,
})

describe('time in a work status', () => {
  it('the time adds up over returns to a status, including the current one', () => {
    const spans = [span('PENDING', 0, HOUR), span('IN_PROGRESS', HOUR, 2 * HOUR), span('PENDING', 3 * HOUR, null)]
    expect(timeByStatus(spans, 7 * HOUR)).toEqual([
      { blockStatus: 'PENDING', ms: 5 * HOUR, businessMs: 2 * HOUR },
      { blockStatus: 'IN_PROGRESS', ms: 2 * HOUR, businessMs: HOUR },
    ])
  })

  it.each([
    [59_999, 'less than a minute'],
    [60_000, '1 minute'],
    [3 * HOUR + 120_000, '3 hours 2 minutes'],
    [24 * HOUR, '1 day'],
    [49 * HOUR + 120_000, '2 days 1 hour'],
  ])('%d ms reads as %s', (ms, text) => {
    expect(spentText(ms)).toBe(text)
  })

  it.each([
    [0, '0 business hours'],
    [HOUR + 60_000, '1 business hour'],
    [12.6 * HOUR, '13 business hours'],
  ])('%d ms of business time read as %s', (ms, text) => {
    expect(businessText(ms)).toBe(text)
  })
})
