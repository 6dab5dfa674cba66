import { fileExtension, UPLOAD_TYPES } from '../../../schema/documents/values.ts'
import { type Authentication, inboundAddress, MAX_MESSAGE_BYTES } from '../../../schema/inbound-mail/values.ts'
import { readCompanyFlags } from '../../../schema/shared/permissions.ts'
import { commit } from '../../core/commit.ts'
import { AppError } from '../../core/errors.ts'
import { sha256Hex, toHex } from '../../core/hash.ts'
import type { BaseContext } from '../../core/operation.ts'
import { firstReading } from '../documents/reading/jobs.ts'
import { limitRate } from '../session/rate-limit.ts'
import { loopRejection, type Rejection, shortNameOf } from './accept.ts'
import { authenticationOf } from './authentication.ts'
import { bodyPdf } from './body-pdf.ts'
import { fileNameOf, type SortedFile, sortFiles } from './files.ts'
import { type ForwardingConfirmation, forwardingConfirmationOf } from './forwarding-confirmation.ts'
import { type ParsedMail, parseMail } from './mail.ts'

/** A mail as the receiving mail server hands it over. */
export interface IncomingMail {
  /** Of the envelope: where a bounce goes. */
  from: string
  to: string
  /** Bytes. */
  size: number
  /** Null: it is larger than it said, and than a mail may be. */
  read(): Promise<Uint8Array | null>
}

export type Verdict = { rejected: Rejection } | { rejected: null; messageId: string; repeated: boolean }

interface Company {
  id: string
  emailShortName: string
  flags: string
}

type OriginatedFile = SortedFile & { origin: 'ATTACHMENT' | 'BODY' }
type StoredFile = OriginatedFile & { ordinal: number; documentId: string | null; key: string; sha256: string }

const HOUR_MS = 60 * 60 * 1000
/** Above it a company is being flooded: senders are asked to come again later. */
const MOST_AN_HOUR = 500

/**
 * Takes a mail for a company: its files become documents of that company, by the rules of uploads, and the mail is
 * recorded with what became of each. The same mail again, by its Message-ID, changes nothing.
 * Errors: whatever is thrown means that the sender's server should try again; nothing half of the mail is kept.
 */
export const receiveMail = async (context: BaseContext, incoming: IncomingMail): Promise<Verdict> => {
  const { env } = context
  const company = await companyOf(context, incoming.to)
  if (!company) return { rejected: 'NO_SUCH_ADDRESS' }
  if (incoming.size > MAX_MESSAGE_BYTES) return { rejected: 'TOO_LARGE' }
  await limitRate(context, HOUR_MS, [{ key: `inbound-mail:${company.id}`, max: MOST_AN_HOUR }])
  const raw = await incoming.read()
  if (!raw) return { rejected: 'TOO_LARGE' }
  const mail = await parseMail(raw).catch(() => null)
  if (!mail) return { rejected: 'UNREADABLE' }
  const inboundDomain = env.OUTLAY_INBOUND_DOMAIN ?? ''
  const loop = loopRejection(mail, incoming.from, { mailFrom: env.OUTLAY_MAIL_FROM, inboundDomain })
  if (loop) return { rejected: loop }

  const messageKey = mail.messageId ? sha256Hex(`id\n${mail.messageId}`) : await hashOf(raw)
  const known = await knownMessage(context, company.id, messageKey)
  if (known) return { rejected: null, messageId: known, repeated: true }

  const authentication = authenticationOf(mail)
  const confirmation = forwardingConfirmationOf(mail, authentication)
  const flags = readCompanyFlags(company.flags)
  const files: OriginatedFile[] = sortFiles(mail.files).map((file) => ({ ...file, origin: 'ATTACHMENT' }))
  const isUseless = files.every((file) => file.refusal !== null)
  if (flags.enableEmailBodyPdfCreation && isUseless && !confirmation && mail.text) {
    files.push(await bodyFile(mail, inboundAddress(company.emailShortName, inboundDomain), context.clock.now()))
  }
  const stored = await storeFiles(context, company.id, files)
  const arrived = { mail, incoming, size: raw.byteLength, messageKey, authentication, confirmation }
  const messageId = context.newId()
  try {
    await record(context, company, messageId, arrived, stored, flags.enableForwardConfirmationEmail)
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== ALREADY_RECEIVED) throw error
    // Delivered twice at the same moment: the other one is kept, and the files of this one are cleared away.
    const other = await knownMessage(context, company.id, messageKey)
    return { rejected: null, messageId: other ?? messageId, repeated: true }
  }
  return { rejected: null, messageId, repeated: false }
}

