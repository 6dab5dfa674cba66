import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../worker/core/csv.ts'

const line = (...cells: (string | number | null)[]): string => csvOf([cells]).replace('\uFEFF', '').replace(/\r\n$/, '')

/** How a spreadsheet reads a line if it separates cells by semicolons and ignores quotes inside a cell. */
const cellsBySemicolon = (text: string): string[] => text.split(/[;\t\r\n]/)

describe('a cell of a CSV file', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A1', "'＠A1"],
    ['  =1', "  '=1"],
    ['\u200b=1', "\u200b'=1"],
    ['\ufeff=1', "\ufeff'=1"],
    ['Acme;=1+1', `"Acme;'=1+1"`],
    ['Acme; @A1', `"Acme; '@A1"`],
    ['Acme;"=1', `"Acme;""'=1"`],
    ['a\n=1', `"a\n'=1"`],
    ['\tx', `"'\tx"`],
  ])('%j can’t run as a formula', (value, written) => {
    expect(line(value)).toBe(written)
    for (const cell of cellsBySemicolon(line(value))) expect(cell).not.toMatch(/^[\s"\u200b\ufeff]*[=+\-@＝＋－＠]/)
  })

  it('text that isn’t a formula is kept', () => {
    expect(line('Acme', 'a=b', 'x - y', 'mail@acme.example', -5, null)).toBe('Acme,a=b,x - y,mail@acme.example,-5,')
    const points = 'Hours:\n- 9 to 5\n- Berlin; +49 30 1234 (office)'
    expect(line(points)).toBe(`"${points}"`)
    expect(line("Hours; -2+3+cmd|' /C calc'!A0")).toBe(`"Hours; '-2+3+cmd|' /C calc'!A0"`)
    expect(line('a; b', 'say "hi"', 'a,b')).toBe('"a; b","say ""hi""","a,b"')
  })
})
