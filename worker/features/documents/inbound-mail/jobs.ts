import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailForwardingConfirmation } from './forwarding-mail.tsx'

registerOutbox('inbound-mail.forwarding-confirmation', { lane: 'mail', handler: mailForwardingConfirmation })
