import type { ApprovalActor, CommandOf } from '../../schema/approvals/engine/commands.ts'
import type { ReadingKind } from '../../schema/documents/reading/readings.ts'
import type { EntryKind } from '../../schema/platform/accounting/entries.ts'
import type { NotificationKind, NotificationRole } from '../../schema/platform/notifications/levels.ts'
import type { AlarmNews } from '../../schema/platform/operations/alarm-news.ts'
import type { AwardDraft, BidderMail, SourcingNews } from '../../schema/requests/sourcing-events/effects.ts'
import type { Kind } from '../../schema/shared/kinds.ts'
import type { PortalNews } from '../../schema/vendors/portal/news.ts'
import type { AddressMail } from './sent/address-mail.ts'
import type { FactorNews } from './sent/factor-news.ts'
import type { HandOver } from './sent/hand-over.ts'
import type { LoginLink, SignUpLink } from './sent/login-link.ts'
import type { OrderMail } from './sent/order-mail.ts'
import type { PaymentsFollowed } from './sent/payments-followed.ts'
import type { SignInNews, SignOnNews } from './sent/sign-in-news.ts'
import type { ValueMoved } from './sent/value-moved.ts'

/** What the outbox can carry. The topic selects the consumer. Payloads are JSON. */
export interface OutboxPayloads {
  /** Emails about a request, one per person. See worker/features/platform/notifications. */
  'request.notify': RequestNotification
  /** Emails about a comment on an object, unless its kind has its own. */
  'thread.notify': ThreadNotification
  /** Emails about vendor events, to the people chosen in the company's settings. */
  'vendor.notify': VendorNotification
  /** An email to a bidder of a sourcing event. See worker/features/requests/sourcing-events. */
  'sourcing-event.mail-bidder': BidderMail
  /** Tells members about a sourcing event that they work on. */
  'sourcing-event.notify': SourcingNews
  /** The draft of a request with the bid that was chosen. */
  'sourcing-event.draft': AwardDraft
  /** A document to read. See worker/features/documents/reading. */
  'document.read': { documentId: string; kinds: ReadingKind[] }
  /** A question to answer, in the time zone of who asked. See worker/features/documents/chats. */
  'chat.answer': { threadId: string; messageId: string; timezone: string | null }
  /** Documents that someone sends by email. See worker/features/workflow-tasks/send-by-hand. */
  'documents.send': DocumentSending
  /** A reminder to one person that a request is waiting for them, by the company's settings. */
  'request.remind': RequestReminder
  /** What waits for a member on a morning, and what they haven't read since. See worker/features/approvals/digests. */
  'digest.send': { userId: string; since: number }
  /** Tells two people that one can approve for the other, or no longer can. See worker/features/approvals/delegates. */
  'delegation.notify': DelegationNews
  /** The approvals of a bill have ended, or begin again with a run. See worker/features/money/bills/followers.ts. */
  'bill.settled': { billId: string; outcome: 'APPROVED' | 'REJECTED' | 'WITHDRAWN'; run: number }
  'bill.reopened': { billId: string; run: number }
  'vendor-invoice.rejected': { documentId: string }
  /** A form for a vendor, with the token of its link if it is filled in without an account. */
  'vendor-form.send': { invitationId: string; token: string | null; isAgain: boolean }
  /** An approved form of a vendor, whose answers become values of the vendor. */
  'vendor-form.update-vendor': VendorFormUpdates
  /** Vendors that an approved request proposed, which are made now. See worker/features/vendors/proposals. */
  'proposed-vendor.settle': VendorsProposed
  /** A form that was sent for a task changed, so the task's step does too. */
  'vendor-form.changed': { submissionId: string }
  /** A request with such tasks changed, so forms may be closed, opened again or sent. */
  'vendor-form.follow': { targetId: string } & OfSubject
  /** Reminds the vendor of the forms of a step. */
  'vendor-form.remind': { blockId: string; note: string; actorName: string }
  /** What the vendor hears of a form that it fills in. */
  'vendor-form.news': VendorFormNews
  /** Asks a vendor for a new version of a document that expires, with the token of its form's link. */
  'vendor-document.expiring': { documentId: string; token: string | null }
  /** A reminder to one person that a service period ends. See worker/features/vendors/renewals. */
  'service.remind': RenewalReminder
  /** A login link. The token is only here, since the database otherwise has just its hash. */
  'session.login-link': LoginLink
  'sign-up.link': SignUpLink
  /** Tells a member what changed about their second factors. */
  'factors.changed': FactorNews
  /** Tells a person how the ways in which they sign in changed. */
  'sign-on.methods-changed': SignInNews
  'sign-on.warning': SignOnNews
  /** Tells a member who is acting on their behalf, and why. */
  'session.acted-for': { userId: string; by: string; reason: string }
  /** Invites a member with a login link. */
  'member.invite': { userId: string; token: string; invitedBy: string }
  /** About a member's new address: a confirmation to the new one, and notices to the former one before and after. */
  'member.address': AddressMail
  /** Tells the sender of a public form that it arrived. See worker/features/requests/sourcing. */
  'sourcing.receipt': { submissionId: string }
  'member.hand-over': HandOver
  /** Members whose address the directory follows. See worker/features/platform/directory. */
  'directory.people': { userIds: string[] }
  /** Tells who emailed no invoice to an address for invoices what to send. */
  'inbound-mail.no-invoice': { messageId: string }
  /** Importing rows of a file, or undoing that. See worker/features/vendors/imports. */
  'vendor-import.run': VendorImportJob
  /** Importing requests that were decided elsewhere, or undoing that. See worker/features/requests/external-requests. */
  'external-requests.run': ExternalRequestsJob
  /** Taking over a file of configuration, or undoing that. See worker/features/platform/configuration. */
  'configuration.run': { importId: string; userId: string }
  /** People move by what a value of their identity provider means now. See worker/features/platform/provisioning/moves.ts. */
  'provisioning.move': ValueMoved
  /** An entry to write into the accounting system. See worker/features/platform/accounting/send.ts. */
  'accounting.send': { ownerKind: string; ownerId: string; kind: EntryKind }
  /** What to bring to where the payment provider is. See worker/features/money/payments/follow.ts. */
  'payments.follow': PaymentsFollowed
  /** Tells people that a payment, a run or bank details need someone. See worker/features/money/payments/alarms.tsx. */
  'payments.alarm': PaymentsAlarm
  /** The advice of a payment, for its vendor. See worker/features/money/payments/remittance.tsx. */
  'payments.remittance': { billPaymentId: string; attempt: number }
  /** Tells a vendor that it is to be paid to another account. See worker/features/money/payments/details-mail.tsx. */
  'payments.details-changed': { detailsId: string }
  'api-keys.ending': { apiKeyId: string }
  /** What to look at before its payment can leave, and what finance hears of it. See worker/features/money/checks. */
  'checks.run': { what: 'BILL' | 'VENDOR'; id: string }
  'checks.mail': { at: number }
  /** A run that fetches from an outside system, until it is done or its time is up. See core/syncs.ts. */
  'sync.run': { runId: string }
  /** An event that an outside system sent. See core/webhook-senders.ts. */
  'webhook.handle': { provider: string; eventId: string }
  /** Converts amounts of requests that had no rate and now have one. See currency-rates/price.ts. */
  'currency-rates.price': { after: { companyId: string; id: string } | null }
  /** An automatic task whose turn has come. See worker/features/approvals/tasks. */
  'task.run': { targetId: string; blockId: string } & OfSubject
  /** Tells the step of a purchase order how far the order is. See worker/features/spend/purchase-orders. */
  'purchase-order.follow': { purchaseOrderId: string }
  /** The approvals of an order's change have ended well, so the order changes. */
  'purchase-order.change': { purchaseOrderId: string; run: number }
  /** A purchase order for its vendor, as a PDF. */
  'purchase-order.mail': OrderMail
  /** Tells a request that its task's service exists, in case the first message was lost. */
  'task.complete': TaskCompletion
  /** The files of an evidence pack. See worker/features/approvals/evidence/build.ts. */
  'evidence.make': { evidenceId: string }
  /** The signed summary of the company's audit log, for its auditors. */
  'audit.head-mail': { day: string }
  /** What a vendor's people did, on its way to a customer's history. See worker/features/vendors/portal. */
  'vendor-portal.news': PortalNews
  /** Vendors that were merged or separated, whose portal accounts the directory follows. */
  'vendor-portal.customers': { vendorIds: string[] }
  /** An invitation to the vendor portal, with its link. */
  'vendor-portal.invitation': { invitationId: string; token: string }
  /** Invites a member of a vendor company with a login link. */
  'vendor-portal.member': { userId: string; vendorCompanyId: string; token: string; invitedBy: string }
  /** Warns the admins of a changed or new bank account of a vendor. */
  'vendor-portal.bank-mail': { news: PortalNews; vendor: { id: string; name: string } | null }
  /** A provider's request to confirm forwarding to a company's address, for the admins to answer. */
  'inbound-mail.forwarding-confirmation': { messageId: string }
  /** Alarms for the people who operate the installation. See worker/features/platform/operations/alarms. */
  'alarms.mail': AlarmNews
  'alarms.call': AlarmNews
}

