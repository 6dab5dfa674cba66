import { z } from 'zod'
import {
  type EmailForwarding,
  type InboundMessage,
  listInboundMessages,
} from '../../../../schema/documents/inbound-mail/endpoints.ts'
import type {
  Authentication,
  MessageKind,
  MessageState,
  Refusal,
} from '../../../../schema/documents/inbound-mail/values.ts'
import { inboundAddress } from '../../../../schema/documents/inbound-mail/values.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import type { ForwardingConfirmation } from './forwarding-confirmation.ts'

/** The address where the company receives documents by email, and its settings for emails. */
export const readEmailForwarding = query({
  id: 'inbound-mail.forwarding',
  access: 'settings.manage',
  input: z.object({}),
  run: async ({ actor, env }): Promise<EmailForwarding> => {
    const domain = env.OUTLAY_INBOUND_DOMAIN || null
    const { emailShortName } = actor.company
    return {
      inboundDomain: domain,
      companyShortName: emailShortName,
      companyAddress: domain && emailShortName ? inboundAddress(emailShortName, domain) : null,
      forwardsConfirmations: actor.policy.company.enableForwardConfirmationEmail,
      makesPdfOfBody: actor.policy.company.enableEmailBodyPdfCreation,
    }
  },
})

interface Row {
  id: string
  receivedAt: number
  kind: MessageKind
  state: MessageState
  recipient: string
  fromAddress: string
  fromName: string
  subject: string
  authentication: string
  confirmation: string | null
  files: string
}

interface FileRow {
  ordinal: number
  fileName: string
  size: number
  origin: 'ATTACHMENT' | 'BODY'
  documentId: string | null
  isDeleted: 0 | 1
  refusal: Refusal | null
}

/** Received emails, newest first, with the result of each file. */
export const readInboundMessages = query({
  id: 'inbound-mail.list',
  access: 'settings.manage',
  input: inputOf(listInboundMessages),
  run: async ({ db, actor }, { cursor, first, state }): Promise<Connection<InboundMessage>> => {
    const rows = await db.all<Row>(
      db.sql(
        `SELECT m.id, m.received_at AS receivedAt, m.kind, m.state, m.recipient, m.from_address AS fromAddress,
                m.from_name AS fromName, m.subject, m.authentication, m.confirmation,
                (SELECT json_group_array(json_object('fileName', a.file_name, 'size', a.size, 'origin', a.origin,
                          'documentId', a.document_id, 'isDeleted', d.deleted_at IS NOT NULL, 'refusal', a.refusal,
                          'ordinal', a.ordinal))
                   FROM inbound_attachments a LEFT JOIN documents d ON d.id = a.document_id
                  WHERE a.company_id = m.company_id AND a.message_id = m.id) AS files
           FROM inbound_messages m
          WHERE m.company_id = ?1 ${state ? "AND m.state = 'HELD'" : ''} AND (?2 IS NULL OR (m.received_at, m.id) < (?2, ?3))
          ORDER BY m.received_at DESC, m.id DESC LIMIT ?4`,
        actor.companyId,
        ...(cursor ? decodeCursor(cursor, 2) : [null, null]),
        first + 1,
      ),
    )
    return toConnection(rows, first, (row) => [row.receivedAt, row.id], toMessage)
  },
})

const toMessage = ({ receivedAt, authentication, confirmation, files, ...row }: Row): InboundMessage => ({
  ...row,
  receivedAt: new Date(receivedAt).toISOString(),
  authentication: JSON.parse(authentication) as Authentication,
  confirmation: confirmation ? (JSON.parse(confirmation) as ForwardingConfirmation) : null,
  files: (JSON.parse(files) as FileRow[])
    .sort((a, b) => a.ordinal - b.ordinal)
    .map(({ ordinal: _, documentId, isDeleted, ...file }) => ({
      ...file,
      documentId: isDeleted ? null : documentId,
      isDeleted: isDeleted === 1,
    })),
})
