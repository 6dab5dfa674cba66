import type { ApprovalActor, CommandOf } from '../../schema/approvals/commands.ts'
import type { ReadingKind } from '../../schema/documents/readings.ts'
import type { NotificationKind, NotificationRole } from '../../schema/notifications/levels.ts'

/** What the outbox can carry. The topic picks the consumer; payloads are JSON. */
export interface OutboxPayloads {
  /** Mails about a request, one per person: see worker/features/notifications. */
  'request.notify': RequestNotification
  /** Mails about a comment on a vendor, a service or a document. */
  'thread.notify': ThreadNotification
  /** Emails about vendor events, to the people chosen in the company's settings. */
  'vendor.notify': VendorNotification
  /** What a document says is to be read: see worker/features/documents/reading. */
  'document.read': { documentId: string; kinds: ReadingKind[] }
  /** Documents that someone sends by email: see worker/features/workflow-tasks/send-by-hand. */
  'documents.send': DocumentSending
  /** A reminder to one person that a request waits for them, as the company's settings ask for. */
  'request.remind': RequestReminder
  /** A reminder to one person that a service period ends: see worker/features/services/renewals. */
  'service.remind': RenewalReminder
  /** A login link. The token itself is only here, never in the database in clear beside its hash. */
  'session.login-link': LoginLink
  /** Tells a member who acts on their behalf, and why. */
  'session.acted-for': { userId: string; by: string; reason: string }
  /** Invites a member with a login link. */
  'member.invite': { userId: string; token: string; invitedBy: string }
  /** About a member's new address: to the new one, which confirms it, and to the former one, before and after. */
  'member.address': AddressMail
  'member.hand-over': HandOver
  /** Rows of a file are imported, or undone: see worker/features/vendor-imports. */
  'vendor-import.run': VendorImportJob
  /** The provider's exchange rates of the day: see worker/features/currency-rates. */
  'currency-rates.import': Record<string, never>
  /** An automatic task whose turn has come: see worker/features/workflow-tasks. */
  'task.run': { targetId: string; blockId: string }
  /** A task whose service is created, told to its request again in case the first telling was lost. */
  'task.complete': TaskCompletion
  /** The signed head of the company's audit log, for its auditors. */
  'audit.head-mail': { day: string }
  /** A mail provider's question whether mails to a company's address, for the admins to answer. */
  'inbound-mail.forwarding-confirmation': { messageId: string }
}
/** What a person told a request, with the rights they had then. */
export interface TaskCompletion {
  targetId: string
  commandId: string
  actor: ApprovalActor
  command: CommandOf<'completeTask'>
}
export type OutboxTopic = keyof OutboxPayloads

/** Without a token the mail says that the person's company does not allow login links. */
export type LoginLink = { userId: string; token: string } | { userId: string; token: null; refusedBy: string }

export interface AddressMail {
  userId: string
  oldEmail: string
  newEmail: string
  /** The admin who asked for it. */
  by: string
  to: 'NEW' | 'OLD' | 'OLD_AFTERWARDS'
  /** What confirms it, for the new address alone. */
  token: string | null
}

export interface RequestNotification {
  targetType: 'INTAKE_SUBMISSION'
  targetId: string
  /** The event of the request's log that this tells of; 0 for what happened beside it. */
  sequence: number
  actorName: string
  /** Of a decision that may still be undone: not told before. */
  heldUntil?: number
  /** What each person could be told of one event, what asks most of them first: they get the first that they want. */
  recipients: NotificationRecipient[]
  /** Steps whose approvers are among them, and hear of their step: these count as mailed once the mail is out. */
  asked?: { blockId: string; userIds: string[] }[]
  note?: string
  /** Where the request's page shows it; its first tab without. */
  tab?: 'comments'
}

export interface ThreadNotification {
  targetType: 'VENDOR' | 'SERVICE' | 'DOCUMENT'
  targetId: string
  threadId: string
  actorName: string
  recipients: NotificationRecipient[]
  note: string
}

/** What happened to vendors. */
export type VendorEvent =
  | { kind: 'CREATED' | 'ARCHIVED' | 'UNARCHIVED' | 'DELETED' }
  /** In words what is different: "payment method". What it was and is stays on the vendor's page. */
  | { kind: 'CHANGED'; fields: string[] }
  | { kind: 'VERIFIED' | 'NOT_VERIFIED'; businessName: string }
  | { kind: 'MERGED' | 'MERGE_UNDONE'; fromName: string }
  | { kind: 'IMPORTED' | 'IMPORT_UNDONE'; fileName: string; created: number; changed: number; ownerIds: string[] }

export interface VendorNotification {
  event: VendorEvent
  /** With their owners at that time, who are told about their vendors only. */
  vendors: { id: string; name: string; ownerIds: string[] }[]
  /** Whose hand it was: this person is not told. */
  by: { userId: string; name: string }
}

export interface DocumentSending {
  email: string
  documentIds: string[]
  message: string
  by: { userId: string; name: string; email: string }
  /** Of a task that it is done for; null where it is for none. */
  task: { targetId: string; blockId: string } | null
}

export interface RequestReminder {
  targetType: 'INTAKE_SUBMISSION'
  targetId: string
  userId: string
  /** Since when it waited when the reminder fell due: the person may have acted in the meantime. */
  actionSince: number
  reminderId: string
}

export interface RenewalReminder {
  userId: string
  serviceId: string
  periodId: string
  /** The calendar date of the reminder, which may have been taken away in the meantime. */
  remindOn: string
}

export interface NotificationRecipient {
  userId: string
  kind: NotificationKind
  blockLabel?: string
  /** Both absent in rows from before people could choose: then the news is meant for everybody. */
  role?: NotificationRole
  isOwn?: boolean
}

/** The person who started it appears in the history of its changes. */
export interface VendorImportJob {
  importId: string
  by: { userId: string; impersonatorUserId: string | null; apiKeyId: string | null }
}

/** Hands the open approvals of a disabled member to someone else: see worker/features/members/hand-over. */
export interface HandOver {
  userId: string
  /** Null: to the other approvers, or the admins. */
  toUserId: string | null
  by: { userId: string; name: string; impersonatorUserId: string | null }
  /** One request; without it, every open one, to catch requests filed at the same moment. */
  targetId?: string
}

export interface OutboxRow<T extends OutboxTopic = OutboxTopic> {
  id: string
  companyId: string
  topic: T
  payload: OutboxPayloads[T]
  createdAt: number
  /** Not before this instant; at once without it. */
  availableAt?: number
}

/** The statement that records effects to be carried out, for the batch of the change that causes them. */
export const outboxStatement = (db: Pick<D1Database, 'prepare'>, rows: OutboxRow[]): D1PreparedStatement =>
  db
    .prepare(
      `INSERT OR IGNORE INTO outbox (id, company_id, topic, payload, created_at, available_at)
       SELECT value ->> 'id', value ->> 'companyId', value ->> 'topic', value ->> 'payload',
              value ->> 'createdAt', COALESCE(value ->> 'availableAt', value ->> 'createdAt')
         FROM json_each(?)`,
    )
    .bind(JSON.stringify(rows.map((row) => ({ ...row, payload: JSON.stringify(row.payload) }))))
