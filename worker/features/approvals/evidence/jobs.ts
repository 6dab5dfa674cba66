import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { forgetEvidence, makeEvidenceJob, markFailed } from './build.ts'

registerOutbox('evidence.make', { lane: 'answers', handler: makeEvidenceJob, onDead: markFailed })
registerCron('evidence-packs', forgetEvidence)
