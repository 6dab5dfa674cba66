import autocannon, { type Request } from 'autocannon'

/** Each connection sends one request after another. `steps` repeat. */
export interface Load {
  url: string
  steps: Request[]
  /** How many requests are sent in total. Without it the time decides. */
  amount?: number
  connections: number
  seconds: number
  /** Processor time that the runtime has used so far. */
  cpuMs(): number
}

export interface Measured {
  /** Full rounds of `steps` answered in a second. */
  perSecond: number
  /** Milliseconds of one answer. */
  p50: number
  p99: number
  /** The runtime's time for one round, which other work on the machine hardly changes. */
  cpuMs: number
}

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Throws if any answer isn't 2xx, because a benchmark of refusals says nothing. */
export const run = async ({ url, steps, amount, connections, seconds, cpuMs }: Load): Promise<Measured> => {
  const latencies: number[] = []
  let refused: string | undefined
  const watched = steps.map((step) => ({
    ...step,
    onResponse(status: number, body: string, context: Record<string, unknown>) {
      if (status < 200 || status > 299) refused ??= `${step.path ?? url} answered ${status}: ${body.slice(0, 300)}`
      step.onResponse?.(status, body, context)
    },
  }))
  const cpuBefore = cpuMs()
  const started = performance.now()
  let ended = started
  const load = autocannon({
    ...{ url, connections, requests: watched, timeout: 20 },
    ...(amount ? { amount } : { duration: seconds }),
  })
  load.on('response', (_client, _status, _bytes, milliseconds) => {
    latencies.push(milliseconds)
    ended = performance.now()
  })
  const result = await load
  if (refused || result.errors || result.timeouts) {
    throw new Error(refused ?? `${url}: ${result.errors} errors, ${result.timeouts} timeouts`)
  }
  const used = cpuMs() - cpuBefore
  latencies.sort((a, b) => a - b)
  const done = latencies.length / steps.length
  return {
    perSecond: done / ((ended - started) / 1000),
    cpuMs: used / done,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}
