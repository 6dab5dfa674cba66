/** Emails that outbox rows cause. Invariant: a row that runs twice sends each person one email. */
import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailActedFor } from './acted-for.tsx'
import { mailForwardingConfirmation } from './forwarding-confirmation.tsx'
import { mailLoginLinkHandler } from './login-link.tsx'
import { mailAddress } from './member-address.tsx'
import { mailMemberInvite } from './member-invite.tsx'
import { enqueueReminders, mailReminders } from './reminders.ts'
import { mailRequestNotifications } from './request-mail.ts'
import { mailThreadNotifications } from './thread-mail.tsx'
import { mailVendorNotifications } from './vendor-mail.tsx'

registerOutbox('session.login-link', { lane: 'mail', handler: mailLoginLinkHandler, isSecret: true })
registerOutbox('session.acted-for', { lane: 'mail', handler: mailActedFor })
registerOutbox('member.invite', { lane: 'mail', handler: mailMemberInvite, isSecret: true })
registerOutbox('member.address', { lane: 'mail', handler: mailAddress, isSecret: true })
registerOutbox('request.notify', { lane: 'mail', handler: mailRequestNotifications })
registerOutbox('thread.notify', { lane: 'mail', handler: mailThreadNotifications })
registerOutbox('vendor.notify', { lane: 'mail', handler: mailVendorNotifications })
registerOutbox('request.remind', { lane: 'mail', handler: mailReminders })
registerOutbox('inbound-mail.forwarding-confirmation', { lane: 'mail', handler: mailForwardingConfirmation })

registerCron('reminders', enqueueReminders)
