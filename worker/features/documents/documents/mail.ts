import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { documentMail } from './document-mail.tsx'
import { savedName } from './view.ts'

/** Emails documents, as attachments, to someone who may have no access to Outlay. */

/** The email provider accepts 40 MB, including text and encoding. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024
export const TOO_LARGE = 'The documents are larger than 25 MB in total, which is too large for an email'

/** An error that no retry would fix. The message is for people. */
export class CannotSend extends Error {}

interface FileRow {
  id: string
  displayName: string
  storageKey: string
  mimeType: string
  size: number
}

export interface DocumentsMail {
  companyId: string
  to: string
  documentIds: readonly string[]
  message: string
  /** The person who sends them and gets the replies. */
  sender: { name: string; email: string } | null
  /** The request that they belong to. */
  about: { title: string; threadKey: string } | null
}

const toBase64 = (buffer: ArrayBuffer): string => {
  const bytes = new Uint8Array(buffer)
  let binary = ''
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(binary)
}

/**
 * Sends documents. The key makes a repeated delivery harmless. Throws `CannotSend` for errors that no retry would fix;
 * others can be retried.
 * @param first statements that run once it is known that all can be sent, before they are
 */
export const mailDocuments = async (
  { env, db }: Pick<OutboxContext, 'env' | 'db'>,
  { companyId, to, documentIds, message, sender, about }: DocumentsMail,
  key: string,
  first: D1PreparedStatement[] = [],
): Promise<{ id: string; name: string }[]> => {
  const [files, companies] = await db.batch([
    db.sql(
      `SELECT d.id, d.display_name AS displayName, d.storage_key AS storageKey, d.mime_type AS mimeType, d.size
         FROM json_each(?2) j CROSS JOIN documents d ON d.id = j.value AND +d.company_id = ?1 AND d.deleted_at IS NULL
        ORDER BY j.key`,
      companyId,
      JSON.stringify(documentIds),
    ),
    db.sql('SELECT name FROM companies WHERE id = ?', companyId),
  ])
  const rows = (files?.results ?? []) as unknown as FileRow[]
  if (rows.length < documentIds.length || rows.length === 0) throw new CannotSend('One of the documents was deleted')
  if (rows.reduce((sum, { size }) => sum + size, 0) > MAX_MAIL_BYTES) throw new CannotSend(TOO_LARGE)
  const attachments = await Promise.all(
    rows.map(async (row) => {
      const object = await env.DOCUMENTS.get(row.storageKey)
      if (!object) throw new CannotSend(`The file of ${row.displayName} is missing`)
      return { filename: savedName(row), content: toBase64(await object.arrayBuffer()), content_type: row.mimeType }
    }),
  )
  const mail = documentMail({
    companyName: String(companies?.results[0]?.name ?? 'Outlay'),
    senderName: sender?.name ?? null,
    requestTitle: about?.title ?? null,
    message,
    documents: rows.map(({ displayName }) => displayName),
  })
  if (first.length > 0) await db.batch(first)
  await sendMail(
    env,
    {
      to,
      ...mail,
      attachments,
      ...(about && { threadKey: about.threadKey }),
      ...(sender && { replyTo: sender.email }),
    },
    key,
  )
  return rows.map(({ id, displayName }) => ({ id, name: displayName }))
}
