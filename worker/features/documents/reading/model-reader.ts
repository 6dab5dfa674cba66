import { ENTITY_TYPES } from '../../../../schema/documents/reading/readings.ts'
import { findingsIn, type ModelRunner, summaryOf } from '../../../integrations/workers-ai/client.ts'
import type { DocumentReader, Found } from './found.ts'
import { findByRules } from './rules.ts'

/**
 * Reads documents with a language model. Terms that the model finds count only if the page contains them word for word.
 * Their meaning (dates, amounts, days) comes from the rules applied to those words.
 */
export const modelReader = (ai: ModelRunner): DocumentReader => ({
  name: 'workers-ai',

  async find(pages) {
    const byRules = findByRules(pages)
    return (await findingsIn(ai, pages)).flatMap(({ type: named, mentionText, page: number, confidence }): Found[] => {
      const type = ENTITY_TYPES.find((one) => one === named)
      const page = pages.find((one) => one.page === number)
      const start = page?.text.indexOf(mentionText.trim()) ?? -1
      if (!type || start < 0) return []
      const end = start + mentionText.trim().length
      const meant = byRules.find(
        (item) => item.type === type && item.page === number && item.start < end && item.end > start,
      )
      return [{ type, page: number, start, end, confidence, properties: meant?.properties ?? {} }]
    })
  },

  summarize: (pages) => summaryOf(ai, pages),
})
