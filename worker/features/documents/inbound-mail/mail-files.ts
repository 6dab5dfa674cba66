import { fileExtension, UPLOAD_TYPES } from '../../../../schema/documents/documents/uploads.ts'
import { inboundAddress } from '../../../../schema/documents/inbound-mail/values.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import type { Change } from '../../../core/commit.ts'
import { toHex } from '../../../core/hash.ts'
import { loadOnce } from '../../../core/load-once.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'
import { createDocument, firstReading, invoiceStatements } from '../documents/index.ts'
import type { Company, Destination } from './destination.ts'
import { fileNameOf, type SortedFile, sortFiles } from './files.ts'
import type { ParsedMail } from './mail.ts'

/** What an email becomes: its files in R2, and the rows of their documents. */

type OriginatedFile = SortedFile & { origin: 'ATTACHMENT' | 'BODY' }
export type StoredFile = OriginatedFile & { ordinal: number; documentId: string | null; key: string; sha256: string }

export const hashOf = async (bytes: Uint8Array): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))

/** Loaded when the first one is written, so that a Worker starts without what writes PDFs. */
const pdfWriter = loadOnce(() => import('./body-pdf.ts'))

const bodyFile = async (mail: ParsedMail, to: string, receivedAt: number): Promise<OriginatedFile> => {
  const { bodyPdf } = await pdfWriter()
  const name = `${(mail.subject || 'Mail').replaceAll(/[/\\]/g, '-')}.pdf`
  return {
    fileName: fileNameOf({ name, mimeType: 'application/pdf' }, 1),
    bytes: await bodyPdf(mail, to, receivedAt),
    refusal: null,
    origin: 'BODY',
  }
}

/**
 * Stores the usable files in R2, each listed in `uploads` first. If something fails before they become documents, the
 * cleanup of abandoned uploads removes them after a day.
 */
