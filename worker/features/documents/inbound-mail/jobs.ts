import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailForwardingConfirmation } from './forwarding-mail.tsx'
import { mailNoInvoice } from './no-invoice-mail.tsx'

registerOutbox('inbound-mail.forwarding-confirmation', { lane: 'mail', handler: mailForwardingConfirmation })
registerOutbox('inbound-mail.no-invoice', { lane: 'mail', handler: mailNoInvoice })
