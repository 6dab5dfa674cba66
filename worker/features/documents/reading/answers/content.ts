import type { ChatContent, Citation } from '../../../../../schema/documents/chats/endpoints.ts'
import type { Passage } from './passages.ts'

/** What is answered about a document: a text whose marks name places, or why there is no answer. */
export type Answer = { text: string; quotes: Passage[] } | { refusal: string }

/** Each quote has its mark, "[1]", at the end of the text unless it is in there. */
export const contentOf = (documentId: string, answer: Answer): ChatContent[] => {
  if ('refusal' in answer) return [{ type: 'refusal', refusal: answer.refusal }]
  const marks = answer.quotes.map((_, i) => `[${i + 1}]`)
  const missing = marks.filter((mark) => !answer.text.includes(mark))
  const value = [answer.text, ...missing].join(' ')
  const annotations = answer.quotes.map(({ page, text: quote }, i): Citation => {
    const mark = marks[i] ?? ''
    const start = value.indexOf(mark)
    return {
      type: 'file_citation',
      text: mark,
      start_index: start,
      end_index: start + mark.length,
      file_citation: { file_id: documentId, quote, page },
    }
  })
  return [{ type: 'text', text: { value, annotations } }]
}
