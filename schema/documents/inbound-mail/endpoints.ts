import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { instant } from '../../shared/values.ts'
import { CHECK_RESULTS, MESSAGE_KINDS, MESSAGE_STATES, REFUSALS } from './values.ts'

const checkResult = z.enum(CHECK_RESULTS)

export const inboundFile = z.object({
  fileName: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** BODY: a PDF made of the email's text. */
  origin: z.enum(['ATTACHMENT', 'BODY']),
  /** Null if refused, or deleted since. */
  documentId: z.string().nullable(),
  isDeleted: z.boolean(),
  refusal: z.enum(REFUSALS).nullable(),
})
export type InboundFile = z.infer<typeof inboundFile>

export const inboundMessage = z.object({
  id: z.string(),
  receivedAt: instant,
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(MESSAGE_STATES),
  recipient: z.string(),
  /** What the email says. `authentication` shows whether it can be trusted. */
  fromAddress: z.string(),
  fromName: z.string(),
  subject: z.string(),
  authentication: z.object({ spf: checkResult, dkim: checkResult, dmarc: checkResult }),
  /** For an email provider that asks to confirm forwarding. */
  confirmation: z
    .object({
      provider: z.string(),
      account: z.string().nullable(),
      code: z.string().nullable(),
      url: z.string().nullable(),
    })
    .nullable(),
  files: z.array(inboundFile),
})
export type InboundMessage = z.infer<typeof inboundMessage>

export interface EmailForwarding {
  /** Null if this installation receives no email. */
  inboundDomain: string | null
  companyShortName: string
  companyAddress: string | null
  forwardsConfirmations: boolean
  makesPdfOfBody: boolean
}

export const listInboundMessages = endpoint({
  id: 'inbound-mail.list',
  method: 'GET',
  path: '/api/inbound-messages',
  summary: 'Emails received at the company’s address, newest first, and the documents made from them',
  query: pageQuery.extend({
    /** HELD: only those waiting to be released. */
    state: z.literal('HELD').optional(),
  }),
  response: connection(inboundMessage),
})

const messageId = z.object({ messageId: z.string().min(1).max(100) })
const decided = z.object({ id: z.string(), state: z.enum(MESSAGE_STATES) })

export const releaseInboundMessage = endpoint({
  id: 'inbound-mail.release',
  method: 'POST',
  path: '/api/inbound-messages/{messageId}/release',
  summary: 'Release a held email and create its documents',
  params: messageId,
  response: decided,
})

export const discardInboundMessage = endpoint({
  id: 'inbound-mail.discard',
  method: 'POST',
  path: '/api/inbound-messages/{messageId}/discard',
  summary: 'Discard a held email',
  params: messageId,
  response: decided,
})
