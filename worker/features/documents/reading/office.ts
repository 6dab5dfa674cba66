import type { Page } from '../../../../schema/documents/reading/readings.ts'
import { LimitReached, type ReadBudget, UnreadableFile } from './budget.ts'
import { PageTexts } from './page-text.ts'
import { attribute, type XmlEvents, XmlReader } from './xml.ts'
import { Stop, type ZipPart, zipParts } from './zip.ts'

/** The text of Office Open XML files: an archive of XML parts, of which only those named here are read. */

/** Throws LimitReached or UnreadableFile. */
const readPart = (part: ZipPart, budget: ReadBudget, isEnough: () => boolean, events: XmlEvents): void => {
  const reader = new XmlReader(budget, events)
  try {
    part.read((text) => {
      reader.push(text)
      if (isEnough()) throw new Stop()
    })
    reader.end()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
  }
}

/** What exceeds the limits is left out, as long as some text was read before. */
const pagesOf = (texts: PageTexts, read: () => void): Page[] => {
  try {
    read()
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    if (!texts.isPageEmpty) texts.endPage()
    if (texts.pages().every(({ text }) => text === '')) throw error
  }
  return texts.pages()
}

/** Word: paragraphs become lines, and pages end where they did when the file was last shown. */
export const docxPages = (bytes: Uint8Array, budget: ReadBudget): Page[] => {
  const [part] = zipParts(bytes, /^word\/document\.xml$/, budget)
  if (!part) throw new UnreadableFile('The file is damaged.')
  const texts = new PageTexts(budget)
  let inText = false
  const endPage = () => {
    if (!texts.isPageEmpty) texts.endPage()
  }
  return pagesOf(texts, () => {
    readPart(part, budget, () => texts.isFull, {
      onTag: (name, tag) => {
        if (name === 'w:t') inText = !tag.endsWith('/')
        else if (name === '/w:t') inText = false
        else if (name === 'w:tab') texts.add('\t')
        else if (name === '/w:tc') texts.cell()
        else if (name === '/w:p' || name === '/w:tr') texts.line()
        else if (name === 'w:lastRenderedPageBreak') endPage()
        else if (name === 'w:br') {
          if (attribute(tag, 'w:type') === 'page') endPage()
          else texts.line()
        }
      },
      onText: (text) => inText && texts.add(text),
    })
    texts.endPage()
  })
}

const byNumber = (a: ZipPart, b: ZipPart): number => numberOf(a.name) - numberOf(b.name)
const numberOf = (name: string): number => Number(/(\d{1,9})\.xml$/.exec(name)?.[1] ?? 0)

/** PowerPoint: one page for each slide. */
export const pptxPages = (bytes: Uint8Array, budget: ReadBudget): Page[] => {
  const slides = zipParts(bytes, /^ppt\/slides\/slide\d{1,9}\.xml$/, budget).sort(byNumber)
  const texts = new PageTexts(budget)
  return pagesOf(texts, () => {
    for (const slide of slides) {
      if (texts.isFull) break
      let inText = false
      readPart(slide, budget, () => texts.isFull, {
        onTag: (name, tag) => {
          if (name === 'a:t') inText = !tag.endsWith('/')
          else if (name === '/a:t') inText = false
          else if (name === '/a:p') texts.line()
        },
        onText: (text) => inText && texts.add(text),
      })
      texts.endPage()
    }
  })
}

const MOST_STRINGS = 100_000
const MOST_SHARED = 4_000_000
/** The maximum size of a cell. */
const LONGEST_STRING = 32_767

/** The shared strings that Excel cells refer to by number. Those beyond the limits are left out. */
const sharedStrings = (part: ZipPart | undefined, budget: ReadBudget): string[] => {
  const strings: string[] = []
  if (!part) return strings
  let [text, length, inText] = ['', 0, false]
  readPart(part, budget, () => strings.length >= MOST_STRINGS || length >= MOST_SHARED, {
    onTag: (name, tag) => {
      if (name === 't') inText = !tag.endsWith('/')
      else if (name === '/t') inText = false
      else if (name === '/si') {
        if (strings.length < MOST_STRINGS) strings.push(text.trim())
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

/** Excel: one page for each sheet, with the cells of a row separated by tabs. Numbers are as stored. */
export const xlsxPages = (bytes: Uint8Array, budget: ReadBudget): Page[] => {
  const parts = zipParts(bytes, /^xl\/(sharedStrings\.xml|worksheets\/sheet\d{1,9}\.xml)$/, budget)
  const texts = new PageTexts(budget)
  return pagesOf(texts, () => {
    const strings = sharedStrings(
      parts.find(({ name }) => name === 'xl/sharedStrings.xml'),
      budget,
    )
    const sheets = parts.filter(({ name }) => name.startsWith('xl/worksheets/')).sort(byNumber)
    for (const sheet of sheets) {
      if (texts.isFull) break
      readSheet(sheet, budget, texts, strings)
      texts.endPage()
    }
  })
}

const readSheet = (sheet: ZipPart, budget: ReadBudget, texts: PageTexts, strings: readonly string[]): void => {
  let [type, inValue] = ['', false]
  readPart(sheet, budget, () => texts.isFull, {
    onTag: (name, tag) => {
      if (name === 'c') type = attribute(tag, 't') ?? ''
      else if (name === 'v' || name === 't') inValue = !tag.endsWith('/')
      else if (name === '/v' || name === '/t') inValue = false
      else if (name === '/c') texts.cell()
      else if (name === '/row') texts.line()
    },
    onText: (text) => {
      if (inValue) texts.add(type === 's' ? (strings[Number(text)] ?? '') : text)
    },
  })
}
