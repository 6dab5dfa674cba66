import type { ModelRunner } from './integrations/workers-ai/client.ts'
import type { ApprovalObject } from './objects/approval/object.ts'
import type { ConnectionObject } from './objects/connection/object.ts'
import type { SealObject } from './objects/sourcing-seal/object.ts'

/** The Worker's bindings and configuration (wrangler.toml; secrets by `wrangler secret put`). */
export interface Env {
  /** The cell in question. In what the platform passes, the first cell, which is the directory. See core/cells.ts. */
  DB: D1Database
  /** More cells, without a gap. */
  [cell: `CELL_${number}`]: D1Database | undefined
  /** Set where `DB` is another cell than the first: its number, and the directory. */
  CELL?: number
  DIRECTORY?: D1Database
  DOCUMENTS: R2Bucket
  /** One queue for each lane of the outbox: emails, calls and commands, syncs, imports, documents, answers. */
  OUTBOX_QUEUE: Queue<OutboxNudge>
  TASKS_QUEUE: Queue<OutboxNudge>
  SYNCS_QUEUE: Queue<OutboxNudge>
  IMPORTS_QUEUE: Queue<OutboxNudge>
  DOCUMENTS_QUEUE: Queue<OutboxNudge>
  ANSWERS_QUEUE: Queue<OutboxNudge>
  /** What happens each minute, see ticks.ts. */
  TICKS_QUEUE: Queue<Tick>
  APPROVALS: DurableObjectNamespace<ApprovalObject>
  /** One for each company and provider: the lock under which credentials are replaced. */
  CONNECTIONS: DurableObjectNamespace<ConnectionObject>
  /** One for each sourcing event: keeps its bids sealed until the deadline. */
  SOURCING_SEALS: DurableObjectNamespace<SealObject>
  /** The address people use, without a trailing slash. Links in emails start with it. */
  OUTLAY_ORIGIN: string
  OUTLAY_MAIL_FROM: string
  /** '1': API answers carry Server-Timing with the D1 cost of the request. */
  OUTLAY_TRACE?: string
  /** Numbers of cells that an operator holds still, separated by commas. See worker/local/operate/RUNBOOK.md. */
  OUTLAY_HELD_CELLS?: string
  /** 'error' logs errors only. */
  OUTLAY_LOG_LEVEL?: string
  /** Secret. Signs upload and download URLs. */
  OUTLAY_SIGNING_KEY: string
  /** Secret. Keys that sign audit summaries, `id:key` separated by commas. See features/audit/head-keys.ts. */
  OUTLAY_AUDIT_KEYS?: string
  /** Secret. Keys that encrypt credentials, `id:key` separated by commas. See core/vault.ts. */
  OUTLAY_CREDENTIAL_KEYS?: string
  /** Signed audit summaries, under a retention lock. */
  AUDIT_HEADS?: R2Bucket
  /** Secret. API key of the email provider (Resend). */
  RESEND_API_KEY: string
  /** Secret. Signs the email provider's events (`whsec_…`). Without it they are not received. */
  RESEND_WEBHOOK_SECRET?: string
  /** Comma-separated addresses of platform staff. */
  OUTLAY_INTERNAL_STAFF?: string
  /** Comma-separated features that this installation turns on: headcount, createServiceFromDocument, assistant. */
  OUTLAY_LOCAL_FLAGS?: string
  /** Comma-separated sign-in methods of this installation. By default all that are set up. */
  OUTLAY_LOGIN_METHODS?: string
  /** The installation's apps at Google and Microsoft with which people sign in. Without one, they can't. */
  OUTLAY_GOOGLE_CLIENT_ID?: string
  /** Secret. */
  OUTLAY_GOOGLE_CLIENT_SECRET?: string
  OUTLAY_MICROSOFT_CLIENT_ID?: string
  /** Secret. */
  OUTLAY_MICROSOFT_CLIENT_SECRET?: string
  /** Another address than the providers' own below which people find their pages, by host. */
  OUTLAY_SIGN_ON_PAGES?: string
  /** '1': anyone with an email address can start a company at /signup. By default only platform staff add companies. */
  OUTLAY_SIGN_UP?: string
  /** Secret. Where screen errors are sent (Sentry or a compatible service). Without it they are only logged. */
  SENTRY_DSN?: string
  /** What finds dates, amounts and terms in documents: `workers-ai` through the AI binding, or by default `rules`. */
  OUTLAY_DOCUMENT_READER?: string
  /** Workers AI, if bound. */
  AI?: ModelRunner
  /** Cloudflare Turnstile's site key, its secret, and another address of its script than Cloudflare's. */
  OUTLAY_TURNSTILE_SITE_KEY?: string
  /** Secret. */
  OUTLAY_TURNSTILE_SECRET?: string
  OUTLAY_TURNSTILE_SCRIPT?: string
  /** Secret. A key of Google's Places API (New), by which addresses are completed. Without it, people type them. */
  OUTLAY_GOOGLE_MAPS_KEY?: string
  /** Another key of Google Maps, restricted to this address, for programs in browsers. Our own pages use none. */
  OUTLAY_GOOGLE_MAPS_BROWSER_KEY?: string
  /** The app at Intuit by which companies connect QuickBooks. Without it, they can't. */
  OUTLAY_QUICKBOOKS_CLIENT_ID?: string
  /** Secret. */
  OUTLAY_QUICKBOOKS_CLIENT_SECRET?: string
  /** Secret. The app's webhook verifier token. Without it, changes are only read at night. */
  OUTLAY_QUICKBOOKS_WEBHOOK_TOKEN?: string
  /** '1': Intuit's sandbox companies. */
  OUTLAY_QUICKBOOKS_SANDBOX?: string
  /** Another address than Intuit's where people allow the connection. */
  OUTLAY_QUICKBOOKS_AUTHORIZE?: string
  /** Secret. Stripe's key, by which companies pay bills. Without it, they can't. */
  OUTLAY_STRIPE_SECRET_KEY?: string
  /** Secret. Signs Stripe's events (`whsec_…`). Without it, what happened is only asked for every few minutes. */
  OUTLAY_STRIPE_WEBHOOK_SECRET?: string
  /** The domain of the companies' inbound email addresses. */
  OUTLAY_INBOUND_DOMAIN?: string
}

/** A part of what happens each minute, for one cell. */
export interface Tick {
  tick: 'PAYMENTS' | 'OUTBOX' | 'JOBS' | 'MOVES' | 'WATCH'
  cell: number
  /** Milliseconds. */
  sentAt: number
}

/** A queue message only announces that outbox rows of a topic are due. The rows in D1 are what counts. */
export interface OutboxNudge {
  /** Where the rows are. Missing for the first cell. */
  cell?: number
  topic: string
  /** Null takes the group that has been due longest. */
  outboxIds: string[] | null
}
