import { registerOutbox } from '../../../core/outbox-registry.ts'
import { answerQuestionsJob, markUnanswered } from './answer.ts'

registerOutbox('chat.answer', { lane: 'answers', handler: answerQuestionsJob, onDead: markUnanswered })
