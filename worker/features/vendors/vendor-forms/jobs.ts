import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { registerDueReminders } from '../../requests/submissions/index.ts'
import { mailExpiringDocuments } from './document-mail.tsx'
import { remindOfDocuments } from './document-reminders.ts'
import { mailFormNews, mailVendorForms } from './form-mail.tsx'
import { updateVendorFromForm } from './make-updates.ts'
import { followForm, followRequest, remindOfForms } from './task-jobs.ts'
import { DUE_FORM_REMINDERS } from './task-reminders.ts'

registerOutbox('vendor-form.send', { lane: 'mail', handler: mailVendorForms, isSecret: true })
registerOutbox('vendor-form.news', { lane: 'mail', handler: mailFormNews })
registerOutbox('vendor-form.changed', { lane: 'tasks', handler: followForm })
registerOutbox('vendor-form.follow', { lane: 'tasks', handler: followRequest })
registerOutbox('vendor-form.remind', { lane: 'tasks', handler: remindOfForms })
registerOutbox('vendor-form.update-vendor', { lane: 'tasks', handler: updateVendorFromForm })
registerDueReminders(DUE_FORM_REMINDERS)
registerOutbox('vendor-document.expiring', { lane: 'mail', handler: mailExpiringDocuments, isSecret: true })

registerCron('vendor-documents', remindOfDocuments)
