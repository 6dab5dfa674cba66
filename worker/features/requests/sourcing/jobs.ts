import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailReceipts } from './receipt-mail.tsx'

registerOutbox('sourcing.receipt', { lane: 'mail', handler: mailReceipts })
