/** What a caller can do something about. */
export type ProviderReason =
  /** Someone has to connect the account again. */
  | 'RECONNECT'
  /** The object was changed there since it was read. */
  | 'STALE'
  | 'DUPLICATE'
  | 'CLOSED_PERIOD'
  /** Something that it names is gone or inactive there. */
  | 'BAD_REFERENCE'
  /** The account there may not do this. */
  | 'NOT_ALLOWED'

/** What went wrong with an outside system, in words for people. Adapters throw it. */
export class ProviderError extends Error {
  /** How long the provider asks to wait. */
  readonly retryAfterMs: number
  /** Whether trying again is useless until someone changes something. */
  readonly isFinal: boolean
  readonly reason: ProviderReason | null
  constructor(
    message: string,
    {
      retryAfterMs = 0,
      isFinal = false,
      reason = null,
    }: { retryAfterMs?: number; isFinal?: boolean; reason?: ProviderReason | null } = {},
  ) {
    super(message)
    this.reason = reason
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
