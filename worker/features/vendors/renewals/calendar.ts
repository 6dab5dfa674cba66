import { addDays } from '../../../../schema/shared/calendar.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import type { Renewal } from '../../../../schema/vendors/renewals/endpoints.ts'

/** Renewals as an iCalendar file (RFC 5545): all-day events, which are on the same day everywhere. Pure. */

const encoder = new TextEncoder()
const MOST_OCTETS = 75

/** §3.1: lines of at most 75 octets, continued after a line break and a space, never within a character. */
export const foldLine = (line: string): string => {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    // The space before a continued line counts as an octet.
    if (octets + size > MOST_OCTETS - (parts.length > 0 ? 1 : 0)) {
      parts.push(part)
      part = ''
      octets = 0
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}

/** §3.3.11: escapes separators and line breaks. Other control characters are left out. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a calendar
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')

const dateValue = (day: string): string => day.replaceAll('-', '')
const stampOf = (now: number): string => `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** What a calendar says of a period that ends. */
export type CalendarRenewal = Omit<Renewal, 'noticeDays' | 'amortizedCost' | 'renewalReminders'>

interface CalendarOptions {
  name: string
  origin: string
  now: number
  /** Services that end on this day or later aren't all in it. Null if it has everything. */
  cutFrom: string | null
}

interface Entry {
  /** Stable for the same object, so that calendars update it. */
  uid: string
  day: string
  summary: string
}

const entriesOf = ({
  periodId,
  service,
  vendor,
  endDate,
  cancelBy,
  autorenews,
  continuesOn,
}: CalendarRenewal): Entry[] => {
  const of = vendor.name ? `${service.name} (${vendor.name})` : service.name
  const verb = continuesOn ? 'Period ends' : autorenews ? 'Renews' : 'Ends'
  return [
    { uid: `${periodId}-end`, day: endDate, summary: `${verb}: ${of}` },
    ...(cancelBy && !continuesOn
      ? [{ uid: `${periodId}-cancel`, day: cancelBy, summary: `Last day to cancel: ${of}` }]
      : []),
  ]
}

const detailsOf = (renewal: CalendarRenewal): string =>
  [
    `Period: ${renewal.startDate} to ${renewal.endDate}`,
    `Cost: ${formatMoney({ value: renewal.totalServicePeriodCost, currency: renewal.currency })}`,
    renewal.cancelBy && `Last day to cancel: ${renewal.cancelBy}`,
    `Renews: ${renewal.autorenews ? 'automatically' : 'manually'}`,
    renewal.continuesOn && `Continues from: ${renewal.continuesOn}`,
    renewal.owners.length > 0 && `Owners: ${renewal.owners.map(fullName).join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n')

const REPORT = '/reports/services-renewal'

export const calendarOf = (
  renewals: readonly CalendarRenewal[],
  { name, origin, now, cutFrom }: CalendarOptions,
): string => {
  const { hostname } = new URL(origin)
  const eventOf = ({ uid, day, summary }: Entry, description: string, path: string): string[] => [
    'BEGIN:VEVENT',
    `UID:${uid}@${hostname}`,
    `DTSTAMP:${stampOf(now)}`,
    `DTSTART;VALUE=DATE:${dateValue(day)}`,
    `DTEND;VALUE=DATE:${dateValue(addDays(day, 1))}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${origin}${path}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
  const cut = { uid: 'renewals-cut', day: cutFrom ?? '', summary: 'Not all later renewals are in this calendar' }
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Outlay//Renewals//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...renewals.flatMap((renewal) =>
      entriesOf(renewal).flatMap((entry) => eventOf(entry, detailsOf(renewal), hrefOf('SERVICE', renewal.service.id))),
    ),
    ...(cutFrom ? eventOf(cut, 'It has the services that end first. The renewal report has all of them.', REPORT) : []),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}
