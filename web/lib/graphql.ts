import type { TadaDocumentNode, graphql as tada } from 'gql.tada'
import { type ErrorCode, errorCodes } from '../../schema/shared/errors.ts'
import { ApiError, isApiError, NetworkError, toApiError, UNKNOWN_ERROR } from './errors.ts'
import { newCommandId, send, unauthenticated } from './rest.ts'
import { toastError } from './toasts.ts'

/**
 * A GraphQL operation, typed from schema/schema.graphql by lib/graphql-env.d.ts (`bun run schema`).
 * Only the types of gql.tada are used: an operation stays the text that is sent, nothing parses it in the browser.
 */
export const graphql = ((source: string) => ({ source })) as unknown as typeof tada & StatedTypes

/** For operations that are not in the printed schema yet: `graphql<Data, Variables>('…')`. */
type StatedTypes = <Data, Variables>(source: string) => TadaDocumentNode<Data, Variables>

interface OperationText {
  source: string
}

export const QUERY_FAILED = 'Could not complete requested query'
export const UPDATE_FAILED = 'Could not complete requested update'

interface GraphqlAnswer {
  data?: unknown
  errors?: { message?: string; extensions?: Record<string, unknown> }[]
}

const isMutation = (source: string): boolean => /^\s*mutation\b/.test(source)

const toError = (answer: GraphqlAnswer, status: number, fallback: string): ApiError => {
  const first = answer.errors?.[0]
  const extensions = first?.extensions ?? {}
  const code = errorCodes.includes(extensions.code as ErrorCode) ? (extensions.code as ErrorCode) : 'INTERNAL'
  const parsed = toApiError(status, { ...extensions, code, message: first?.message || fallback })
  return parsed.message === UNKNOWN_ERROR ? new ApiError({ status, code, message: fallback }) : parsed
}

export interface GraphqlOptions {
  commandId?: string
  signal?: AbortSignal | undefined
  /** The caller shows the error itself. */
  quiet?: boolean
}

/**
 * Runs an operation. Each error message of the answer is one error toast, else the sentence of the
 * specification (1 §8); then the first error is thrown, marked as shown.
 */
export const runGraphql = async <Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  { commandId, signal, quiet = false }: GraphqlOptions = {},
): Promise<Data> => {
  const { source } = document as unknown as OperationText
  const mutation = isMutation(source)
  const fallback = mutation ? UPDATE_FAILED : QUERY_FAILED
  try {
    const response = await send('/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(mutation ? { 'idempotency-key': commandId ?? newCommandId() } : {}),
      },
      body: JSON.stringify({ query: source, variables }),
      signal: signal ?? null,
    })
    const answer = (await response.json().catch(() => ({}))) as GraphqlAnswer
    const errors = answer.errors ?? []
    if (response.ok && errors.length === 0 && answer.data) return answer.data as Data
    const error = toError(answer, response.status, fallback)
    if (response.status === 401 || error.code === 'UNAUTHENTICATED') unauthenticated()
    else if (!quiet) {
      const messages = errors.map((e) => e.message).filter((m): m is string => Boolean(m))
      for (const message of messages.length ? messages : [fallback]) toastError(message)
      shown.add(error)
    }
    throw error
  } catch (error) {
    if (!quiet && error instanceof NetworkError) {
      toastError(fallback)
      shown.add(error)
    }
    throw error
  }
}

const shown = new WeakSet<object>()

/** True when the person has already been told of this error. */
export const wasShown = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && shown.has(error)) || isApiError(error, 'UNAUTHENTICATED')
