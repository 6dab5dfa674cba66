import * as endpoints from '../../../../schema/approvals/decision-links/endpoints.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import {
  type FileRow,
  type OpenedFile,
  readableDocument,
  readableParams,
  storedFile,
} from '../../documents/documents/index.ts'
import { openLink } from './link.ts'

const file = (): string => `SELECT d.storage_key AS storageKey, d.display_name AS displayName FROM documents d
  WHERE d.id = ?5 AND ${readableDocument()}`

/**
 * A file of what is to be decided, which its reader may see. Throws NOT_FOUND for a link that no longer decides and for
 * any other file, RULE_BROKEN with SIGN_IN_NEEDED above the company's limit.
 */
export const openDecisionDocument = query({
  id: 'approvals.open-decision-document',
  access: 'public',
  input: inputOf(endpoints.openDecisionDocument),
  place: ({ token }) => ({ secret: token }),
  run: async (base, { token, documentId }): Promise<OpenedFile> => {
    const { context, read, end, needsSignIn, more } = await openLink(base, token, ({ db, actor }) => [
      db.sql(file(), ...readableParams(actor), documentId),
    ])
    if (end || !read.documents.some(({ id }) => id === documentId)) throw notFound('The document')
    if (needsSignIn)
      throw new AppError('RULE_BROKEN', 'Your company asks you to sign in to see this.', { reason: 'SIGN_IN_NEEDED' })
    return storedFile(context, (more[0]?.[0] as FileRow | undefined) ?? null)
  },
})
