import type { ApprovalView, Block } from '../../../schema/approvals/model.ts'
import { fileExtension } from '../../../schema/documents/values.ts'
import type { FormDefinition } from '../../../schema/intake/form.ts'
import { allQuestions } from '../../../schema/intake/visibility.ts'
import type { OutboxContext } from '../../core/outbox-runner.ts'
import { sendMail } from '../../integrations/resend/client.ts'
import { documentMail } from '../notifications/document-mail.tsx'

/** Mails documents to somebody whom the request names, who may have no access to Outlay: as attachments. */

/** The mail provider takes 40 MB; text and encoding need their part. */
const MAX_BYTES = 25 * 1024 * 1024

/** What no second try would mend. */
export class CannotSend extends Error {}

interface FileRow {
  id: string
  name: string
  storageKey: string
  mimeType: string
  size: number
}

const recipientOf = async (
  { db }: Pick<OutboxContext, 'db'>,
  state: ApprovalView,
  block: Block,
  form: FormDefinition,
): Promise<string> => {
  const recipient = block.settings.sendDocument?.recipient
  if (recipient?.source === 'QUESTION') {
    const question = allQuestions(form).find(({ id }) => id === recipient.questionId)
    const answer = question && state.answers[question.id]
    if (typeof answer === 'string' && answer.trim()) return answer.trim()
    throw new CannotSend(`Nobody to send it to: “${question?.label ?? 'the question'}” is not answered`)
  }
  const row = await db.first<{ email: string }>(db.sql('SELECT email FROM users WHERE id = ?', state.requestor.userId))
  if (!row) throw new CannotSend('Nobody to send it to: the requestor is no longer there')
  return row.email
}

const toBase64 = (buffer: ArrayBuffer): string => {
  const bytes = new Uint8Array(buffer)
  let binary = ''
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(binary)
}

const savedName = ({ name, storageKey }: FileRow): string => {
  const extension = fileExtension(storageKey)
  return fileExtension(name) === extension ? name : `${name}.${extension}`
}

const linkStatement = (
  db: OutboxContext['db'],
  state: ApprovalView,
  block: Block,
  documentIds: string[],
  now: number,
): D1PreparedStatement =>
  db.sql(
    `INSERT OR IGNORE INTO document_links (company_id, document_id, target_type, target_id, created_at)
     SELECT ?1, d.value, t.value ->> 0, t.value ->> 1, ?2 FROM json_each(?3) d, json_each(?4) t`,
    state.companyId,
    now,
    JSON.stringify(documentIds),
    JSON.stringify([
      ['INTAKE_SUBMISSION', state.targetId],
      ['LEVEL_GROUP_STATUS', block.id],
    ]),
  )

/**
 * Sends the documents of a block; the key makes a second delivery harmless. Errors: `CannotSend` for what another try
 * would not mend; others may be tried again.
 */
export const sendDocuments = async (
  context: Pick<OutboxContext, 'env' | 'db' | 'clock'>,
  state: ApprovalView,
  block: Block,
  form: FormDefinition,
  key: string,
) => {
  const { env, db, clock } = context
  const { documentIds = [], emailCopy = '' } = block.settings.sendDocument ?? {}
  const pocEmail = await recipientOf(context, state, block, form)
  const [files, companies] = await db.batch([
    db.sql(
      `SELECT d.id, d.display_name AS name, d.storage_key AS storageKey, d.mime_type AS mimeType, d.size
         FROM json_each(?2) j CROSS JOIN documents d ON d.id = j.value AND +d.company_id = ?1 AND d.deleted_at IS NULL
        ORDER BY j.key`,
      state.companyId,
      JSON.stringify(documentIds),
    ),
    db.sql('SELECT name FROM companies WHERE id = ?', state.companyId),
  ])
  const rows = (files?.results ?? []) as unknown as FileRow[]
  if (rows.length < documentIds.length || rows.length === 0) throw new CannotSend('A document to be sent was deleted')
  if (rows.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
    throw new CannotSend('The documents are larger than 25 MB together, which is more than a mail carries')
  const attachments = await Promise.all(
    rows.map(async (row) => {
      const object = await env.DOCUMENTS.get(row.storageKey)
      if (!object) throw new CannotSend(`The file of ${row.name} is missing`)
      return { filename: savedName(row), content: toBase64(await object.arrayBuffer()), content_type: row.mimeType }
    }),
  )
  const mail = documentMail({
    companyName: String(companies?.results[0]?.name ?? 'Outlay'),
    requestTitle: state.title,
    message: emailCopy,
    documents: rows.map(({ name }) => name),
  })
  // What is sent is seen by who sees the request.
  await db.batch([linkStatement(db, state, block, documentIds, clock.now())])
  await sendMail(env, { to: pocEmail, ...mail, threadKey: state.targetId, attachments }, key)
  return { pocEmail, documents: rows.map(({ id, name }) => ({ id, name })) }
}
