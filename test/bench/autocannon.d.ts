/** The part of autocannon that the benchmark uses; it brings no types. */
declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?(request: Request, context: Record<string, unknown>): Request
    onResponse?(status: number, body: string, context: Record<string, unknown>): void
  }
  interface Options {
    url: string
    connections: number
    duration?: number
    amount?: number
    timeout?: number
    requests: Request[]
  }
  interface Result {
    /** Seconds. */
    duration: number
    errors: number
    timeouts: number
    non2xx: number
    '2xx': number
    latency: { p50: number; p99: number }
    requests: { total: number }
  }
  interface Instance extends PromiseLike<Result> {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void): this
    stop(): void
  }
  export type { Options, Request, Result }
  export default function autocannon(options: Options): Instance
}
