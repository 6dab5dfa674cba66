import type { z } from 'zod'
import { ProviderError } from '../../core/provider-error.ts'
import { readAtMost } from '../../core/read-at-most.ts'

/** Sending a request and reading the answer, whatever it is. */

const TIMEOUT_MS = 30_000
/** A page of a thousand long documents has less. */
const MOST_BYTES = 40_000_000

export interface Answer {
  status: number
  headers: Headers
  /** Undefined if it isn't JSON. */
  json: unknown
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Throws a ProviderError if no whole answer comes. Refusals are answers. */
export const ask = async (url: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<Answer> => {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    const bytes = await readAtMost(response.body, MOST_BYTES)
    if (!bytes) throw new ProviderError('QuickBooks sent more than fits in one page.')
    return { status: response.status, headers: response.headers, json: parsed(new TextDecoder().decode(bytes)) }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(
      isTimeout(error) ? 'QuickBooks did not answer in time.' : 'QuickBooks could not be reached.',
    )
  }
}

/** What the answer has to be. Throws a ProviderError for anything else. */
export const shaped = <Shape extends z.ZodType>(shape: Shape, json: unknown): z.output<Shape> => {
  const result = shape.safeParse(json)
  if (result.success) return result.data
  const where = result.error.issues[0]?.path.join('.') ?? ''
  throw new ProviderError(`QuickBooks sent something that can’t be read${where ? ` (${where})` : ''}.`)
}
