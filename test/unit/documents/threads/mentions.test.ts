import { describe, expect, it } from 'vitest'
import { bodyParts, mentionsOf, mentionText, plainText } from '../../../../schema/documents/threads/mentions.ts'

describe('mentions in a comment', () => {
  it('mentions are found once each and read as names', () => {
    const body = 'Hi @[Ada Lovelace](u-1), ask @[Bo](u_2). @[Ada Lovelace](u-1)!'
    expect(mentionsOf(body)).toEqual([
      { userId: 'u-1', name: 'Ada Lovelace' },
      { userId: 'u_2', name: 'Bo' },
    ])
    expect(plainText(body)).toBe('Hi @Ada Lovelace, ask @Bo. @Ada Lovelace!')
    expect(bodyParts(body)).toHaveLength(7)
  })

  it('addresses, links and broken marks are not mentions', () => {
    for (const text of ['ada@example.com', '[a](b)', '@[Ada](u 1)', '@[Ada\n](u1)', '@[](u1)']) {
      expect(mentionsOf(text)).toEqual([])
      expect(plainText(text)).toBe(text)
    }
  })

  it('a mention can have a name with brackets', () => {
    expect(mentionsOf(mentionText({ userId: 'u1', name: 'Ada [CFO]' }))).toEqual([{ userId: 'u1', name: 'Ada  CFO ' }])
  })

  it('a text of 10,000 brackets is read at once', () => {
    expect(mentionsOf('@['.repeat(5000))).toEqual([])
  })
})
