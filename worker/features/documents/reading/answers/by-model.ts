import type { Page } from '../../../../../schema/documents/reading/readings.ts'
import { answerAbout, type ModelRunner } from '../../../../integrations/workers-ai/client.ts'
import type { Asked } from '../../chats/index.ts'
import type { Answer } from './content.ts'
import { type Passage, pagesAbout, sentenceWith } from './passages.ts'

const MOST_CHARACTERS = 50_000
const MOST_QUOTES = 5

/**
 * Answers with a language model. Only what it quotes word for word counts: an answer without a quote that the document
 * has is no answer.
 */
export const answerByModel = async (ai: ModelRunner, asked: Asked, pages: readonly Page[]): Promise<Answer> => {
  const near = pagesAbout(
    [...asked.earlier.map(({ question }) => question).slice(-1), asked.question].join(' '),
    pages,
    MOST_CHARACTERS,
  )
  const said = await answerAbout(ai, near, asked)
  const quotes = said.quotes.slice(0, MOST_QUOTES).flatMap(({ page, text }): Passage[] => {
    const found = sentenceWith(pages, page, text)
    return found ? [found] : []
  })
  if (!said.isAnswered || quotes.length === 0)
    return { refusal: 'I found no answer to that in this document. Ask with words that are in its text.' }
  // Marks are set here, so those that it wrote itself don't count.
  return { text: said.answer.replaceAll(/\s?\[\d{1,3}\]/g, '').trim(), quotes }
}
