import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { forgetReplyAddresses } from './reply-address.ts'
import { mailThreadNotifications } from './thread-mail.tsx'

registerOutbox('thread.notify', { lane: 'mail', handler: mailThreadNotifications })
registerCron('expired-reply-addresses', forgetReplyAddresses)
