import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailThreadNotifications } from './thread-mail.tsx'

registerOutbox('thread.notify', { lane: 'mail', handler: mailThreadNotifications })
