import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { email, id } from '../shared/values.ts'

/** As many as a task sends. */
export const MOST_SENT = 20

/**
 * Mails documents as attachments, to whoever the caller names. With a block's id it is done for the task of that block,
 * which it completes: what is left out is then as the task says (specification 2 §3 and §5).
 */
export const sendDocuments = endpoint({
  id: 'documents.send',
  method: 'POST',
  path: '/api/send-documents',
  summary: 'Email documents to a vendor or for a task',
  body: z.object({
    email: email.optional(),
    documentIds: z.array(id).max(MOST_SENT, `At most ${MOST_SENT} documents`).optional(),
    levelGroupStatusId: id.optional(),
    /** Email text. */
    emailCopy: z.string().trim().max(5000, 'At most 5,000 characters').optional(),
  }),
  /** The mail goes out within moments. */
  response: z.object({ email: z.string(), documentIds: z.array(z.string()) }),
})
