import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullSql, PHRASES, shortened, shortKey } from '../../../worker/core/audit-text.ts'

const database = new DatabaseSync(':memory:')
database.exec(`CREATE TABLE entries (action TEXT, message TEXT, change_data TEXT, is_short INTEGER);
  CREATE TABLE objects (object_id TEXT);
  INSERT INTO entries DEFAULT VALUES; INSERT INTO objects DEFAULT VALUES`)
const store = database.prepare('UPDATE entries SET action = ?, message = ?, change_data = ?, is_short = ?')
const name = database.prepare('UPDATE objects SET object_id = ?')
const read = database.prepare(`SELECT ${fullSql('action')} AS full_action, ${fullSql('message')} AS full_message,
  ${fullSql('change_data')} AS full_data FROM entries e, objects o`)
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
        store.run(action, said, changeData, isShort ?? null)
        name.run(targetId)
        expect({ ...read.get() }).toEqual({
          full_action: entry.action,
          full_message: entry.message,
          full_data: entry.changeData,
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('the database puts back the same phrases, which stored entries and their hashes depend on', () => {
    const migration = readFileSync('migrations/0430_shorten_audit_log.sql', 'utf8')
    for (const column of ['action', 'message', 'change_data']) expect(migration).toContain(fullSql(column))
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
    expect(new Set(keys.map((key) => key.length))).toEqual(new Set([16]))
  })
})