export interface PaymentsAlarm {
  what: 'FAILED' | 'RETURNED' | 'NOT_STARTED' | 'TRANSFER' | 'RUN' | 'DETAILS' | 'SETTING' | 'APPROVERS'
  /** The id of the payment, the transfer, the run, the bank details, the setting that waits or the company. */
  id: string
  /** Why, in words, where nothing else has it. */
  reason?: string
}

export interface VendorFormUpdates {
  submissionId: string
  /** The last person who approved it. Null if no one had to. */
  approvedBy: { userId: string; name: string } | null
  /** The vendor's person. */
  answeredBy: string
}

export interface VendorsProposed {
  proposedVendorIds: string[]
  /** The approved request. */
  targetType: 'INTAKE_SUBMISSION' | 'SPEND_REQUEST'
  targetId: string
  title: string
  /** The category whose owners own the vendors. Null if it has none, and they belong to the requester. */
  categoryId: string | null
  requestorUserId: string
  /** The files of the request, which go with the vendors. */
  documentIds: string[]
}

/** The kind of subject that an effect belongs to. */
export interface OfSubject {
  /** Missing in rows from before anything but requests was approved. */
  targetType?: string
}

/** A command that a person gave a request, with the rights they had then. */
export interface TaskCompletion extends OfSubject {
  targetId: string
  commandId: string
  actor: ApprovalActor
  command: CommandOf<'completeTask'>
}
export type OutboxTopic = keyof OutboxPayloads

