import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CsvRow, csvStream } from '../../../worker/core/csv.ts'

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
