import { getDocument, type SentComment } from '../../../../schema/documents/documents/endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { readDocumentViews, registerSentComments } from '../documents/index.ts'
import { sentCommentsStatement, toCommentLine } from './rows.ts'
import { readableObjects } from './subjects.ts'

/**
 * The comments that documents were sent with. Someone may read a document and not the comment, such as one of a request
 * that is in a vendor's documents too.
 */
registerSentComments({
  statement: (context, documentIds) => sentCommentsStatement(context, documentIds, readableObjects()),
  parse: (context, rows) => {
    const newest = new Map<string, SentComment>()
    for (const row of rows) {
      const id = String(row.documentId)
      if (!newest.has(id)) newest.set(id, { ...toCommentLine(row, context.actor), threadId: String(row.threadId) })
    }
    return newest
  },
})

/** Throws NOT_FOUND for a document that the person can't see. */
export const readDocument = query({
  id: 'documents.get',
  access: 'staff.use',
  input: inputOf(getDocument),
  run: async (context, { documentId }) => {
    const [document] = await readDocumentViews(context, [documentId])
    if (!document) throw notFound('The document')
    return document
  },
})
