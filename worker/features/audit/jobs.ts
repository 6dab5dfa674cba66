import { registerCron } from '../../core/cron.ts'
import { sealAuditLog } from './chain.ts'

registerCron('audit-seals', ({ db }) => sealAuditLog(db))
