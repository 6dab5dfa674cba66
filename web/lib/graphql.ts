import type { TadaDocumentNode, graphql as tada } from 'gql.tada'
import { ERROR_STATUS, errorCodes } from '../../schema/shared/errors.ts'
import { dropReadings, isQuiet } from './ahead.ts'
import { factorGiven } from './asked/factor-ask.ts'
import { ApiError, codeOfStatus, NetworkError, toApiError, UNKNOWN_ERROR } from './errors.ts'
import { newCommandId, send, unauthenticated } from './rest.ts'
import { markShown } from './shown-errors.ts'
import { toastError } from './toasts.ts'

/**
 * A GraphQL operation, typed from schema/schema.graphql by lib/graphql-env.d.ts (`bun run schema`). Only gql.tada's
 * types are used: the operation is sent as text, and the browser parses nothing.
 */
export const graphql = ((source: string) => ({ source })) as unknown as typeof tada & StatedTypes

/** For operations that aren't in the printed schema yet: `graphql<Data, Variables>('…')`. */
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

/** Errors are GraphQL errors, or, if refused before any operation ran, a REST body. */
const toErrors = (answer: GraphqlAnswer, status: number, fallback: string): ApiError[] => {
  const bodies: Record<string, unknown>[] = answer.errors?.length
    ? answer.errors.map(({ message, extensions }) => ({ ...extensions, message }))
    : [{ ...answer }]
  return bodies.map((body) => {
    const code = errorCodes.find((known) => known === body.code) ?? codeOfStatus(status >= 400 ? status : 500)
    // GraphQL answers most errors with 200. The code says which status it would have been.
    const meant = status >= 400 ? status : ERROR_STATUS[code]
    const told = { ...body, code, message: body.message || fallback }
    const error = toApiError({ status: meant, statusText: '', call: 'POST /graphql' }, told)
    return error.message === UNKNOWN_ERROR ? new ApiError({ status: meant, code, message: fallback }) : error
  })
}

export interface GraphqlOptions {
  commandId?: string
  signal?: AbortSignal | undefined
  /** The caller shows the error itself. */
  quiet?: boolean
}

/**
 * Runs an operation. Each error message of the answer becomes one toast, or else the sentence of the specification (1
 * §8). Then the first error is thrown, marked as shown.
 */
export const runGraphql = async <Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  { commandId, signal, quiet: told = false }: GraphqlOptions = {},
): Promise<Data> => {
  const { source } = document as unknown as OperationText
  const mutation = isMutation(source)
  const fallback = mutation ? UPDATE_FAILED : QUERY_FAILED
  const id = commandId ?? newCommandId()
  try {
    const response = await send('/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(mutation ? { 'idempotency-key': id } : {}),
      },
      body: JSON.stringify({ query: source, variables }),
      signal: signal ?? null,
    })
    const answer = (await response.json().catch(() => ({}))) as GraphqlAnswer
    if (mutation) dropReadings()
    if (response.ok && !answer.errors?.length && answer.data) return answer.data as Data
    const errors = toErrors(answer, response.status, fallback)
    const [error] = errors
    if (await factorGiven(error)) return runGraphql(document, variables, { commandId: id, signal, quiet: told })
    const quiet = told || isQuiet(signal)
    if (error?.code === 'UNAUTHENTICATED' && !isQuiet(signal)) unauthenticated()
    else if (!quiet) {
      for (const { message } of errors) toastError(message)
      if (error) markShown(error)
    }
    throw error
  } catch (error) {
    if (!told && !isQuiet(signal) && error instanceof NetworkError) {
      toastError(fallback)
      markShown(error)
    }
    throw error
  }
}