export interface DelegationNews {
  userId: string
  delegateUserId: string
  /** Who changed it, or null when its last day has passed. */
  by: string | null
  what: 'ADDED' | 'CHANGED' | 'REMOVED' | 'ENDED'
}

export interface RequestNotification {
  /** What is approved. Each kind has its own topic and words. */
  targetType: string
  targetId: string
  /** The event in the request's log that this is about, or 0 for other news. */
  sequence: number
  actorName: string
  /** Set for a decision that can still be undone: not sent before this time. */
  heldUntil?: number
  /** Set if it holds as it is until the next event. Otherwise the object says what still does. */
  holds?: true
  /** The possible messages for each person about one event, most important first. They get the first one they want. */
  recipients: NotificationRecipient[]
  /** Steps whose approvers are among the recipients and are asked. They count as emailed once the email is sent. */
  asked?: { blockId: string; userIds: string[] }[]
  note?: string
  /** The tab of the request's page that shows it. Defaults to the first one. */
  tab?: 'comments'
  /** The discussion that it is about. */
  threadId?: string
}

export interface ThreadNotification {
  targetType: Kind
  targetId: string
  threadId: string
  actorName: string
  recipients: NotificationRecipient[]
  note: string
}

/** What happened to vendors. */
export type VendorEvent =
  | { kind: 'CREATED' | 'ARCHIVED' | 'UNARCHIVED' | 'DELETED' }
  /** A request that proposed it was approved. */
  | { kind: 'APPROVED'; request: string }
  /** It may be what an approved request proposes. The path is that of the request. */
  | { kind: 'PROPOSED_AGAIN'; proposed: string; request: string; path: string }
  /** What changed, in words: "payment method". The values themselves stay on the vendor's page. */
  | { kind: 'CHANGED'; fields: string[] }
  | { kind: 'VERIFIED' | 'NOT_VERIFIED'; businessName: string }
  | { kind: 'PORTAL_ACCEPTED' | 'PORTAL_REJECTED'; email: string }
  /** What the document is, in words, and its last valid day. Not everyone may read its name. */
  | { kind: 'DOCUMENT_RENEWED' | 'DOCUMENT_EXPIRED'; document: string; expiresOn: string | null }
  | { kind: 'MERGED' | 'MERGE_UNDONE'; fromName: string }
  | { kind: 'IMPORTED' | 'IMPORT_UNDONE'; fileName: string; created: number; changed: number; ownerIds: string[] }

