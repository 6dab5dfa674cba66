/** Mails that follow from outbox rows. Invariant: a row carried out twice sends each person one mail. */
import type { OutboxHandlers } from '../../core/outbox-runner.ts'
import { readDocumentsJob } from '../documents/reading/jobs.ts'
import { handOverApprovals } from '../members/hand-over/carry-out.ts'
import { mailRenewalReminders } from '../services/renewals/mail.tsx'
import { runVendorImport } from '../vendor-imports/run.ts'
import { completeTasks } from '../workflow-tasks/create-service.ts'
import { runAutomaticTasks } from '../workflow-tasks/run.ts'
import { mailSentDocuments } from '../workflow-tasks/send-by-hand.ts'
import { mailForwardingConfirmation } from './forwarding-confirmation.tsx'
import { mailLoginLinkHandler } from './login-link.tsx'
import { mailMemberInvite } from './member-invite.tsx'
import { mailReminders } from './reminders.ts'
import { mailRequestNotifications } from './request-mail.ts'
import { mailThreadNotifications } from './thread-mail.tsx'

export const outboxHandlers: OutboxHandlers = {
  'session.login-link': mailLoginLinkHandler,
  'request.notify': mailRequestNotifications,
  'thread.notify': mailThreadNotifications,
  'document.read': readDocumentsJob,
  'documents.send': mailSentDocuments,
  'member.invite': mailMemberInvite,
  'member.hand-over': handOverApprovals,
  'task.run': runAutomaticTasks,
  'task.complete': completeTasks,
  'vendor-import.run': runVendorImport,
  'inbound-mail.forwarding-confirmation': mailForwardingConfirmation,
  'request.remind': mailReminders,
  'service.remind': mailRenewalReminders,
}
