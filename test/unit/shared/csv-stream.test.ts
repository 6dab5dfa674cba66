import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CsvRow, csvResponse, csvStream } from '../../../worker/core/csv.ts'

describe('an export', () => {
  it('an export holds one page at a time and reads the next when the last was taken', async () => {
    const PAGES = 50
    let read = 0
    async function* pages(): AsyncGenerator<CsvRow[]> {
      for (let page = 0; page < PAGES; page += 1) {
        read += 1
        yield [[`Page ${page}`]]
      }
    }
    const reader = csvStream(pages()).getReader()
    for (let taken = 1; taken <= PAGES; taken += 1) {
      expect((await reader.read()).done).toBe(false)
      // The stream keeps one page ready.
      expect(read).toBeLessThanOrEqual(taken + 1)
    }
    expect((await reader.read()).done).toBe(true)
  })

  it('an export stops reading when the download is canceled', async () => {
    let read = 0
    let isClosed = false
    async function* pages(): AsyncGenerator<CsvRow[]> {
      try {
        for (;;) {
          read += 1
          yield [['Page']]
        }
      } finally {
        isClosed = true
      }
    }
    const reader = csvStream(pages()).getReader()
    await reader.read()
    await reader.cancel()
    expect({ isClosed, few: read <= 2 }).toEqual({ isClosed: true, few: true })
  })

  const paged = (breaksOff: boolean) => {
    async function* pages(): AsyncGenerator<CsvRow[]> {
      yield [['Name']]
      yield [['Ada'], ['Bob']]
      if (breaksOff) throw new Error('D1 is away')
      yield [['Eve']]
    }
    return csvStream(pages())
  }
  const answer = (prefer: string | undefined, breaksOff = false) =>
    csvResponse({ fileName: 'people.csv', text: paged(breaksOff) }, { req: { header: () => prefer } })

  it('a file has nothing but rows, and says how many to a program that asks for it', async () => {
    expect(await answer(undefined).text()).toBe('Name\r\nAda\r\nBob\r\nEve\r\n')
    const counted = answer('respond-async, row-count')
    expect(counted.headers.get('Preference-Applied')).toBe('row-count')
    expect(await counted.text()).toBe('Name\r\nAda\r\nBob\r\nEve\r\n# Whole: 3 rows\r\n')
  })

  it('a file that can’t be read to its end fails, and never ends early as if it were whole', async () => {
    for (const prefer of [undefined, 'row-count']) {
      await expect(answer(prefer, true).text()).rejects.toThrow('D1 is away')
    }
  })

  it('every export with more than one page is written as a stream', () => {
    const features = join(import.meta.dirname, '../../../worker/features')
    const whole = readdirSync(features, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && /\bcsvOf\(/.test(readFileSync(join(features, name), 'utf8')))
      .sort()
    // The questions of one form, and empty templates.
    expect(whole).toEqual([
      'platform/member-imports/read.ts',
      'requests/categories/export-steps.ts',
      'requests/external-requests/read.ts',
      'vendors/imports/read.ts',
    ])
  })
})