const ALREADY_RECEIVED = 'ALREADY_RECEIVED'

const hashOf = async (bytes: Uint8Array): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))

const companyOf = async ({ db, env }: BaseContext, recipient: string): Promise<Company | null> => {
  const shortName = shortNameOf(recipient, env.OUTLAY_INBOUND_DOMAIN)
  if (!shortName) return null
  return db.first<Company>(
    db.sql(
      'SELECT id, email_short_name AS emailShortName, flags FROM companies WHERE lower(email_short_name) = ?',
      shortName,
    ),
  )
}

const knownMessage = async ({ db }: BaseContext, companyId: string, messageKey: string): Promise<string | null> => {
  const sql = 'SELECT id FROM inbound_messages WHERE company_id = ? AND message_key = ?'
  return (await db.first<{ id: string }>(db.sql(sql, companyId, messageKey)))?.id ?? null
}

const bodyFile = async (mail: ParsedMail, to: string, receivedAt: number): Promise<OriginatedFile> => {
  const name = `${(mail.subject || 'Mail').replaceAll(/[/\\]/g, '-')}.pdf`
  return {
    fileName: fileNameOf({ name, mimeType: 'application/pdf' }, 1),
    bytes: await bodyPdf(mail, to, receivedAt),
    refusal: null,
    origin: 'BODY',
  }
}

/**
 * Puts the usable files into R2, each announced in `uploads` first: what no document is made of, because something
 * failed in between, is cleared away with the abandoned uploads after a day.
 */
const storeFiles = async (context: BaseContext, companyId: string, files: OriginatedFile[]): Promise<StoredFile[]> => {
  const { db, env } = context
  const stored = await Promise.all(
    files.map(async (file, i): Promise<StoredFile> => {
      const taken = file.refusal === null
      return {
        ...file,
        ordinal: i + 1,
        documentId: taken ? context.newId() : null,
        key: taken ? `${context.newId()}.${fileExtension(file.fileName)}` : '',
        sha256: taken ? await hashOf(file.bytes) : '',
      }
    }),
  )
  const taken = stored.filter((file) => file.documentId !== null)
  if (taken.length === 0) return stored
  await db.batch([
    db.sql(
      `INSERT INTO uploads (storage_key, company_id, user_id, file_name, created_at)
       SELECT value ->> 'key', ?1, '', value ->> 'fileName', ?2 FROM json_each(?3)`,
      companyId,
      context.clock.now(),
      JSON.stringify(taken.map(({ key, fileName }) => ({ key, fileName }))),
    ),
  ])
  for (const { key, bytes, sha256 } of taken) {
    await env.DOCUMENTS.put(key, bytes, {
      httpMetadata: { contentType: UPLOAD_TYPES[fileExtension(key)] ?? 'application/octet-stream' },
      sha256,
    })
  }
  return stored
}

interface Arrived {
  mail: ParsedMail
  incoming: IncomingMail
  size: number
  messageKey: string
  authentication: Authentication
  confirmation: ForwardingConfirmation | null
}

