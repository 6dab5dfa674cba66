import { registerOutbox } from '../../../core/outbox-registry.ts'
import { markUnreadable, readDocumentsJob } from './read-documents.ts'

registerOutbox('document.read', { lane: 'documents', handler: readDocumentsJob, onDead: markUnreadable })
