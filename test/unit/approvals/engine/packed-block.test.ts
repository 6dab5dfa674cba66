import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PARTS, PHRASES, packedText, plainSql } from '../../../../worker/objects/approval/packed-text.ts'

const columns = Array.from({ length: PARTS }, (_, index) => `part_${index + 1}`)
const database = new DatabaseSync(':memory:')
database.exec(`CREATE TABLE t (packed TEXT, ${columns.join(', ')}, plain TEXT AS (${plainSql('packed', columns)}))`)
const insert = database.prepare(
  `INSERT INTO t (packed, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')}) RETURNING plain`,
)
const backOf = (text: string, parts: string[] = []): unknown =>
  insert.get(text, ...columns.map((_, index) => parts[index] ?? null))?.plain

const NUL = String.fromCharCode(0)

describe('packed text', () => {
  it('SQL puts back every text that JSON can be, whatever repeats in it', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll(NUL, '')),
      fc.constantFrom(...PHRASES, 'Ada Allen', '01234567', "O'Neil", '\u0001\u0002', 'null'),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.array(fc.nat(30), { maxLength: 8 }), (words, at) => {
        const json = JSON.stringify([...words, ...words.slice(0, 5)].map((name) => ({ name, via: name, at: null })))
        const repeated = at.map((index) => JSON.stringify(words[index] ?? '').slice(1, -1))
        const { text, parts } = packedText(json, [...repeated, '","via":"', 'ull},{"name'])
        expect(backOf(text, parts)).toBe(json)
      }),
      { numRuns: 2000 },
    )
  })

  it('what was stored before reads as it is', () => {
    const json = '{"ruleId":"r","reason":"Always","approvers":[{"userId":"u","name":"Ada"}]}'
    expect(backOf(json)).toBe(json)
  })

  it('the database puts back the same phrases, which stored rows depend on', () => {
    const migration = readFileSync('migrations/0206_pack_blocks_closer.sql', 'utf8')
    expect(migration).toContain(`(${plainSql('packed', columns)})`)
  })

  it('every phrase has a character of its own that JSON never contains', () => {
    expect(PARTS + PHRASES.length).toBeLessThan(32)
  })
})
