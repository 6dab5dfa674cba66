import type { ReadBudget } from './budget.ts'
import type * as Office from './office.ts'
import type { ReadPage } from './page-text.ts'
import type * as Pdf from './pdf/pages.ts'

/**
 * The parsers, loaded when the first file is read. They are kept once they are there: a module that is asked for by two
 * requests at once makes one wait for the other, which workerd doesn't allow.
 */

export type OfficeKind = 'docx' | 'xlsx' | 'pptx'

let pdf: typeof Pdf | null = null
let office: typeof Office | null = null

export const pdfParser = async (): Promise<typeof Pdf> => {
  pdf ??= await import('./pdf/pages.ts')
  return pdf
}

const officeParser = async (): Promise<typeof Office> => {
  office ??= await import('./office.ts')
  return office
}

export const officePages = async (kind: OfficeKind, bytes: Uint8Array, budget: ReadBudget): Promise<ReadPage[]> => {
  const { docxPages, xlsxPages, pptxPages } = await officeParser()
  const read = { docx: docxPages, xlsx: xlsxPages, pptx: pptxPages }[kind]
  return read(bytes, budget).map((page) => ({ ...page, pieces: [] }))
}

/** So that reading the first file doesn't load them. */
export const loadParsers = async (): Promise<void> => {
  await Promise.all([pdfParser(), officeParser()])
}
