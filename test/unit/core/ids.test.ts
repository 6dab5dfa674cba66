import { describe, expect, it } from 'vitest'
import { newId } from '../../../worker/core/clock.ts'
import { idFrom } from '../../../worker/core/hash.ts'
import { ID_BYTES, idText } from '../../../worker/core/id-text.ts'

describe('ids', () => {
  it('later ids sort after earlier ones, from the first time to the last', () => {
    const times = [0, 1, 31, 32, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1]
    const ids = times.map((time) => newId(time))
    expect(ids.toSorted()).toEqual(ids)
  })

  it('ids have 24 lower-case letters and digits, and two of the same time differ', () => {
    const ids = Array.from({ length: 1_000 }, () => newId(1_700_000_000_000))
    for (const id of ids) expect(id).toMatch(/^[0-9a-v]{24}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('every bit of the bytes counts', () => {
    const texts = new Set([idText(new Uint8Array(ID_BYTES))])
    for (let bit = 0; bit < ID_BYTES * 8; bit++) {
      const bytes = new Uint8Array(ID_BYTES)
      bytes[bit >> 3] = 1 << (bit & 7)
      texts.add(idText(bytes))
    }
    expect(texts.size).toBe(121)
  })

  it('the order of the bytes is the order of the texts', () => {
    const low = new Uint8Array(ID_BYTES).fill(255)
    const high = new Uint8Array(ID_BYTES)
    low[0] = 9
    high[0] = 10
    expect(idText(low) < idText(high)).toBe(true)
  })

  it('the same text has the same id, and another text another', () => {
    expect(idFrom('intake\nmaya\n1')).toBe(idFrom('intake\nmaya\n1'))
    expect(idFrom('intake\nmaya\n1')).not.toBe(idFrom('intake\nmaya\n2'))
    expect(idFrom('x')).toMatch(/^[0-9a-v]{24}$/)
  })
})