const storeFiles = async (
  context: BaseContext,
  { companyId, userId }: { companyId: string; userId: string },
  files: OriginatedFile[],
): Promise<StoredFile[]> => {
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
       SELECT value ->> 'key', ?1, ?4, value ->> 'fileName', ?2 FROM json_each(?3)`,
      companyId,
      context.clock.now(),
      JSON.stringify(taken.map(({ key, fileName }) => ({ key, fileName }))),
      userId,
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

/** The stored files of an email. One is made from its text if the company wants that and there is no other. */
export const filesOf = async (context: BaseContext, company: Company, mail: ParsedMail, isConfirmation: boolean) => {
  const inboundDomain = context.env.OUTLAY_INBOUND_DOMAIN ?? ''
  const flags = readCompanyFlags(company.flags)
  const files: OriginatedFile[] = sortFiles(mail.files).map((file) => ({ ...file, origin: 'ATTACHMENT' }))
  const isUseless = files.every((file) => file.refusal !== null)
  if (flags.enableEmailBodyPdfCreation && isUseless && !isConfirmation && mail.text) {
    files.push(await bodyFile(mail, inboundAddress(company.emailShortName, inboundDomain), context.clock.now()))
  }
  return { stored: await storeFiles(context, { companyId: company.id, userId: '' }, files), flags }
}

/**
 * Files that a person sends as their documents. They go after a day unless something is made of them. Returns the ids.
 */
export const storeUploads = async (context: StaffContext, files: readonly SortedFile[]): Promise<string[]> => {
  const { db, actor, clock } = context
  const stored = await storeFiles(
    context,
    actor,
    files.map((file) => ({ ...file, origin: 'ATTACHMENT' })),
  )
  // Each is a change of its own, and not the one that the caller's command id stands for.
  const alone: StaffContext = { ...context, commandId: null }
  const ids: string[] = []
  for (const { key, fileName, bytes, sha256 } of stored) {
    await db.batch([
      db.sql(
        'UPDATE uploads SET received_at = ?, size = ?, mime_type = ?, sha256 = ? WHERE storage_key = ?',
        ...[clock.now(), bytes.byteLength, UPLOAD_TYPES[fileExtension(key)] ?? 'application/octet-stream', sha256, key],
      ),
    ])
    const made = await createDocument.run(alone, {
      ...{ name: key, displayName: fileName, type: [], description: '', isTemporary: true },
    })
    ids.push(made.id)
  }
  return ids
}

interface MailDocuments {
  companyId: string
  messageId: string
  mail: ParsedMail
  files: StoredFile[]
  destination: Destination
  /** Whether the sender's domain confirmed the email. */
  isVerified: boolean
}

const PICTURE = /^image\//

/** Pictures beside a file are logos and signatures. Alone, they are photos of invoices. */
const invoicesAmong = <T extends { mimeType: string | undefined }>(documents: readonly T[]): T[] => {
  const papers = documents.filter(({ mimeType }) => !PICTURE.test(mimeType ?? ''))
  return papers.length > 0 ? papers : [...documents]
}

/** The rows, history and effects of an email's files, for the batch that accepts or releases it. */
export const documentsOf = (
  context: BaseContext,
  { companyId, messageId, mail, files, destination, isVerified }: MailDocuments,
) => {
  const { db } = context
  const now = context.clock.now()
  const documents = files.filter((file) => file.documentId !== null)
  const sender = mail.fromAddress || 'an unknown sender'
  const documentRows = documents.map(({ documentId, key, fileName, bytes, sha256 }) => ({
    ...{ documentId, key, fileName, sha256, size: bytes.byteLength, mimeType: UPLOAD_TYPES[fileExtension(key)] },
  }))
  const invoices = destination.purpose === 'INVOICES' ? invoicesAmong(documentRows) : []
  const isInvoice = new Set(invoices.map(({ documentId }) => documentId))
  const reading = firstReading(db, {
    companyId: companyId,
    now,
    documents: documentRows.map(({ documentId, mimeType }) => ({ id: documentId ?? '', mimeType: mimeType ?? '' })),
  })
  const fileRows = files.map(({ ordinal, origin, fileName, bytes, documentId, refusal }) => ({
    ...{ ordinal, origin, fileName, documentId, refusal, size: bytes.byteLength },
  }))
  const audit: Change<null>['audit'] = [
    ...documentRows.map(({ documentId, fileName, size: bytes, sha256 }) => ({
      changeKey: `document:${documentId}:v1`,
      action: 'document.created',
      targetType: 'DOCUMENT' as const,
      targetId: documentId ?? '',
      message: `Received ${isInvoice.has(documentId) ? `invoice ${fileName}` : fileName} by email from ${sender}`,
      changeData: { displayName: fileName, size: bytes, sha256, messageId },
    })),
  ]
  return {
    fileRows,
    audit,
    outbox: reading.outbox,
    statements: [
      db.sql(
        `INSERT INTO inbound_attachments (company_id, message_id, ordinal, origin, file_name, size, document_id, refusal)
         SELECT ?1, ?2, value ->> 'ordinal', value ->> 'origin', value ->> 'fileName', value ->> 'size',
                value ->> 'documentId', value ->> 'refusal' FROM json_each(?3)`,
        companyId,
        messageId,
        JSON.stringify(fileRows),
      ),
      db.sql(
        `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256,
                                types, uploaded_by_user_id, uploaded_by_email, created_at, updated_at)
         SELECT value ->> 'documentId', ?1, value ->> 'key', value ->> 'fileName', value ->> 'key',
                value ->> 'mimeType', value ->> 'size', value ->> 'sha256', value -> 'types', '', ?2, ?3, ?3
           FROM json_each(?4)`,
        companyId,
        mail.fromAddress || null,
        now,
        JSON.stringify(
          documentRows.map((row) => ({ ...row, types: isInvoice.has(row.documentId) ? ['INVOICE'] : [] })),
        ),
      ),
      db.sql(
        `UPDATE uploads SET document_id = (SELECT value ->> 'documentId' FROM json_each(?1)
                                            WHERE value ->> 'key' = storage_key), received_at = ?2
          WHERE storage_key IN (SELECT value ->> 'key' FROM json_each(?1))`,
        JSON.stringify(documentRows),
        now,
      ),
      ...reading.statements,
      ...invoices.flatMap(({ documentId }) =>
        invoiceStatements(context, {
          ...{ companyId, documentId: documentId ?? '', source: 'EMAIL', userId: null },
          ...{ erpEntityId: destination.erpEntityId, sender: { address: mail.fromAddress, isVerified } },
        }),
      ),
    ],
  }
}