/** The mail, its files and documents, the audit rows and the effects, in one batch. */
const record = async (
  context: BaseContext,
  company: Company,
  messageId: string,
  { mail, incoming, size, messageKey, authentication, confirmation }: Arrived,
  files: StoredFile[],
  forwardConfirmation: boolean,
): Promise<void> => {
  const { db } = context
  const now = context.clock.now()
  const documents = files.filter((file) => file.documentId !== null)
  const sender = mail.fromAddress || 'an unknown sender'
  const documentRows = documents.map(({ documentId, key, fileName, bytes, sha256 }) => ({
    ...{ documentId, key, fileName, sha256, size: bytes.byteLength, mimeType: UPLOAD_TYPES[fileExtension(key)] },
  }))
  const reading = firstReading(db, {
    companyId: company.id,
    now,
    documents: documentRows.map(({ documentId, mimeType }) => ({ id: documentId ?? '', mimeType: mimeType ?? '' })),
  })
  const fileRows = files.map(({ ordinal, origin, fileName, bytes, documentId, refusal }) => ({
    ...{ ordinal, origin, fileName, documentId, refusal, size: bytes.byteLength },
  }))
  await commit(context, {
    subject: 'The mail',
    as: { companyId: company.id, userId: null },
    statements: [
      db.sql(
        `INSERT INTO inbound_messages (id, company_id, message_key, kind, recipient, envelope_from, from_address,
           from_name, subject, size, authentication, confirmation, received_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        messageId,
        company.id,
        messageKey,
        confirmation ? 'FORWARDING_CONFIRMATION' : 'MESSAGE',
        incoming.to.toLowerCase().slice(0, 320),
        incoming.from.toLowerCase().slice(0, 320),
        mail.fromAddress,
        mail.fromName,
        mail.subject,
        size,
        JSON.stringify(authentication),
        confirmation && JSON.stringify(confirmation),
        now,
      ),
      db.sql(
        `INSERT INTO inbound_attachments (company_id, message_id, ordinal, origin, file_name, size, document_id, refusal)
         SELECT ?1, ?2, value ->> 'ordinal', value ->> 'origin', value ->> 'fileName', value ->> 'size',
                value ->> 'documentId', value ->> 'refusal' FROM json_each(?3)`,
        company.id,
        messageId,
        JSON.stringify(fileRows),
      ),
      db.sql(
        `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256,
                                uploaded_by_user_id, uploaded_by_email, created_at, updated_at)
         SELECT value ->> 'documentId', ?1, value ->> 'key', value ->> 'fileName', value ->> 'key',
                value ->> 'mimeType', value ->> 'size', value ->> 'sha256', '', ?2, ?3, ?3 FROM json_each(?4)`,
        company.id,
        mail.fromAddress || null,
        now,
        JSON.stringify(documentRows),
      ),
      db.sql(
        `UPDATE uploads SET document_id = (SELECT value ->> 'documentId' FROM json_each(?1)
                                            WHERE value ->> 'key' = storage_key), received_at = ?2
          WHERE storage_key IN (SELECT value ->> 'key' FROM json_each(?1))`,
        JSON.stringify(documentRows),
        now,
      ),
      ...reading.statements,
    ],
    audit: [
      {
        changeKey: `inbound-message:${messageId}`,
        action: 'inbound-mail.received',
        targetType: 'COMPANY',
        targetId: company.id,
        message: `Received “${mail.subject || '(no subject)'}” from ${sender} by mail`,
        changeData: { messageId, from: mail.fromAddress, authentication, files: fileRows },
      },
      ...documentRows.map(({ documentId, fileName, size: bytes, sha256 }) => ({
        changeKey: `document:${documentId}:v1`,
        action: 'document.created',
        targetType: 'DOCUMENT' as const,
        targetId: documentId ?? '',
        message: `Received ${fileName} by mail from ${sender}`,
        changeData: { displayName: fileName, size: bytes, sha256, messageId },
      })),
    ],
    outbox: [
      ...reading.outbox,
      ...(confirmation && forwardConfirmation
        ? [{ topic: 'inbound-mail.forwarding-confirmation' as const, payload: { messageId } }]
        : []),
    ],
    onDuplicate: {
      'inbound_messages.company_id, inbound_messages.message_key': () =>
        new AppError('CONFLICT', 'This email was already received.', { reason: ALREADY_RECEIVED }),
    },
    result: null,
  })
}
