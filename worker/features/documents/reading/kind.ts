import type { ChatContent } from '../../../../schema/documents/chats/endpoints.ts'
import { type Page, READABLE_FILES } from '../../../../schema/documents/reading/readings.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { registerChatSubject } from '../chats/index.ts'
import { type DocumentRow, documentsStatement } from '../documents/index.ts'
import { answerByModel } from './answers/by-model.ts'
import { answerByRules } from './answers/by-rules.ts'
import { contentOf } from './answers/content.ts'
import { modelOf } from './reader.ts'

/** Questions about a document, answered from its extracted text with places in it. */

const documentOf = async (context: StaffContext, documentId: string): Promise<DocumentRow> => {
  const row = await context.db.first<DocumentRow>(documentsStatement(context, JSON.stringify([documentId])))
  if (!row) throw notFound('The document')
  return row
}

interface TextRow {
  state: string
  result: string | null
  error: string | null
}

const refusal = (text: string): ChatContent[] => [{ type: 'refusal', refusal: text }]

/** Why there is no text. */
const unread = ({ mimeType }: DocumentRow, text: TextRow | null): string => {
  if (!Object.hasOwn(READABLE_FILES, mimeType)) return 'I can’t read text in this file type.'
  if (text?.state === 'PENDING') return 'This document is still being read. Ask again in a minute.'
  if (text?.state === 'FAILED') return `This document’s text couldn’t be read. ${text.error ?? ''}`.trim()
  return 'This document has not been read yet. Use “Read it” under Extracted terms, then ask again.'
}

registerChatSubject({
  kind: 'DOCUMENT',
  permission: 'assistant.use',
  history: { targetType: 'DOCUMENT', action: 'document.asked', message: 'Asked the assistant about this document' },

  requireTarget: async (context, documentId) => {
    await documentOf(context, documentId)
  },

  answer: async (context, asked) => {
    const { db, env, actor } = context
    const document = await documentOf(context, asked.targetId)
    const text = await db.first<TextRow>(
      db.sql(
        "SELECT state, result, error FROM document_readings WHERE company_id = ? AND document_id = ? AND kind = 'TEXT'",
        actor.companyId,
        asked.targetId,
      ),
    )
    const pages = text?.result ? (JSON.parse(text.result) as Page[]) : []
    if (pages.length === 0) return refusal(unread(document, text))
    const model = modelOf(env)
    const answer = model ? await answerByModel(model, asked, pages) : answerByRules(asked.question, pages)
    return contentOf(asked.targetId, answer)
  },
})
