import { registerOutbox } from '../../../core/outbox-registry.ts'
import { followPeople } from './people.ts'

registerOutbox('directory.people', { lane: 'tasks', handler: followPeople })
