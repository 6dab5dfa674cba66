import type { Sliced } from '../../../../core/in-turn.ts'
import type { ReadBudget } from '../budget.ts'
import type { PageTexts } from '../page-text.ts'
import { attribute, shortAttribute } from '../xml.ts'
import type { ZipPart } from '../zip.ts'
import { formatOf, numberShown, type Shown } from './formats.ts'
import { LeftOut, localName, mainPart, namesOf, type Parts, partsOf, readPart, relationsOf } from './package.ts'

/** Excel: one page for each sheet that is shown, with the cells of a row separated by tabs, as they are shown. */

const SPREADSHEET = /\/spreadsheetml\/(?:2006\/)?main$/
const MOST_STRINGS = 100_000
const MOST_SHARED = 4_000_000
/** The maximum size of a cell. */
const LONGEST_STRING = 32_767
const MOST_SHEETS = 1_000
const MOST_FORMATS = 10_000

/** `_x000D_` is how a file writes a character that XML can't have. A line break in a cell doesn't end its row. */
const cellText = (text: string): string =>
  text
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\s+/g, ' ')
    .trim()

/** How a word is read, above it, is no part of it. */
const phonetic = () => new LeftOut('rPh')

/** The shared strings that cells refer to by number. Those beyond the limits are left out. */
const sharedStrings = function* (part: ZipPart | undefined, budget: ReadBudget): Sliced<string[]> {
  const strings: string[] = []
  if (!part) return strings
  let [text, length, inText] = ['', 0, false]
  const [nameOf, out] = [namesOf(SPREADSHEET), phonetic()]
  yield* readPart(part, budget, () => strings.length >= MOST_STRINGS || length >= MOST_SHARED, {
    onTag: (written, tag) => {
      const name = nameOf(written, tag)
      if (out.isIn(written, tag)) inText = false
      else if (name === 't') inText = !tag.endsWith('/')
      else if (name === '/t') inText = false
      else if (name === '/si' || (name === 'si' && tag.endsWith('/'))) {
        if (strings.length < MOST_STRINGS) strings.push(cellText(text))
        text = ''
      }
    },
    onText: (piece) => {
      if (!inText || text.length >= LONGEST_STRING) return
      length += piece.length
      text += piece
    },
  })
  return strings
}

/** What each style shows. */
const stylesOf = function* (part: ZipPart | undefined, budget: ReadBudget): Sliced<Shown[]> {
  const codes = new Map<number, string>()
  const styles: Shown[] = []
  if (!part) return styles
  let [inCells, isOver] = [false, false]
  // What comes after the formats of cells is of no use, and may be the larger part.
  yield* readPart(part, budget, () => isOver || styles.length >= MOST_FORMATS, {
    onTag: (written, tag) => {
      const name = localName(written)
      if (name === 'numFmt' && codes.size < MOST_FORMATS)
        codes.set(Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '')
      else if (name === 'cellXfs') inCells = true
      else if (name === '/cellXfs') isOver = true
      else if (name === 'xf' && inCells && styles.length < MOST_FORMATS) {
        const id = Number(attribute(tag, 'numFmtId') ?? 0)
        styles.push(formatOf(id, codes.get(id)))
      }
    },
    onText: () => {},
  })
  return styles
}

interface Book {
  sheets: ZipPart[]
  strings: readonly string[]
  styles: readonly Shown[]
  is1904: boolean
}

const numberOf = (name: string): number => Number(/(\d{1,9})\.xml$/i.exec(name)?.[1] ?? 0)

const bookOf = function* (parts: Parts, budget: ReadBudget): Sliced<Book> {
  const main = yield* mainPart(parts, 'xl/workbook.xml', budget)
  const relations = main ? yield* relationsOf(parts, main.name, budget) : []
  const byId = new Map(relations.map(({ id, part }) => [id, part]))
  const book: Book = { sheets: [], strings: [], styles: [], is1904: false }
  let [hasHidden, isOver] = [false, false]
  if (main)
    yield* readPart(main, budget, () => isOver || book.sheets.length >= MOST_SHEETS, {
      onTag: (written, tag) => {
        const name = localName(written)
        if (name === 'workbookPr') book.is1904 = /^(?:1|true)$/.test(attribute(tag, 'date1904') ?? '')
        if (name === '/sheets') isOver = true
        if (name !== 'sheet') return
        const sheet = byId.get(attribute(tag, '\\w+:id') ?? '')
        // What is hidden from everyone who opens the file says nothing to them.
        if (/hidden/i.test(attribute(tag, 'state') ?? '')) hasHidden = true
        else if (sheet && book.sheets.length < MOST_SHEETS) book.sheets.push(sheet)
      },
      onText: () => {},
    })
  if (book.sheets.length === 0 && !hasHidden)
    book.sheets = [...parts]
      .filter(([name]) => /^xl\/worksheets\/sheet\d{1,9}\.xml$/.test(name))
      .map(([, part]) => part)
      .sort((a, b) => numberOf(a.name) - numberOf(b.name))
  const partOf = (type: string, usual: string): ZipPart | undefined =>
    relations.find((one) => one.type === type && one.part)?.part ?? parts.get(usual)
  book.strings = yield* sharedStrings(partOf('sharedStrings', 'xl/sharedstrings.xml'), budget)
  book.styles = yield* stylesOf(partOf('styles', 'xl/styles.xml'), budget)
  return book
}

/** "C5" is in column 2. */
const columnOf = (reference: string): number | null => {
  let [column, at] = [0, 0]
  for (; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  const isNumbered = reference.charCodeAt(at) >= 48 && reference.charCodeAt(at) <= 57
  return at > 0 && at < 4 && isNumbered ? column - 1 : null
}

const readSheet = function* (sheet: ZipPart, budget: ReadBudget, texts: PageTexts, book: Book): Sliced<void> {
  let [type, inValue, value, style, column, place] = ['', false, '', 0, -1, 0]
  const [nameOf, out] = [namesOf(SPREADSHEET), phonetic()]
  const shown = (): string => {
    if (type === 's') return book.strings[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type === '' || type === 'n') {
      const format = book.styles[style]
      return format ? numberShown(value, format, book.is1904) : value
    }
    return cellText(value)
  }
  yield* readPart(sheet, budget, () => texts.isFull, {
    onTag: (written, tag) => {
      const name = nameOf(written, tag)
      if (out.isIn(written, tag)) inValue = false
      else if (name === 'c') {
        type = shortAttribute(tag, 't')
        style = Number(shortAttribute(tag, 's'))
        // An empty cell isn't written, so what follows must not move into its column.
        column = columnOf(shortAttribute(tag, 'r')) ?? column + 1
        value = ''
      } else if (name === 'v' || name === 't') inValue = !tag.endsWith('/')
      else if (name === '/v' || name === '/t') inValue = false
      else if (name === '/c') {
        if (value !== '') {
          texts.column(column, place)
          texts.add(shown())
          place += 1
        }
        value = ''
        texts.cell()
      } else if (name === '/row') {
        texts.line()
        column = -1
        place = 0
      }
    },
    onText: (text) => {
      if (inValue && value.length < LONGEST_STRING) value += text
    },
  })
}

export const readSheets = function* (bytes: Uint8Array, budget: ReadBudget, texts: PageTexts): Sliced<void> {
  const book = yield* bookOf(partsOf(bytes, budget), budget)
  for (const sheet of book.sheets) {
    if (texts.isFull) break
    yield* readSheet(sheet, budget, texts, book)
    texts.endPage()
  }
}
