import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import '../../../worker/app.tsx'
import { contractCalls } from '../../support/worker/contract-suite.ts'
import { isRest, testDoors } from '../../support/worker/doors.ts'

/** Every column of every file is of one kind, so that spreadsheets and programs read it. */

type Kind = 'text' | 'amount' | 'number' | 'currency' | 'day' | 'time' | 'yes or no'

const READS: Record<Kind, RegExp> = {
  text: /^.*$/s,
  amount: /^-?\d+(\.\d+)?$/,
  number: /^-?\d+(\.\d+)?$/,
  currency: /^[A-Z]{3}$/,
  day: /^\d{4}-\d\d-\d\d$/,
  time: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  'yes or no': /^(Yes|No)$/,
}

/** By the header. Rules come in order, and the rest is text. */
const KINDS: [Kind, RegExp][] = [
  ['time', /\(UTC\)$/],
  ['text', /: other currencies$|^Waiting for$|^Units /],
  ['currency', /^(Currency|Company currency)$|: currency$|(?<!in company) currency$/],
  ['day', /\b(date|starts|ends)$|^(Date|Due|Scheduled|Last day to cancel|Expected arrival|Amortized (from|to))$/i],
  [
    'amount',
    /^(Amount|Total|Tax|Savings|Billed|Paid|Open|Owed|Not due yet|Debit|Credit|Balance|Monthly cost|Cost per unit|Next 12 months|Last 12 months|Cost of the period)\b|days overdue$/,
  ],
  [
    'number',
    /^(No\.|Line|Row|Services|Documents|Bidders|Bids|Bills|Exchange rate|Size in bytes|Units a month)$|\((days|%)\)$/,
  ],
  ['yes or no', /^(Enabled|Archived|Payroll|Holds payment|Required|Several answers|SOC 2 compliant)$/],
]
const kindOf = (file: string, header: string): Kind => {
  // An amount in the ledger; elsewhere whether a bill is one.
  if (header === 'Credit' && !file.includes('trial-balance')) return 'yes or no'
  return KINDS.find(([, names]) => names.test(header))?.[0] ?? 'text'
}

const files = testDoors
  .filter(isRest)
  .filter(({ endpoint, name }) => endpoint.raw === 'text/csv' && !name.includes('template'))
const { ready } = contractCalls()

describe.each(files)('$name', (door) => {
  it('each column of the file is of one kind, and each amount has a currency beside it', async () => {
    const { input, client } = await ready(door)
    const { body } = await door.call(client, input)
    const { data, errors } = Papa.parse<string[]>(String(body).replace('\uFEFF', ''), { skipEmptyLines: true })
    expect(errors.filter(({ type }) => type !== 'Delimiter')).toEqual([])
    const [headers = [], ...rows] = data
    expect(new Set(headers).size).toBe(headers.length)
    const kinds = headers.map((header) =>
      // A custom field of the company.
      headers.includes(`${header} currency`) ? 'amount' : kindOf(door.endpoint.path, header),
    )
    const wrong = rows.flatMap((row) =>
      row.flatMap((cell, column) => {
        const kind = kinds[column] ?? 'text'
        return cell === '' || cell === 'Not applicable' || READS[kind].test(cell) ? [] : [`${headers[column]}: ${cell}`]
      }),
    )
    expect(wrong).toEqual([])
    for (const row of rows) expect(row).toHaveLength(headers.length)
    if (kinds.includes('amount')) expect(kinds).toContain('currency')
  })
})
