import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Renewal } from '../../../../schema/vendors/renewals/endpoints.ts'
import { calendarOf, escapeText, foldLine } from '../../../../worker/features/vendors/renewals/calendar.ts'

const renewal = (more: Partial<Renewal> = {}): Renewal => ({
  periodId: 'p1',
  service: { id: 's1', name: 'Compute, storage; backups' },
  vendor: { id: 'v1', name: 'Acme' },
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  autorenews: true,
  noticeDays: 30,
  cancelBy: '2026-12-01',
  totalServicePeriodCost: 120_000,
  amortizedCost: 10_000,
  currency: 'USD',
  owners: [{ id: 'u1', firstName: 'Olga', lastName: 'Owner', email: 'o@a.test' }],
  renewalReminders: [],
  continuesOn: null,
  ...more,
})
const options = {
  name: 'Brightwater',
  origin: 'https://app.outlay.example',
  now: Date.UTC(2026, 10, 20, 9, 41, 5),
  cutFrom: null,
}
const unfold = (text: string) => text.replaceAll('\r\n ', '')
const octets = (line: string) => new TextEncoder().encode(line).length

describe('a calendar of renewals', () => {
  it('a calendar has all-day events that end before the next day, with stable ids', () => {
    const lines = unfold(calendarOf([renewal()], options)).split('\r\n')
    expect(lines).toContain('UID:p1-end@app.outlay.example')
    expect(lines).toContain('UID:p1-cancel@app.outlay.example')
    expect(lines).toContain('DTSTART;VALUE=DATE:20261231')
    expect(lines).toContain('DTEND;VALUE=DATE:20270101')
    expect(lines).toContain('DTSTART;VALUE=DATE:20261201')
    expect(lines).toContain('DTSTAMP:20261120T094105Z')
    expect(lines).toContain('SUMMARY:Renews: Compute\\, storage\\; backups (Acme)')
    const later = calendarOf([renewal({ endDate: '2027-01-31' })], { ...options, now: options.now + 1 })
    expect(unfold(later)).toContain('UID:p1-end@app.outlay.example')
  })

  it('a service that already continues has no event to cancel it', () => {
    const text = calendarOf([renewal({ continuesOn: '2027-01-01' })], options)
    expect(text).not.toContain('-cancel@')
    expect(text).toContain('SUMMARY:Period ends')
  })

  it('no line has more than 75 octets in any language, and folding loses no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        const text = calendarOf([renewal({ service: { id: 's1', name } })], options)
        for (const line of text.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75)
        expect(unfold(text)).toContain(`SUMMARY:Renews: ${escapeText(name)} (Acme)`)
      }),
    )
  })

  it('folding never splits a character', () => {
    const line = 'ü'.repeat(100)
    for (const part of foldLine(line).split('\r\n ')) expect(part).toMatch(/^ü+$/)
  })

  it('separators and line breaks are escaped', () => {
    expect(escapeText('a\\b;c,d\r\nBEGIN:VEVENT\u0007')).toBe('a\\\\b\\;c\\,d\\nBEGIN:VEVENT')
    const text = calendarOf([renewal({ service: { id: 's1', name: 'x\r\nATTENDEE:mailto:a@b.c' } })], options)
    expect(text).not.toMatch(/\r\nATTENDEE/)
  })
})
