import type { ModelRunner } from './integrations/workers-ai/client.ts'
import type { ApprovalObject } from './objects/approval/object.ts'

/** The Worker's bindings and configuration (wrangler.toml; secrets by `wrangler secret put`). */
export interface Env {
  DB: D1Database
  DOCUMENTS: R2Bucket
  /** One queue a lane of the outbox: mails, calls and commands, imports, documents. */
  OUTBOX_QUEUE: Queue<OutboxNudge>
  TASKS_QUEUE: Queue<OutboxNudge>
  IMPORTS_QUEUE: Queue<OutboxNudge>
  DOCUMENTS_QUEUE: Queue<OutboxNudge>
  APPROVALS: DurableObjectNamespace<ApprovalObject>
  /** The address people use, without a trailing slash: links in mails start with it. */
  OUTLAY_ORIGIN: string
  OUTLAY_MAIL_FROM: string
  /** '1': API answers carry Server-Timing with the D1 cost of the request. */
  OUTLAY_TRACE?: string
  /** error: only errors are logged. */
  OUTLAY_LOG_LEVEL?: string
  /** Secret. Signs upload and download URLs. */
  OUTLAY_SIGNING_KEY: string
  /** Secret. Keys that sign the heads of audit chains, `id:key` parted by commas: see features/audit/head-keys.ts. */
  OUTLAY_AUDIT_KEYS?: string
  /** Signed heads of audit chains, under a retention lock. */
  AUDIT_HEADS?: R2Bucket
  /** Secret. Key of the mail provider (Resend). */
  RESEND_API_KEY: string
  /** Comma-separated addresses of the platform's own staff. */
  OUTLAY_INTERNAL_STAFF?: string
  /** Comma-separated parts that this installation switches on: headcount, createServiceFromDocument, assistant. */
  OUTLAY_LOCAL_FLAGS?: string
  /** Comma-separated ways to sign in that this installation offers; EMAIL_LINK unless set. */
  OUTLAY_LOGIN_METHODS?: string
  /** Secret. Where failures of screens are sent (Sentry or what speaks its protocol); logged only unless set. */
  SENTRY_DSN?: string
  /** What finds dates, amounts and terms in documents: `workers-ai` by the binding AI; `rules` unless set. */
  OUTLAY_DOCUMENT_READER?: string
  /** Workers AI, where it is bound. */
  AI?: ModelRunner
  /** Domain of the companies' inbound mail addresses. */
  OUTLAY_INBOUND_DOMAIN?: string
}

/** A queue message only says that outbox rows of a topic are due; the rows in D1 are the truth. */
export interface OutboxNudge {
  topic: string
  /** Null: the group that is due longest. */
  outboxIds: string[] | null
}
