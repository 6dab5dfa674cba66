import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailFormNews, mailVendorForms } from './form-mail.tsx'

registerOutbox('vendor-form.send', { lane: 'mail', handler: mailVendorForms, isSecret: true })
registerOutbox('vendor-form.news', { lane: 'mail', handler: mailFormNews })
