import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { followNews } from './follow.ts'
import { followMerges } from './follow-merges.ts'
import { mailBankChange, mailInvitation, mailMember } from './mails.tsx'
import { resealAccounts } from './reseal.ts'

registerOutbox('vendor-portal.news', { lane: 'tasks', handler: followNews })
registerOutbox('vendor-portal.customers', { lane: 'tasks', handler: followMerges })
registerOutbox('vendor-portal.invitation', { lane: 'mail', handler: mailInvitation, isSecret: true })
registerOutbox('vendor-portal.member', { lane: 'mail', handler: mailMember, isSecret: true })
registerOutbox('vendor-portal.bank-mail', { lane: 'mail', handler: mailBankChange })

registerCron('reseal-bank-accounts', resealAccounts)
