import { registerOutbox } from '../../../core/outbox-registry.ts'
import { callAlarms, mailAlarms } from './alarms/tell.tsx'

registerOutbox('alarms.mail', { lane: 'mail', handler: mailAlarms })
registerOutbox('alarms.call', { lane: 'tasks', handler: callAlarms })
