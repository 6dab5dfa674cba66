import { databasesOf } from './cells.ts'
import { newId } from './clock.ts'
import { errorText } from './log.ts'
import type { SystemContext } from './operation.ts'
import type { OutboxContext } from './outbox-registry.ts'
import type { SystemActor } from './system-actor.ts'

/** The context in which the system calls operations. */
export const systemContext = (context: OutboxContext, system: SystemActor): SystemContext => ({
  ...context,
  ...databasesOf(context.env, context.db),
  system,
  newId: () => newId(context.clock.now()),
  requestId: newId(),
  commandId: null,
  known: null,
  actor: null,
  vendor: null,
  clientAddress: 'system',
  device: null,
  origin: context.env.OUTLAY_ORIGIN,
  waitUntil:
    context.waitUntil ??
    ((work) => void work.catch((error) => context.log.error('system.late-failure', { error: errorText(error) }))),
  answerHeaders: new Headers(),
})
