export const faultKinds = ['500', '429', 'timeout', 'lost', 'slow', 'broken'] as const

/**
 * '500' and '429' answer that and do nothing. 'timeout' does nothing and doesn't answer. 'lost' does the work and
 * doesn't answer, which only an idempotency key can handle. 'slow' answers after `seconds`, and 'broken' only half of it.
 */
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  host: string
  kind: FaultKind
  /** How many more answers will fail. */
  next: number
  /** How long a missing answer keeps its caller waiting before the connection ends with 504. */
  seconds: number
}

/** Faults on demand, by host: the next N answers go wrong. */
export class Faults {
  readonly #byHost = new Map<string, Fault>()

  list(): Fault[] {
    return [...this.#byHost.values()]
  }

  set(fault: Fault): void {
    if (fault.next > 0) this.#byHost.set(fault.host, { ...fault })
    else this.#byHost.delete(fault.host)
  }

  clear(): void {
    this.#byHost.clear()
  }

  take(host: string): Fault | undefined {
    const fault = this.#byHost.get(host)
    if (!fault) return undefined
    fault.next -= 1
    if (fault.next <= 0) this.#byHost.delete(host)
    return fault
  }

  async apply(fault: Fault, answer: () => Promise<Response>): Promise<Response> {
    if (fault.kind === '500') {
      return failure(500, 'internal_server_error', 'An unexpected error occurred.')
    }
    if (fault.kind === '429') {
      const headers = { 'retry-after': '1', 'ratelimit-limit': '2', 'ratelimit-remaining': '0', 'ratelimit-reset': '1' }
      return failure(
        429,
        'rate_limit_exceeded',
        'Too many requests. Please limit the number of requests per second.',
        headers,
      )
    }
    if (fault.kind === 'broken') return halfOf(await answer())
    if (fault.kind === 'lost') await answer()
    await new Promise((resolve) => setTimeout(resolve, fault.seconds * 1000).unref())
    if (fault.kind === 'slow') return answer()
    return failure(504, 'application_error', 'The answer did not come in time.')
  }
}

function failure(statusCode: number, name: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ statusCode, name, message }, { status: statusCode, headers })
}

async function halfOf(answer: Response): Promise<Response> {
  const text = await answer.text()
  return new Response(text.slice(0, Math.floor(text.length / 2)), { status: answer.status, headers: answer.headers })
}
