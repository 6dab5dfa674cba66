import { getDocument } from '../../../../schema/documents/documents/endpoints.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { documentsStatement, toDocumentViews } from '../documents/index.ts'
import { requireThread } from './read.ts'
import { commentOfDocument, toCommentLine } from './rows.ts'

/**
 * A document, with the comment that it was sent with. Someone may read the document and not the comment, such as one
 * of a request that is in a vendor's documents too. Throws NOT_FOUND for a document that the person can't see.
 */
export const readDocument = query({
  id: 'documents.get',
  access: 'staff.use',
  input: inputOf(getDocument),
  run: async (context, { documentId }) => {
    const [documents, comments] = await context.db.batch([
      documentsStatement(context, JSON.stringify([documentId])),
      commentOfDocument(context, documentId),
    ])
    const [document] = await toDocumentViews(context, documents?.results ?? [])
    if (!document) throw notFound('The document')
    const row = comments?.results[0]
    if (!row) return { ...document, commentLine: null }
    const threadId = String(row.threadId)
    const isRead = await requireThread(context, threadId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return false
        throw error
      },
    )
    return { ...document, commentLine: isRead ? { ...toCommentLine(row, context.actor), threadId } : null }
  },
})
