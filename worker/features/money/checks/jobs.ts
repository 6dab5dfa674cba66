import './hold.ts'
import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailFindings, tellFinance } from './mail.tsx'
import { runChecks } from './run.ts'
import { endSilences } from './silences.ts'

registerOutbox('checks.run', { lane: 'tasks', handler: runChecks })
registerOutbox('checks.mail', { lane: 'mail', handler: mailFindings })
registerCron('checks-mail', tellFinance)
registerCron('checks-end-silences', endSilences)
