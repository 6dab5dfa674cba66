import type { Env } from '../../../env.ts'
import type { DocumentReader } from './found.ts'
import { modelReader } from './model-reader.ts'
import { findByRules } from './rules.ts'
import { summaryByRules } from './summary.ts'

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
