import { describe, expect, it } from 'vitest'
import '../../../worker/app.tsx'
import { contractCalls } from '../../support/worker/contract-suite.ts'
import { isRest, testDoors } from '../../support/worker/doors.ts'

/** Every file with columns writes days and times alike. Times are in UTC, and the names of their columns say so. */

const files = testDoors.filter(isRest).filter(({ endpoint }) => endpoint.raw === 'text/csv')

const { ready } = contractCalls()

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
/** A time of any kind, or a day as people of one country write it. */
const ANY_TIME = /\d\d:\d\d|\bGMT\b|^\d{1,2}\/\d{1,2}\/\d{2,4}$/
/** What happens at a time. */
const MOMENT =
  /^(added|created|submitted|decided|entered|found|approved or rejected|last event at|deadline|time|sent$)/i

/** Cells of a file with quotes and commas. */
const cellsOf = (text: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}

it('there are files of every kind', () => {
  expect(files.length).toBeGreaterThan(15)
})

describe.each(files)('$name', (door) => {
  it('names its columns with times, and writes them in UTC', async () => {
    const { input, client } = await ready(door)
    const { status, body } = await door.call(client, input)
    expect(status).toBe(200)
    const [header = [], ...lines] = cellsOf(String(body).replace('\uFEFF', ''))
    expect(header.length).toBeGreaterThan(1)
    // A template's cells are examples of what is read.
    if (door.name.includes('template')) return
    expect(header.filter((name) => MOMENT.test(name) && !name.endsWith('(UTC)') && !/ (by|in)\b/.test(name))).toEqual(
      [],
    )
    const cells = lines.flatMap((line) => line.map((cell, place) => ({ name: header[place] ?? '', cell })))
    const timed = cells.filter(({ name, cell }) => name.endsWith('(UTC)') && cell !== '')
    expect(timed.filter(({ cell }) => !TIME.test(cell))).toEqual([])
    expect(cells.filter(({ name, cell }) => !name.endsWith('(UTC)') && ANY_TIME.test(cell))).toEqual([])
  })
})
