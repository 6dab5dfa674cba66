import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { email, id } from '../../shared/values.ts'

/** As many as a task can send. */
export const MOST_SENT = 20

/**
 * Emails documents as attachments to any address. With a block's id it also completes that block's task, and missing
 * fields come from the task (specification 2 §3 and §5).
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
  /** The email is sent within moments. */
  response: z.object({ email: z.string(), documentIds: z.array(z.string()) }),
})
