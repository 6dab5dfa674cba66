import type { NotificationKind } from '../../../../../schema/platform/notifications/levels.ts'
import type { NotificationRecipient } from '../../../../core/outbox.ts'
import type { Wording } from './request-mail-body.tsx'

/** What emails and the bell say about something that is approved. */

/** "Manager" → "Manager approval needed". "approval" isn't repeated if the label already has it. */
const approvalNeeded = (label: string | undefined): string => {
  if (!label) return 'Your approval is needed.'
  return /\bapprovals?$/i.test(label) ? `${label} needed.` : `${label} approval needed.`
}

export const wordingOf = (
  kind: NotificationKind,
  actor: string,
  recipient: NotificationRecipient,
  { title, amount, noun }: { title: string; amount: string | null; noun: string },
): Wording => {
  const label = recipient.blockLabel
  const step = label ? `“${label}”` : 'a step'
  switch (kind) {
    case 'APPROVAL_REQUESTED':
      return {
        subject: `Approve: ${title}${amount ? ` (${amount})` : ''}`,
        sentence: approvalNeeded(label),
        action: `Review ${noun}`,
      }
    case 'ESCALATED':
      return {
        subject: `Overdue: ${title}${amount ? ` (${amount})` : ''}`,
        sentence: `${step[0]?.toUpperCase()}${step.slice(1)} is overdue. As the manager of its approver, you can decide now.`,
        action: `Review ${noun}`,
      }
    case 'SENT_BACK':
      return recipient.role === 'REQUESTER'
        ? {
            subject: `Changes requested: ${title}`,
            sentence: `${actor} sent your ${noun} back and asks for changes. Edit it, or reply without changes.`,
            action: 'See what to change',
          }
        : {
            subject: `Sent back: ${title}`,
            sentence: `${actor} sent the ${noun} back to its requester, who can now change it or reply.`,
            action: `View ${noun}`,
          }
    case 'SEND_BACK_ANSWERED':
      return {
        subject: `Answered: ${title}`,
        sentence: `${actor} answered without changing the ${noun}. ${approvalNeeded(label)}`,
        action: `Review ${noun}`,
      }
    case 'SEND_BACK_TAKEN_BACK':
      return {
        subject: `No changes needed: ${title}`,
        sentence: `${actor} no longer asks you for changes. Approvals continue.`,
        action: `View ${noun}`,
      }
    case 'WITHDRAWN':
      return {
        subject: `Withdrawn: ${title}`,
        sentence: `${actor} withdrew the ${noun}. You don’t need to do anything.`,
        action: `View ${noun}`,
      }
    case 'APPROVAL_RESTARTED':
      return {
        subject: `Confirm changes: ${title}${amount ? ` (${amount})` : ''}`,
        sentence: `${actor} changed the ${noun} after you decided on ${step}. See what changed, then confirm or decide again.`,
        action: 'Review changes',
      }
    case 'TASK_REQUESTED':
      return {
        subject: `Task for you: ${title}`,
        sentence: `The task ${step} is waiting for you.`,
        action: 'Open task',
      }
    case 'ASSIGNED':
      return {
        subject: `Assigned to you: ${title}`,
        sentence: `${actor} assigned this ${noun} to you.`,
        action: `View ${noun}`,
      }
    case 'MENTIONED':
      return {
        subject: `${actor} mentioned you: ${title}`,
        sentence: `${actor} mentioned you in a comment.`,
        action: 'Read and reply',
      }
    case 'COMMENTED':
      return {
        subject: `${actor} commented: ${title}`,
        sentence: label ? `${actor} commented on ${step}.` : `${actor} commented on the ${noun}.`,
        action: 'Read and reply',
      }
    case 'BYPASSED':
      return {
        subject: `Bypassed: ${title}`,
        sentence: `${actor} bypassed ${step}. Its approvers don’t need to do anything.`,
        action: `View ${noun}`,
      }
    case 'BLOCK_APPROVED':
      return {
        subject: `${actor} approved: ${title}`,
        sentence: label ? `${actor} approved (${label}).` : `${actor} approved a step.`,
        action: `View ${noun}`,
      }
    case 'REQUEST_APPROVED':
      return { subject: `Approved: ${title}`, sentence: `The ${noun} is approved.`, action: `View ${noun}` }
    case 'REQUEST_REJECTED':
      return { subject: `Rejected: ${title}`, sentence: `${actor} rejected the ${noun}.`, action: `View ${noun}` }
    case 'REMINDER':
      return {
        subject: `Reminder: ${title}`,
        sentence: label ? `${actor} reminds you to approve (${label}).` : `${actor} reminds you to approve.`,
        action: `Review ${noun}`,
      }
    case 'ANSWERS_CHANGED':
      return {
        subject: `Changed: ${title}`,
        sentence: noun === 'request' ? `${actor} changed the answers of the request.` : `${actor} changed the ${noun}.`,
        action: 'View changes',
      }
    case 'CUT':
      return {
        subject: `Reduced: ${title}`,
        sentence: `${actor} reduced the ${noun}. Approvers now decide on the rest${amount ? `: ${amount}` : ''}.`,
        action: 'View changes',
      }
    case 'DECISION_REVOKED':
      return {
        subject: `Decision revoked: ${title}`,
        sentence: `${actor} revoked their decision on ${step}. Later steps wait until it is decided again.`,
        action: `View ${noun}`,
      }
    case 'RESTARTED':
      return {
        subject: `Restarted: ${title}`,
        sentence: `${actor} restarted the approvals.`,
        action: `View ${noun}`,
      }
    case 'ARCHIVED':
      return { subject: `Archived: ${title}`, sentence: `${actor} archived the ${noun}.`, action: `View ${noun}` }
    case 'UNARCHIVED':
      return {
        subject: `Unarchived: ${title}`,
        sentence: `${actor} unarchived the ${noun}.`,
        action: `View ${noun}`,
      }
    case 'SUBMITTED':
      return { subject: `Submitted: ${title}`, sentence: `${actor} submitted the ${noun}.`, action: `View ${noun}` }
    case 'WATCHING':
      return {
        subject: `Watching: ${title}`,
        sentence: label ? `The step ${step}, which you watch, has started.` : `You’re watching this ${noun}.`,
        action: `View ${noun}`,
      }
  }
}
