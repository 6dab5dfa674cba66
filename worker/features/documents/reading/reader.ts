import type { Page } from '../../../../schema/documents/reading/readings.ts'
import type { Env } from '../../../env.ts'
import { modelReader } from './model-reader.ts'
import { type Found, findByRules } from './rules.ts'
import { summaryByRules } from './summary.ts'

/** Finds the places where a document states something, and summarizes it. */
export interface DocumentReader {
  name: string
  /** Throws the provider's errors. The caller retries later. */
  find(pages: readonly Page[]): Promise<Found[]>
  summarize(pages: readonly Page[]): Promise<string>
}

/** Needs no provider. Used on a local machine, and if none is configured. */
const rulesReader: DocumentReader = {
  name: 'rules',
  find: async (pages) => findByRules(pages),
  summarize: async (pages) => summaryByRules(pages),
}

/** Chosen by `OUTLAY_DOCUMENT_READER`: `workers-ai` needs the binding `AI`, otherwise the rules are used. */
export const readerOf = (env: Env): DocumentReader => {
  if (env.OUTLAY_DOCUMENT_READER !== 'workers-ai') return rulesReader
  if (!env.AI) throw new Error('OUTLAY_DOCUMENT_READER is workers-ai, but the binding AI is missing')
  return modelReader(env.AI)
}
