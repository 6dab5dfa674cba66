import { describe, expect, it } from 'vitest'
import { namingAt, toBody, toWritten, withMention } from '../../../../web/features/documents/threads/mention-text.ts'

const ann = { userId: 'u1', name: 'Ann Lee' }
const wong = { userId: 'u2', name: 'Ann Lee Wong' }

describe('writing a mention', () => {
  it('a sent text reads back the same', () => {
    const body = 'See @[Ann Lee](u1) and @[Ann Lee Wong](u2).'
    expect(toBody(toWritten(body))).toBe(body)
  })

  it('the longer of two matching names is mentioned', () => {
    expect(toBody({ text: '@Ann Lee Wong, @Ann Lee', mentions: [ann, wong] })).toBe(
      '@[Ann Lee Wong](u2), @[Ann Lee](u1)',
    )
  })

  it('a name deleted from the text mentions no one', () => {
    expect(toBody({ text: 'Hello', mentions: [ann] })).toBe('Hello')
  })

  it.each([
    ['Hi @an', 6, { start: 3, query: 'an' }],
    ['@', 1, { start: 0, query: '' }],
    ['@Ann Le', 7, { start: 0, query: 'Ann Le' }],
    ['ann@example', 11, null],
    ['@ann is here now', 16, null],
  ])('%s: a name being typed is found', (text, caret, expected) => {
    expect(namingAt(text, caret)).toEqual(expected)
  })

  it('the chosen name replaces what was typed', () => {
    const naming = { start: 3, query: 'an' }
    expect(withMention({ text: 'Hi @an there', mentions: [] }, naming, ann)).toEqual({
      written: { text: 'Hi @Ann Lee there', mentions: [ann] },
      caret: 12,
    })
  })
})
