import type { Page } from '../../../../schema/documents/readings.ts'
import type { Env } from '../../../env.ts'
import { modelReader } from './model-reader.ts'
import { type Found, findByRules } from './rules.ts'
import { summaryByRules } from './summary.ts'

/** What finds the places of a document that say something, and says in short what it is about. */
export interface DocumentReader {
  name: string
  /** Errors: whatever the provider's are; the caller tries again later. */
  find(pages: readonly Page[]): Promise<Found[]>
  summarize(pages: readonly Page[]): Promise<string>
}

/** Needs nobody: what runs on one machine, and where no provider is configured. */
const rulesReader: DocumentReader = {
  name: 'rules',
  find: async (pages) => findByRules(pages),
  summarize: async (pages) => summaryByRules(pages),
}

/** By `OUTLAY_DOCUMENT_READER`: `workers-ai` needs the binding `AI`; otherwise the rules. */
export const readerOf = (env: Env): DocumentReader => {
  if (env.OUTLAY_DOCUMENT_READER !== 'workers-ai') return rulesReader
  if (!env.AI) throw new Error('OUTLAY_DOCUMENT_READER is workers-ai, but the binding AI is missing')
  return modelReader(env.AI)
}
