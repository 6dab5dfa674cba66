import type { StandIn } from './stand-in.ts'

/**
 * Reference rates as https://www.ecb.europa.eu/stats/eurofxref publishes them: on working days, one Cube a day. The
 * rates are made up, and always the same for one day.
 */
const PER_EURO = {
  USD: 1.0843,
  JPY: 164.12,
  GBP: 0.8541,
  AUD: 1.6572,
  CAD: 1.4925,
  CHF: 0.9462,
  CNY: 7.7215,
  HKD: 8.4418,
  ILS: 3.9874,
  SEK: 11.4235,
}
const DAY_MS = 24 * 60 * 60 * 1000
/** Around 16:00 CET. */
const PUBLISHED_AT_MS = 15 * 60 * 60 * 1000

const workingDays = (now: number, count: number): Date[] => {
  const days: Date[] = []
  for (let at = now - PUBLISHED_AT_MS; days.length < count; at -= DAY_MS) {
    const day = new Date(at)
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) days.push(day)
  }
  return days
}

const cubeOf = (day: Date): string => {
  // Varies a little, so that days differ.
  const wave = 1 + Math.sin(day.getTime() / DAY_MS / 9) / 200
  const rates = Object.entries(PER_EURO).map(
    ([currency, rate]) => `<Cube currency='${currency}' rate='${Number((rate * wave).toPrecision(5))}'/>`,
  )
  return `<Cube time='${day.toISOString().slice(0, 10)}'>${rates.join('')}</Cube>`
}

const FEEDS: Record<string, number> = {
  '/stats/eurofxref/eurofxref-daily.xml': 1,
  '/stats/eurofxref/eurofxref-hist-90d.xml': 64,
}

export const ecb: StandIn = {
  host: 'www.ecb.europa.eu',
  async answer(request) {
    const count = FEEDS[new URL(request.url).pathname]
    if (request.method !== 'GET' || !count) return new Response('Not found', { status: 404 })
    const cubes = workingDays(Date.now(), count).map(cubeOf).join('')
    return new Response(
      `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube>${cubes}</Cube>
</gesmes:Envelope>`,
      { headers: { 'content-type': 'text/xml' } },
    )
  },
}