export interface VendorNotification {
  event: VendorEvent
  /** With their owners at that time, who are told only about their own vendors. */
  vendors: { id: string; name: string; ownerIds: string[] }[]
  /** Who did it, and is therefore not notified. */
  by: { userId: string; name: string }
}

export interface VendorFormNews {
  submissionId: string
  kind: 'COMMENTED' | 'SENT_BACK' | 'APPROVED' | 'REJECTED' | 'REMINDED'
  actorName: string
  note: string
  /** Who wrote it. Someone of the vendor is not told of their own comment. */
  byUserId?: string
}

export interface DocumentSending {
  email: string
  documentIds: string[]
  message: string
  by: { userId: string; name: string; email: string }
  /** The task that it completes, or null. */
  task: ({ targetId: string; blockId: string } & OfSubject) | null
}

export interface RequestReminder {
  targetType: 'INTAKE_SUBMISSION'
  targetId: string
  userId: string
  /** When the wait began that the reminder is about. The person may have acted since. */
  actionSince: number
  reminderId: string
}

export interface RenewalReminder {
  userId: string
  serviceId: string
  periodId: string
  /** The calendar date of the reminder, which may have been removed since. */
  remindOn: string
}

export interface NotificationRecipient {
  userId: string
  kind: NotificationKind
  blockLabel?: string
  /** Both are missing in rows from before people could choose, which are meant for everyone. */
  role?: NotificationRole
  isOwn?: boolean
}

/** The person who started it, named in the history of its changes. */
export interface VendorImportJob {
  importId: string
  by: { userId: string; impersonatorUserId: string | null; apiKeyId: string | null }
}

export interface ExternalRequestsJob {
  uploadId: string
  /** Who of the platform's staff started it. */
  by: { userId: string; name: string }
}

export interface OutboxRow<T extends OutboxTopic = OutboxTopic> {
  id: string
  companyId: string
  topic: T
  payload: OutboxPayloads[T]
  createdAt: number
  /** Not before this instant, or at once without it. */
  availableAt?: number
}

/** The statement that records effects to run, for the batch of the change that causes them. */
export const outboxStatement = (db: Pick<D1Database, 'prepare'>, rows: OutboxRow[]): D1PreparedStatement =>
  db
    .prepare(
      `INSERT OR IGNORE INTO outbox (id, company_id, topic, payload, created_at, available_at)
       SELECT value ->> 'id', value ->> 'companyId', value ->> 'topic', value ->> 'payload',
              value ->> 'createdAt', COALESCE(value ->> 'availableAt', value ->> 'createdAt')
         FROM json_each(?)`,
    )
    .bind(JSON.stringify(rows.map((row) => ({ ...row, payload: JSON.stringify(row.payload) }))))
