import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailRejected } from './rejected-mail.tsx'

registerOutbox('vendor-invoice.rejected', { lane: 'mail', handler: mailRejected })
