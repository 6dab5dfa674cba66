import './send-document.ts'
import './webhook.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { completeTasks } from './complete.ts'
import { runAutomaticTasks } from './run.ts'
import { mailSentDocuments } from './send-by-hand.ts'

registerOutbox('task.run', { lane: 'tasks', handler: runAutomaticTasks })
registerOutbox('task.complete', { lane: 'tasks', handler: completeTasks })
registerOutbox('documents.send', { lane: 'tasks', handler: mailSentDocuments })
