import { z } from 'zod'

/**
 * Emails that a person can do without, each kind apart. Approvals, whatever else waits for the person, sign-in and
 * alarms about money or security belong to no kind, so nothing stops them.
 */
export const MAIL_KINDS = ['COMMENT', 'UPDATE', 'RENEWAL', 'VENDOR', 'SOURCING_EVENT'] as const
export const mailKind = z.enum(MAIL_KINDS)
export type MailKind = z.infer<typeof mailKind>

/** Kinds that a link in an email stops. The morning email has its own switch. */
export const STOPPABLE_KINDS = [...MAIL_KINDS, 'DIGEST'] as const
export type StoppableKind = (typeof STOPPABLE_KINDS)[number]

/** As the settings, the history and the page behind the link name them. */
export const MAIL_KIND_LABELS: Record<StoppableKind, string> = {
  COMMENT: 'Comments',
  UPDATE: 'Updates on requests, orders and bills',
  RENEWAL: 'Renewal reminders',
  VENDOR: 'Vendor notifications',
  SOURCING_EVENT: 'Sourcing events',
  DIGEST: 'Email each working morning',
}

/** The same kinds in one order, each once. */
export const inOrder = (kinds: readonly MailKind[]): MailKind[] => MAIL_KINDS.filter((kind) => kinds.includes(kind))
