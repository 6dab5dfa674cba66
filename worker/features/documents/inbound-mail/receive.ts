import { z } from 'zod'
import {
  type Authentication,
  MAX_MESSAGE_BYTES,
  type MessageState,
} from '../../../../schema/documents/inbound-mail/values.ts'
import { inPlace } from '../../../core/cells.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { type BaseContext, command } from '../../../core/operation.ts'
import { countCalls, limitRate } from '../../platform/session/index.ts'
import { loopRejection, type Rejection, recipientOf, replySecretOf } from './accept.ts'
import { authenticationOf } from './authentication.ts'
import { type Company, type Destination, destinationOf } from './destination.ts'
import { type ForwardingConfirmation, forwardingConfirmationOf } from './forwarding-confirmation.ts'
import { heldKey } from './held-key.ts'
import { type ParsedMail, parseMail } from './mail.ts'
import { documentsOf, filesOf, hashOf, type StoredFile } from './mail-files.ts'
import { type ReplyVerdict, receiveReply } from './receive-reply.ts'

/** An email as the receiving server passes it on. */
const incomingMail = z.object({
  /** The envelope address that gets bounces. */
  from: z.string(),
  to: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Null if it is larger than declared, and than an email may be. */
  read: z.custom<() => Promise<Uint8Array | null>>((value) => typeof value === 'function'),
})
type IncomingMail = z.output<typeof incomingMail>

export type Verdict = { rejected: Rejection } | { rejected: null; messageId: string; repeated: boolean }

const HOUR_MS = 60 * 60 * 1000
/** Above this number the company is being flooded, and senders are asked to try again later. */
const MOST_AN_HOUR = 500

/**
 * Receives an email for a company. Its files become documents by the upload rules, and the email is recorded with the
 * result of each; at an address for invoices they become invoices too. At an address for answers it becomes a comment.
 * The same email again, by Message-ID, changes nothing. Throws if the sender's server should try again. Then no part of
 * the email is kept.
 */
export const receiveMail = command({
  id: 'inbound-mail.receive',
  access: 'system.receive-mail',
  // Known by its Message-ID.
  idempotency: 'none',
  input: incomingMail,
  run: async (caller, incoming): Promise<Verdict | ReplyVerdict> => {
    const { env } = caller
    const replySecret = replySecretOf(incoming.to, env.OUTLAY_INBOUND_DOMAIN)
    if (replySecret) return receiveReply(caller, incoming, replySecret)
    const recipient = recipientOf(incoming.to, env.OUTLAY_INBOUND_DOMAIN)
    if (!recipient) return { rejected: 'NO_SUCH_ADDRESS' }
    const context = await inPlace(caller, { shortName: recipient.shortName })
    const company = await companyOf(context, recipient.shortName)
    const destination = company && (await destinationOf(context, company, recipient.invoices))
    if (!company || !destination) return { rejected: 'NO_SUCH_ADDRESS' }
    if (incoming.size > MAX_MESSAGE_BYTES) return { rejected: 'TOO_LARGE' }
    await limitRate(context, HOUR_MS, [{ key: `inbound-mail:${company.id}`, max: MOST_AN_HOUR }])
    const raw = await incoming.read()
    if (!raw) return { rejected: 'TOO_LARGE' }
    const mail = await parseMail(raw).catch(() => null)
    if (!mail) return { rejected: 'UNREADABLE' }
    const inboundDomain = env.OUTLAY_INBOUND_DOMAIN ?? ''
    const loop = loopRejection(mail, incoming.from, { mailFrom: env.OUTLAY_MAIL_FROM, inboundDomain })
    if (loop) return { rejected: loop }

    const messageKey = keyOf(destination, mail.messageId ? sha256Hex(`id\n${mail.messageId}`) : await hashOf(raw))
    const known = await knownMessage(context, company.id, messageKey)
    if (known) return { rejected: null, messageId: known, repeated: true }

    const authentication = authenticationOf(mail)
    const confirmation = forwardingConfirmationOf(mail, authentication)
    const messageId = context.newId()
    const arrived = { mail, incoming, size: raw.byteLength, messageKey, authentication, confirmation, destination }
    try {
      if (authentication.dmarc === 'FAIL') await hold(context, company.id, messageId, arrived, raw)
      else {
        const { stored, flags } = await filesOf(context, company, mail, confirmation !== null)
        const isEmpty = destination.purpose === 'INVOICES' && stored.every(({ documentId }) => documentId === null)
        const lacksInvoice = isEmpty && !confirmation
        // An unverified sender may be someone else, so their own server tells them.
        if (lacksInvoice && authentication.dmarc !== 'PASS') return { rejected: 'NO_INVOICE' }
        const answers = lacksInvoice && (await mayAnswer(context, company.id, mail.fromAddress))
        await record(context, company.id, messageId, arrived, stored, [
          ...(confirmation && flags.enableForwardConfirmationEmail
            ? [{ topic: 'inbound-mail.forwarding-confirmation' as const, payload: { messageId } }]
            : []),
          ...(answers ? [{ topic: 'inbound-mail.no-invoice' as const, payload: { messageId } }] : []),
        ])
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== ALREADY_RECEIVED) throw error
      // Delivered twice at the same moment: the other one is kept, and this one's files are removed.
      const other = await knownMessage(context, company.id, messageKey)
      return { rejected: null, messageId: other ?? messageId, repeated: true }
    }
    return { rejected: null, messageId, repeated: false }
  },
})

