import type { Env } from '../../../env.ts'
import type { ModelRunner } from '../../../integrations/workers-ai/client.ts'
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

/** Chosen by `OUTLAY_DOCUMENT_READER`: `workers-ai` needs the binding `AI`. Null means that the rules are used. */
export const modelOf = (env: Env): ModelRunner | null => {
  if (env.OUTLAY_DOCUMENT_READER !== 'workers-ai') return null
  if (!env.AI) throw new Error('OUTLAY_DOCUMENT_READER is workers-ai, but the binding AI is missing')
  return env.AI
}

export const readerOf = (env: Env): DocumentReader => {
  const model = modelOf(env)
  return model ? modelReader(model) : rulesReader
}
