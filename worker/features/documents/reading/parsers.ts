import { loadOnce } from '../../../core/load-once.ts'
import type { ReadBudget } from './budget.ts'
import type { ReadPage } from './page-text.ts'

/** The parsers, loaded when the first file is read. */

export type OfficeKind = 'docx' | 'xlsx' | 'pptx'

export const pdfParser = loadOnce(() => import('./pdf/pages.ts'))

const officeParser = loadOnce(() => import('./office.ts'))

export const officePages = async (kind: OfficeKind, bytes: Uint8Array, budget: ReadBudget): Promise<ReadPage[]> => {
  const { docxPages, xlsxPages, pptxPages } = await officeParser()
  const read = { docx: docxPages, xlsx: xlsxPages, pptx: pptxPages }[kind]
  return read(bytes, budget).map((page) => ({ ...page, pieces: [] }))
}

/** So that reading the first file doesn't load them. */
export const loadParsers = async (): Promise<void> => {
  await Promise.all([pdfParser(), officeParser()])
}
