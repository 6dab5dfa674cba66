import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { forgetOldEvents, handleWebhook } from './handle.ts'

registerOutbox('webhook.handle', { lane: 'tasks', handler: handleWebhook })

registerCron('old-webhook-events', forgetOldEvents)
