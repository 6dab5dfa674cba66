import { describe, expect, it } from 'vitest'
import { endOfDay, startOfDay } from '../../../../schema/shared/calendar.ts'
import { changedFields, otherFacts } from '../../../../web/features/platform/audit/facts.ts'
import { reportWords } from '../../../../web/features/platform/audit/report-words.ts'

describe('a change in words', () => {
  it('each changed field is shown before and after', () => {
    const data = { before: { name: 'Legal', isOpen: false, kept: 1 }, after: { name: 'Law', isOpen: true, kept: 1 } }
    expect(changedFields(data)).toEqual([
      { label: 'Name', before: 'Legal', after: 'Law' },
      { label: 'Is open', before: 'No', after: 'Yes' },
    ])
  })
  it('lists show only what was added and removed', () => {
    const data = { before: { groups: ['A', 'B'] }, after: { groups: ['B', 'C'] } }
    expect(changedFields(data)).toEqual([{ label: 'Groups', before: 'A', after: 'C' }])
    const order = { before: ['A', 'B'], after: ['B', 'A'] }
    expect(changedFields(order)).toEqual([{ label: 'Order', before: 'A; B', after: 'B; A' }])
  })
  it('new and deleted values show None on the other side, and no ids', () => {
    expect(changedFields({ after: { name: 'Law', ownerId: 'x1' } })).toEqual([
      { label: 'Name', before: 'None', after: 'Law' },
    ])
    expect(changedFields({ before: { name: 'Law' }, after: null })).toEqual([
      { label: 'Name', before: 'Law', after: 'None' },
    ])
    for (const data of [null, 'x', {}, { note: 'y' }, { before: {}, after: {} }])
      expect(changedFields(data)).toEqual([])
  })
  it('dates, abbreviations and known fields are written as on other pages', () => {
    const after = { isSocTwoCompliant: true, paymentMethod: 'ACH', mode: 'LEVEL_BY_LEVEL', reviewed: '2026-02-03' }
    expect(changedFields({ after }).map(({ label, after: text }) => `${label}: ${text}`)).toEqual([
      'SOC 2 compliant: Yes',
      'Payment method: ACH',
      'Mode: Level by level',
      'Reviewed: Feb 3, 2026',
    ])
    // Not a day of the calendar, but what someone wrote.
    expect(changedFields({ after: { number: '2026-13-01' } })[0]?.after).toBe('2026-13-01')
  })
  it('other facts are kept beside the changes', () => {
    expect(otherFacts({ before: {}, after: {}, delegateUserId: 'x', note: 'Holiday' })).toEqual([
      { label: 'Note', text: 'Holiday' },
    ])
  })
})

describe('days of the audit filter', () => {
  it('days begin and end in the person’s time zone, also when the clocks change', () => {
    expect(startOfDay('2026-11-20', 'America/Los_Angeles')).toBe('2026-11-20T08:00:00.000Z')
    expect(endOfDay('2026-11-20', 'America/Los_Angeles')).toBe('2026-11-21T08:00:00.000Z')
    // The day is 23 hours long.
    expect(startOfDay('2026-03-08', 'America/Los_Angeles')).toBe('2026-03-08T08:00:00.000Z')
    expect(endOfDay('2026-03-08', 'America/Los_Angeles')).toBe('2026-03-09T07:00:00.000Z')
    expect(startOfDay('2026-06-01', 'Asia/Kolkata')).toBe('2026-05-31T18:30:00.000Z')
    expect(endOfDay('2026-12-31', 'Pacific/Auckland')).toBe('2026-12-31T11:00:00.000Z')
  })
  it('an invalid date is no day', () => {
    for (const text of [undefined, '', '2026-02-30', 'x']) {
      expect([startOfDay(text, 'UTC'), endOfDay(text, 'UTC')]).toEqual([undefined, undefined])
    }
  })
})

describe('checking the audit log', () => {
  const report = {
    ok: true,
    checked: 1_204,
    checkedUntil: '2026-11-20T17:41:00.000Z',
    unsealed: 0,
    firstBroken: null,
    heads: { checked: 2, keptElsewhere: 2, lastDay: '2026-11-20', lastSequence: 1_200 },
    limits: ['It can’t show whether an entry is true.'],
  }
  it('a successful check says what was checked and up to when', () => {
    expect(reportWords(report, 'UTC')).toEqual({
      ok: true,
      title: 'Audit log verified',
      lines: [
        '1,204 entries checked, up to Nov 20, 2026, 5:41 PM UTC: no entry was altered, removed or inserted.',
        'It can’t show whether an entry is true.',
      ],
    })
  })
  it('a failed check says where the chain breaks', () => {
    const firstBroken = {
      auditId: '77',
      problem: 'The entry was altered.',
      message: 'Renamed the group',
      occurredAt: '2026-11-20T17:00:00.000Z',
    }
    const words = reportWords({ ...report, ok: false, firstBroken }, 'UTC')
    expect(words.ok).toBe(false)
    expect(words.lines[0]).toBe(
      'The entry was altered. It is entry 77 of Nov 20, 2026, 5:00 PM UTC: “Renamed the group”.',
    )
    expect(
      reportWords({ ...report, ok: false, firstBroken: { ...firstBroken, message: null, occurredAt: null } }, 'UTC')
        .lines[0],
    ).toBe('The entry was altered. It is entry 77.')
  })
})
