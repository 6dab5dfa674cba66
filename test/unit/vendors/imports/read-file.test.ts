import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../worker/core/errors.ts'
import { readImportFile } from '../../../../worker/core/import-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string): Uint8Array => {
  const units = Uint16Array.from([0xfeff, ...[...text].map((sign) => sign.charCodeAt(0))])
  return new Uint8Array(units.buffer)
}
const read = (text: string) => readImportFile(utf8(text))
const refusal = (bytes: Uint8Array): string => {
  try {
    readImportFile(bytes)
  } catch (error) {
    if (error instanceof AppError) return error.fields?.file ?? ''
    throw error
  }
  return 'not refused'
}

describe('a CSV file', () => {
  it('quotes, line breaks in cells, CRLF and blank rows are read, and rows keep their numbers', () => {
    expect(read('\uFEFFName,Notes\r\n\r\n"Acme, ""Inc""","two\nlines"\r\n,\r\nBeta,b\r\n')).toEqual({
      headers: ['Name', 'Notes'],
      rows: [
        { number: 3, cells: ['Acme, "Inc"', 'two\nlines'] },
        { number: 5, cells: ['Beta', 'b'] },
      ],
    })
  })

  it('semicolons, tabs and Excel’s Unicode text are read', () => {
    expect(read('Name;Owners\nAcme;a@b.co').rows[0]?.cells).toEqual(['Acme', 'a@b.co'])
    expect(readImportFile(utf16('Name\tNotes\nŁódź\tx')).rows[0]?.cells).toEqual(['Łódź', 'x'])
  })

  it('text that looks like a formula stays text, without the apostrophe that our exports add', () => {
    expect(read("Name,Notes\n=1+1,'=cmd").rows[0]?.cells).toEqual(['=1+1', '=cmd'])
  })

  it('the header is as wide as its names, and longer rows are kept', () => {
    const { headers, rows } = read('Name,Notes,,\nAcme,x,,surplus')
    expect(headers).toEqual(['Name', 'Notes'])
    expect(rows[0]?.cells).toEqual(['Acme', 'x', '', 'surplus'])
  })

  it.each([
    ['nothing', utf8(''), 'The file is empty.'],
    ['blank rows only', utf8('\n \n,,\n'), 'The file is empty.'],
    ['a header only', utf8('Name,Notes\n'), 'The file has a header and no rows below it.'],
    [
      'a workbook',
      Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]),
      'This is an Excel workbook. Save it as CSV and choose that file.',
    ],
    [
      'Latin 1',
      Uint8Array.from([...utf8('Name\nCaf'), 0xe9]),
      'The file is not in UTF-8. In Excel save it as "CSV UTF-8 (Comma delimited)", in Google Sheets download it as CSV.',
    ],
    [
      'an open quotation mark',
      utf8('Name,Notes\n"Acme,x\nBeta,y'),
      'The quotation marks in row 2 do not match. Correct it and choose the file again.',
    ],
    ['bytes', Uint8Array.from([65, 0, 66]), 'This is not a text file. Choose a CSV file.'],
    [
      'too many columns',
      utf8(`${Array.from({ length: 101 }, (_, i) => `c${i}`).join(',')}\nx`),
      'The file has more than 100 columns.',
    ],
    [
      'too many rows',
      utf8(`Name\n${'x\n'.repeat(20_001)}`),
      'The file has more than 20,000 rows. Split it into several files.',
    ],
    [
      'more than 10 MB',
      new Uint8Array(10 * 1024 * 1024 + 1).fill(65),
      'The file is larger than 10 MB. Split it into several files.',
    ],
  ])('a CSV file with %s is refused with what to do', (_, bytes, message) => {
    expect(refusal(bytes)).toBe(message)
  })
})
