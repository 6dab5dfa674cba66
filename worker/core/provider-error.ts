/** What went wrong with an outside system, in words for people. Adapters throw it. */
export class ProviderError extends Error {
  /** How long the provider asks to wait. */
  readonly retryAfterMs: number
  /** Whether trying again is useless until someone changes something. */
  readonly isFinal: boolean
  constructor(
    message: string,
    { retryAfterMs = 0, isFinal = false }: { retryAfterMs?: number; isFinal?: boolean } = {},
  ) {
    super(message)
    this.retryAfterMs = retryAfterMs
    this.isFinal = isFinal
  }
}

const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000

/** The Retry-After header, as seconds or as a date. 0 without one. */
export const retryAfterMs = (response: Response, now: number): number => {
  const text = response.headers.get('Retry-After') ?? ''
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), LONGEST_WAIT_MS) : 0
}
