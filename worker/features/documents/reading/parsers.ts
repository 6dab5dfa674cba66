import type { Page } from '../../../../schema/documents/reading/readings.ts'
import type { Sliced } from '../../../core/in-turn.ts'
import { loadOnce } from '../../../core/load-once.ts'
import type { ReadBudget } from './budget.ts'
import type { ReadPage } from './page-text.ts'

/** The parsers, loaded when the first file is read. */

export type OfficeKind = 'docx' | 'xlsx' | 'pptx'

const pdfParser = loadOnce(() => import('./pdf/pages.ts'))

const officeParser = loadOnce(() => import('./office.ts'))

/** The pages of a file, read in slices. */
export const pagesIn = async (
  kind: 'pdf' | OfficeKind,
  bytes: Uint8Array,
  budget: ReadBudget,
): Promise<Sliced<ReadPage[]>> => {
  if (kind === 'pdf') return (await pdfParser()).pdfPages(bytes, budget)
  const { docxPages, xlsxPages, pptxPages } = await officeParser()
  const read = { docx: docxPages, xlsx: xlsxPages, pptx: pptxPages }[kind]
  return withoutPlaces(read(bytes, budget))
}

const withoutPlaces = function* (read: Sliced<Page[]>): Sliced<ReadPage[]> {
  return (yield* read).map((page) => ({ ...page, pieces: [] }))
}

/** So that reading the first file doesn't load them. */
export const loadParsers = async (): Promise<void> => {
  await Promise.all([pdfParser(), officeParser()])
}
