import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { markUnreadable, readDocumentsJob } from '../reading/jobs.ts'
import { removeAbandonedUploads, removeTemporaryDocuments } from './remove-unused.ts'

const DAY_MS = 24 * 60 * 60 * 1000

registerOutbox('document.read', { lane: 'documents', handler: readDocumentsJob, onDead: markUnreadable })

registerCron('abandoned-uploads', (context) => removeAbandonedUploads(context, context.clock.now() - DAY_MS))
registerCron('temporary-documents', (context) => removeTemporaryDocuments(context, context.clock.now() - DAY_MS))
