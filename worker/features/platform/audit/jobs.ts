import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { sealAuditLog } from './chain.ts'
import { checkDueChains } from './checks.ts'
import { mailHeads } from './head-mail.tsx'
import { signHeads } from './heads.ts'

registerOutbox('audit.head-mail', { lane: 'mail', handler: mailHeads })

registerCron('audit-seals', ({ db }) => sealAuditLog(db))
registerCron('audit-heads', signHeads)
registerCron('audit-checks', checkDueChains)
