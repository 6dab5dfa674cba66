import { withoutFormula } from '../../../../../schema/shared/csv-cell.ts'

/** Tables as text: tab-separated as spreadsheets copy them, comma-separated as files (RFC 4180). */
export type Delimiter = '\t' | ','

/** Lines of cells. Quoted cells can contain the delimiter, line breaks and doubled quotes. */
export const parseDelimited = (text: string, delimiter: Delimiter): string[][] => {
  const lines: string[][] = []
  let line: string[] = []
  let cell = ''
  let quoted = false
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const endCell = (): void => {
    line.push(cell)
    cell = ''
  }
  for (let i = 0; i < source.length; i++) {
    const c = source[i]
    if (quoted) {
      if (c !== '"') cell += c
      else if (source[i + 1] === '"') {
        cell += '"'
        i++
      } else quoted = false
    } else if (c === '"' && cell === '') quoted = true
    else if (c === delimiter) endCell()
    else if (c === '\n') {
      endCell()
      lines.push(line)
      line = []
    } else cell += c
  }
  if (cell !== '' || line.length > 0) {
    endCell()
    lines.push(line)
  }
  return lines
}

const quote = (cell: string, delimiter: Delimiter): string =>
  /["\n\r]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

export const formatDelimited = (lines: readonly (readonly string[])[], delimiter: Delimiter): string =>
  lines.map((line) => line.map((cell) => quote(withoutFormula(cell), delimiter)).join(delimiter)).join('\r\n')

/** Files use commas or tabs, whichever occurs more often in the first line. Semicolons separate the names in a cell. */
export const parseFile = (text: string): string[][] => {
  const [first = ''] = text.split(/\r?\n/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  if (count('\t') > count(',')) return parseDelimited(text, '\t')
  return parseDelimited(text, ',')
}
