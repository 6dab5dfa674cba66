import { registerCron } from '../../../core/cron.ts'
import { removeAbandonedUploads, removeTemporaryDocuments } from './remove-unused.ts'

const DAY_MS = 24 * 60 * 60 * 1000

registerCron('abandoned-uploads', (context) => removeAbandonedUploads(context, context.clock.now() - DAY_MS))
registerCron('temporary-documents', (context) => removeTemporaryDocuments(context, context.clock.now() - DAY_MS))
