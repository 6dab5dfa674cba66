import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullSql, PHRASES, shortened, shortKey } from '../../../worker/core/audit-text.ts'

const database = new DatabaseSync(':memory:')
database.exec(`CREATE TABLE t (action TEXT, message TEXT, change_data TEXT, target_id TEXT, is_short INTEGER,
  full_action TEXT AS (${fullSql('action')}), full_message TEXT AS (${fullSql('message')}), full_data TEXT AS (${fullSql('change_data')}))`)
const insert = database.prepare(
  'INSERT INTO t (action, message, change_data, target_id, is_short) VALUES (?, ?, ?, ?, ?) RETURNING full_action, full_message, full_data',
)
const NUL = String.fromCharCode(0)
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...PHRASES, 'id-1', '\u0001', '\u0002\u001f', '\n'),
    ),
  )
  .map((parts) => parts.join('').replaceAll(NUL, ''))

describe('the text of history entries', () => {
  it('SQL gives back every text that was shortened', () => {
    fc.assert(
      fc.property(text, text, text, fc.constantFrom('id-1', 'x', ''), (verb, message, data, targetId) => {
        const entry = { action: `intake-submission.${verb}`, message, changeData: JSON.stringify(data), targetId }
        const { action, message: said, changeData, isShort } = shortened(entry)
        const row = insert.get(action, said, changeData, targetId, isShort ?? null)
        expect({ ...row }).toEqual({
          full_action: entry.action,
          full_message: entry.message,
          full_data: entry.changeData,
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('the database puts back the same phrases, which stored entries and their hashes depend on', () => {
    const migration = readFileSync('migrations/0207_shorten_history.sql', 'utf8')
    for (const column of ['action', 'message', 'change_data']) expect(migration).toContain(`(${fullSql(column)})`)
  })

  it('an ordinary approval becomes a fraction of its text', () => {
    const entry = {
      action: 'intake-submission.block-approved',
      message: 'Grace Clarke approved “Legal”',
      changeData: '{"blockId":"0123456789abcdefghijklmn-1-3","label":"Legal","comment":""}',
      targetId: '0123456789abcdefghijklmn',
    }
    const { action, message, changeData } = shortened(entry)
    expect(`${action}${message}${changeData}`.length).toBeLessThan(40)
  })

  it('text with control characters of its own stays as it is', () => {
    const entry = {
      action: 'intake-submission.cut',
      message: 'A\u0005B approved “x”',
      changeData: 'null',
      targetId: 'x',
    }
    expect(shortened(entry)).toBe(entry)
  })

  it('keys stay apart', () => {
    const keys = Array.from({ length: 10_000 }, (_, i) => shortKey(`intake:${i}:1`))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.every((key) => key.length === 16)).toBe(true)
  })
})