const ALREADY_RECEIVED = 'ALREADY_RECEIVED'

/** The same email to an address for documents and to one for invoices is taken at both. */
const keyOf = ({ purpose }: Destination, key: string): string =>
  purpose === 'INVOICES' ? sha256Hex(`invoices\n${key}`) : key

const DAY_MS = 24 * HOUR_MS
/** A program that sends without files is told a few times only. */
const MOST_ANSWERS_A_DAY = 5

const mayAnswer = async (context: BaseContext, companyId: string, to: string): Promise<boolean> => {
  const [count = 0] = await countCalls(context, DAY_MS, [`invoice-answer:${companyId}:${to}`])
  return count <= MOST_ANSWERS_A_DAY
}

const companyOf = ({ db }: BaseContext, shortName: string): Promise<Company | null> =>
  db.first<Company>(
    db.sql(
      'SELECT id, email_short_name AS emailShortName, flags FROM companies WHERE lower(email_short_name) = ?',
      shortName,
    ),
  )

const knownMessage = async ({ db }: BaseContext, companyId: string, messageKey: string): Promise<string | null> => {
  const sql = 'SELECT id FROM inbound_messages WHERE company_id = ? AND message_key = ?'
  return (await db.first<{ id: string }>(db.sql(sql, companyId, messageKey)))?.id ?? null
}

interface Arrived {
  mail: ParsedMail
  incoming: IncomingMail
  size: number
  messageKey: string
  authentication: Authentication
  confirmation: ForwardingConfirmation | null
  destination: Destination
}

const messageStatement = (
  { db, clock }: BaseContext,
  companyId: string,
  messageId: string,
  { mail, incoming, size, messageKey, authentication, confirmation, destination }: Arrived,
  state: MessageState,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO inbound_messages (id, company_id, message_key, kind, recipient, envelope_from, from_address,
       from_name, subject, size, authentication, confirmation, state, received_at, purpose, erp_entity_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    messageId,
    companyId,
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
    state,
    clock.now(),
    destination.purpose,
    destination.erpEntityId,
  )

const onDuplicate = {
  'inbound_messages.company_id, inbound_messages.message_key': () =>
    new AppError('CONFLICT', 'This email was already received.', { reason: ALREADY_RECEIVED }),
}

const subjectOf = (mail: ParsedMail): string => `“${mail.subject || '(no subject)'}”`
const senderOf = (mail: ParsedMail): string => mail.fromAddress || 'an unknown sender'

/** The email, its files and documents, the audit rows and the effects, in one batch. */
const record = async (
  context: BaseContext,
  companyId: string,
  messageId: string,
  arrived: Arrived,
  files: StoredFile[],
  effects: NonNullable<Change<null>['outbox']>,
): Promise<void> => {
  const { mail, authentication, destination } = arrived
  const isVerified = authentication.dmarc === 'PASS'
  const made = documentsOf(context, { companyId, messageId, mail, files, destination, isVerified })
  await commit(context, {
    subject: 'The email',
    as: { companyId, userId: null },
    statements: [messageStatement(context, companyId, messageId, arrived, 'TAKEN'), ...made.statements],
    audit: [
      {
        changeKey: `inbound-message:${messageId}`,
        action: 'inbound-mail.received',
        targetType: 'COMPANY',
        targetId: companyId,
        message: `Received ${subjectOf(mail)} from ${senderOf(mail)} by email`,
        changeData: { messageId, from: mail.fromAddress, authentication, files: made.fileRows },
      },
      ...made.audit,
    ],
    outbox: [...made.outbox, ...effects],
    onDuplicate,
    result: null,
  })
}

/** The domain in the sender's address disowns this email, so it is held as it arrived and nothing is created. */
const hold = async (
  context: BaseContext,
  companyId: string,
  messageId: string,
  arrived: Arrived,
  raw: Uint8Array,
): Promise<void> => {
  const { mail, authentication } = arrived
  await context.env.DOCUMENTS.put(heldKey(companyId, messageId), raw)
  await commit(context, {
    subject: 'The email',
    as: { companyId, userId: null },
    statements: [messageStatement(context, companyId, messageId, arrived, 'HELD')],
    audit: [
      {
        changeKey: `inbound-message:${messageId}`,
        action: 'inbound-mail.held',
        targetType: 'COMPANY',
        targetId: companyId,
        message: `Held ${subjectOf(mail)} from ${senderOf(mail)}: the sender couldn’t be verified`,
        changeData: { messageId, from: mail.fromAddress, authentication },
      },
    ],
    onDuplicate,
    result: null,
  })
}
