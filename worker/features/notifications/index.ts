/** Mails that follow from outbox rows. Invariant: a row carried out twice sends each person one mail. */
import type { OutboxHandlers } from '../../core/outbox-runner.ts'
import { mailLoginLinkHandler } from './login-link.tsx'
import { mailRequestNotification } from './request-mail.tsx'

export const outboxHandlers: OutboxHandlers = {
  'session.login-link': mailLoginLinkHandler,
  'request.notify': mailRequestNotification,
}
