import type { Env, OutboxNudge, Tick } from '../../env.ts'
import { enforceLimits } from './enforce.ts'
import { inInvocation } from './invocation.ts'

type Worker = Required<Pick<ExportedHandler<Env, OutboxNudge | Tick>, 'fetch' | 'queue' | 'scheduled' | 'email'>>

/** The Worker whose invocations have production's limits. */
export const limited = (worker: Worker): Worker => {
  const run = <R>(env: Env, name: string, work: () => R): R => {
    enforceLimits(env)
    return inInvocation(name, work)
  }
  return {
    fetch: (request, env, context) =>
      run(env, `${request.method} ${new URL(request.url).pathname}`, () => worker.fetch(request, env, context)),
    queue: (batch, env, context) => run(env, `queue ${batch.queue}`, () => worker.queue(batch, env, context)),
    scheduled: (controller, env, context) => run(env, 'scheduled', () => worker.scheduled(controller, env, context)),
    email: (message, env, context) => run(env, 'email', () => worker.email(message, env, context)),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: TypeScript asks it of classes that are extended by a function
type ObjectClass = new (...given: any[]) => object

/** The class of an object each of whose calls, and each alarm, is an invocation with production's limits. */
export const limitedObject = <Class extends ObjectClass>(name: string, plain: Class): Class => {
  class Limited extends plain {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    constructor(...given: any[]) {
      super(...given)
      enforceLimits(given[1] as Env)
    }
  }
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(plain.prototype))) {
    if (key === 'constructor' || typeof value !== 'function') continue
    Object.defineProperty(Limited.prototype, key, {
      configurable: true,
      writable: true,
      value(...given: unknown[]) {
        return inInvocation(`${name}.${key}`, () => (value as (...of: unknown[]) => unknown).apply(this, given))
      },
    })
  }
  return Limited
}
