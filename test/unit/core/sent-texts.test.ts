import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fileDisposition,
  oneLine,
  sentFileName,
  severalLines,
  shortLine,
  shortNumber,
  subjectLine,
  wholeLine,
} from '../../../worker/core/sent/texts.ts'

const odd = fc.string({ unit: 'binary', maxLength: 600 })

describe('texts that are sent', () => {
  it('a subject is one line of at most 250 characters, whatever was written', () => {
    expect(subjectLine('Approve: Desks\nfor Berlin\r\n\u2028and Oslo ($4,200)')).toBe(
      'Approve: Desks for Berlin and Oslo ($4,200)',
    )
    expect(subjectLine('x'.repeat(300))).toBe(`${'x'.repeat(249)}…`)
    fc.assert(
      fc.property(odd, (text) => {
        const line = subjectLine(text)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
        return line.length <= 250 && line.isWellFormed() && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(line)
      }),
    )
  })

  it('letters that join stay as they were written', () => {
    expect(oneLine('می‌خواهم 👨‍👩‍👧')).toBe('می‌خواهم 👨‍👩‍👧')
  })

  it('no text is cut within a character', () => {
    expect(shortLine('aaa🧾bbb', 5)).toBe('aaa…')
    expect(severalLines('aaa🧾', 4)).toBe('aaa')
    expect(shortNumber('A🧾123', 4)).toBe('123')
  })

  it('an address or a phone number is whole or left out', () => {
    expect([wholeLine('a@b.example', 11), wholeLine('a@b.example', 10), wholeLine(null, 9), wholeLine(' ', 9)]).toEqual(
      ['a@b.example', null, null, null],
    )
  })

  it('a file keeps its extension, and the header has one line of ASCII', () => {
    expect(sentFileName(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`)
    expect(sentFileName('a/b\\c\n.pdf')).toBe('a_b_c .pdf')
    expect(fileDisposition('attachment', 'plan 2026.csv')).toBe('attachment; filename="plan 2026.csv"')
    expect(fileDisposition('attachment', 'Müller "x"\r\nSet-Cookie: a=b.pdf')).toBe(
      `attachment; filename="M_ller _x_ Set-Cookie_ a_b.pdf"; filename*=UTF-8''M%C3%BCller%20%22x%22%20Set-Cookie%3A%20a%3Db.pdf`,
    )
    fc.assert(fc.property(odd, (name) => /^[\x20-\x7e]*$/.test(fileDisposition('inline', name))))
  })
})
