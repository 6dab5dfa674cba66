import { registerOutbox } from '../../../core/outbox-registry.ts'
import { runExternalRequests } from './run.ts'

registerOutbox('external-requests.run', { lane: 'imports', handler: runExternalRequests })
