import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailFormNews, mailVendorForms } from './form-mail.tsx'
import { updateVendorFromForm } from './make-updates.ts'

registerOutbox('vendor-form.send', { lane: 'mail', handler: mailVendorForms, isSecret: true })
registerOutbox('vendor-form.news', { lane: 'mail', handler: mailFormNews })
registerOutbox('vendor-form.update-vendor', { lane: 'tasks', handler: updateVendorFromForm })
