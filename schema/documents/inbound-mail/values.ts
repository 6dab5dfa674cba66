import { type FileProblem, fileProblemText } from '../documents/uploads.ts'

export const MESSAGE_KINDS = ['MESSAGE', 'FORWARDING_CONFIRMATION'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/**
 * What became of an email. HELD: its sender's domain disowns it (DMARC), so nothing is created until someone in the
 * company releases it.
 */
export const MESSAGE_STATES = ['TAKEN', 'HELD', 'RELEASED', 'DISCARDED'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Why a file in an email did not become a document: the upload rules, and one for emails. */
export const REFUSALS = [
  'TYPE_NOT_ALLOWED',
  'CONTENT_MISMATCH',
  'TOO_LARGE',
  'EMPTY',
  'TOO_MANY',
] as const satisfies readonly (FileProblem | 'TOO_MANY')[]
export type Refusal = (typeof REFUSALS)[number]

/** For one email. Further files are refused. */
export const MAX_ATTACHMENTS = 50

/** The whole email, encoded. Cloudflare Email Routing accepts no larger one either. */
export const MAX_MESSAGE_BYTES = 25 * 1024 * 1024

export const refusalText = (refusal: Refusal): string =>
  refusal === 'TOO_MANY' ? `An email can have at most ${MAX_ATTACHMENTS} files.` : fileProblemText(refusal)

/** The result of a sender check (RFC 8601). NONE if it wasn't made or says nothing. */
export const CHECK_RESULTS = ['PASS', 'FAIL', 'NONE'] as const
export type CheckResult = (typeof CHECK_RESULTS)[number]

export interface Authentication {
  spf: CheckResult
  dkim: CheckResult
  dmarc: CheckResult
}

export type SenderState = 'VERIFIED' | 'UNVERIFIED' | 'SUSPICIOUS'

/** DMARC ties SPF and DKIM to the visible address. Without it nothing is known about that address. */
export const senderState = ({ dmarc }: Authentication): SenderState =>
  dmarc === 'PASS' ? 'VERIFIED' : dmarc === 'FAIL' ? 'SUSPICIOUS' : 'UNVERIFIED'

/** What the files of an email become. */
export const MESSAGE_PURPOSES = ['DOCUMENTS', 'INVOICES'] as const
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number]

export const inboundAddress = (shortName: string, domain: string): string => `${shortName.toLowerCase()}@${domain}`

/** The usual name of a company's own address for invoices. */
export const USUAL_INVOICE_NAME = 'invoices'

/** Between the company's short name and the name of an address for invoices. No short name contains it. */
export const INVOICE_SEPARATOR = '_'

/** What is before the @ has at most 64 characters (RFC 5321). */
export const MOST_LOCAL_PART = 64

export const invoiceLocalPart = (shortName: string, name: string): string =>
  `${shortName.toLowerCase()}${INVOICE_SEPARATOR}${name}`

export const invoiceAddress = (shortName: string, name: string, domain: string): string =>
  `${invoiceLocalPart(shortName, name)}@${domain}`

/** Before the secret of an address for answers to emails. Anything else after a plus sign is the sender's own tag. */
export const REPLY_TAG = 'reply+'

/** At the top of emails whose answers become comments. What is below it in an answer is quoted. */
export const REPLY_LINE = 'Reply above this line to comment'
