import type { Sliced } from '../../../../core/in-turn.ts'
import { type ReadBudget, UnreadableFile } from '../budget.ts'
import type { PageTexts } from '../page-text.ts'
import { attribute } from '../xml.ts'
import type { ZipPart } from '../zip.ts'
import { LeftOut, mainPart, namesOf, partsOf, readPart, relationsOf } from './package.ts'

/** Word: paragraphs become lines, and pages end where they did when the file was last shown. */

const WORD = /\/wordprocessingml\/(?:2006\/)?main$/

/**
 * What was moved stands at its old and its new place, a text box for new and old programs, and the reading of a
 * character above it. Each is read once.
 */
const leftOut = () => new LeftOut('moveFrom', 'Fallback', 'rt')

const readText = function* (part: ZipPart, budget: ReadBudget, texts: PageTexts, hasPages: boolean): Sliced<void> {
  let inText = false
  const nameOf = namesOf(WORD)
  const out = leftOut()
  const endPage = () => {
    if (hasPages && !texts.isPageEmpty) texts.endPage()
  }
  yield* readPart(part, budget, () => texts.isFull, {
    onTag: (written, tag) => {
      const name = nameOf(written, tag)
      if (out.isIn(written, tag)) {
        inText = false
        return
      }
      if (name === 't' || written === 'm:t') inText = !tag.endsWith('/')
      else if (name === '/t' || written === '/m:t') inText = false
      else if (name === 'tab' || name === 'ptab') texts.add('\t')
      else if (name === 'noBreakHyphen') texts.add('-')
      else if (name === '/tc') texts.cell()
      else if (name === '/p' || name === '/tr' || name === 'cr' || name === 'txbxContent') texts.line()
      else if (name === 'lastRenderedPageBreak') endPage()
      else if (name === 'br') {
        if (attribute(tag, '(?:\\w+:)?type') === 'page') endPage()
        else texts.line()
      }
    },
    onText: (text) => inText && texts.add(text),
  })
}

/** Parts around the text: those before it, and those after it. */
const [BEFORE, AFTER] = [['header'], ['footnotes', 'endnotes', 'footer']]
const MOST_PARTS = 60

/** Letterheads are in headers, and bank details in footers, so both are read: each once, however many pages have it. */
export const readWord = function* (bytes: Uint8Array, budget: ReadBudget, texts: PageTexts): Sliced<void> {
  const parts = partsOf(bytes, budget)
  const main = yield* mainPart(parts, 'word/document.xml', budget)
  if (!main) throw new UnreadableFile('The file is damaged.')
  const around = yield* relationsOf(parts, main.name, budget)
  const read = function* (types: readonly string[]): Sliced<void> {
    const known = new Set<ZipPart>()
    for (const type of types)
      for (const { part } of around.filter((one) => one.type === type).slice(0, MOST_PARTS)) {
        if (!part || known.has(part)) continue
        known.add(part)
        texts.line()
        yield* readText(part, budget, texts, false)
      }
  }
  yield* read(BEFORE)
  texts.line()
  yield* readText(main, budget, texts, true)
  yield* read(AFTER)
  texts.endPage()
}
