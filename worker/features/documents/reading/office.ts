import type { Sliced } from '../../../core/in-turn.ts'
import { LimitReached, type ReadBudget } from './budget.ts'
import { readSheets } from './office/sheets.ts'
import { readSlides } from './office/slides.ts'
import { readWord } from './office/word.ts'
import { type ColumnedPage, PageTexts } from './page-text.ts'

/** The text of Office Open XML files: an archive of XML parts, of which only those with text are read. */

/** What exceeds the limits is left out, as long as some text was read before. */
const pagesBy = (read: (bytes: Uint8Array, budget: ReadBudget, texts: PageTexts) => Sliced<void>) =>
  function* (bytes: Uint8Array, budget: ReadBudget): Sliced<ColumnedPage[]> {
    const texts = new PageTexts(budget)
    try {
      yield* read(bytes, budget, texts)
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error
      if (!texts.isPageEmpty) texts.endPage()
      if (texts.pages().every(({ text }) => text === '')) throw error
    }
    return texts.pages()
  }

export const docxPages = pagesBy(readWord)
export const xlsxPages = pagesBy(readSheets)
export const pptxPages = pagesBy(readSlides)
