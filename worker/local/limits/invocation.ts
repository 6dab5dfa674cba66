import { AsyncLocalStorage } from 'node:async_hooks'

/** The platform's limits for one invocation: a request, a batch of a queue, a run of a trigger, or a call of an object. */
const INVOCATION_LIMITS = {
  /** Each statement of a batch counts. */
  queries: 1_000,
  /** Round trips to databases, objects, files and queues, and calls to other servers. Production allows ten times as many. */
  subrequests: 1_000,
} as const

type Counted = keyof typeof INVOCATION_LIMITS

/** What one invocation has used so far. */
interface Invocation extends Record<Counted, number> {
  name: string
}

const WORDS: Record<Counted, string> = { queries: 'queries', subrequests: 'subrequests' }

const running = new AsyncLocalStorage<Invocation>()
const passed: string[] = []
const heaviest: Record<Counted, { name: string; count: number }> = {
  queries: { name: '', count: 0 },
  subrequests: { name: '', count: 0 },
}

/** Production would have refused this. It is told again at the end, since much catches errors and goes on. */
export const refuse = (limit: string): never => {
  const name = running.getStore()?.name ?? 'outside of an invocation'
  const message = `Production refuses this: ${limit} (${name})`
  passed.push(message)
  throw new Error(message)
}

/** What was refused since the last time. */
export const takeRefused = (): string[] => passed.splice(0)

/** The invocations that used the most since the last time. */
export const takeHeaviest = (): typeof heaviest => {
  const taken = structuredClone(heaviest)
  for (const each of Object.values(heaviest)) Object.assign(each, { name: '', count: 0 })
  return taken
}

/** Counts what the current invocation uses. Outside of one, as where a test looks at rows, there is no limit. */
export const use = (what: Counted, count: number): void => {
  const invocation = running.getStore()
  if (!invocation) return
  invocation[what] += count
  const most = heaviest[what]
  if (invocation[what] > most.count) Object.assign(most, { name: invocation.name, count: invocation[what] })
  const limit = INVOCATION_LIMITS[what]
  if (invocation[what] > limit) {
    refuse(`${limit.toLocaleString('en-US')} ${WORDS[what]} in an invocation, this is ${invocation[what]}`)
  }
}

/** Runs work as an invocation of its own, with what it leaves running. */
export const inInvocation = <R>(name: string, work: () => R): R =>
  running.run({ name, queries: 0, subrequests: 0 }, work)
