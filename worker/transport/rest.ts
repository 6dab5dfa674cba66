import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AnyEndpoint, Endpoint } from '../../schema/shared/endpoint.ts'
import { type SentPath, unknownNames } from '../../schema/shared/sent/unknown-names.ts'
import { amongThoseOf } from '../core/commit.ts'
import { type Access, type AnyOperation, type Operation, perform } from '../core/operation.ts'
import { admitCaller, type FormLimit, fileOf, readForm, readJson } from './body.ts'
import type { AppBindings, AppContext } from './context.ts'
import { partsOf, refuseUnknown, unknownParameters } from './known-names.ts'

const NOTHING = z.object({})

/** A REST endpoint bound to its operation. */
export interface Door {
  endpoint: AnyEndpoint
  operation: AnyOperation
  /** For answers that aren't JSON: builds the response from the operation's result. */
  respond?: (result: unknown, c: AppContext) => Response | Promise<Response>
  /** The body is a form with files, up to this many bytes. */
  form?: FormLimit
}

/** Binds an endpoint to an operation. The types make sure that the answer matches the endpoint. */
export const door = <
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
  I extends z.ZodType,
>(
  endpoint: Endpoint<P, Q, B, R>,
  operation: Operation<A, I, z.input<R>>,
): Door => ({ endpoint, operation })

/** For endpoints with `raw`: a file, a redirect, a socket. */
export const rawDoor = <A extends Access, I extends z.ZodType, O>(
  endpoint: AnyEndpoint,
  operation: Operation<A, I, O>,
  respond: (result: O, c: AppContext) => Response | Promise<Response>,
): Door => ({ endpoint, operation, respond: respond as Door['respond'] })

/** For endpoints that take a form with a file. The operation's input is the form's fields. */
export const formDoor = <
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
  I extends z.ZodType,
>(
  endpoint: Endpoint<P, Q, B, R>,
  operation: Operation<A, I, z.input<R>>,
  form: FormLimit,
): Door => ({ endpoint, operation, form })

/** `{hash}.csv` matches the whole segment, including its ending. */
const honoPath = (path: string): string =>
  path.replaceAll(/\{(\w+)\}\.(\w+)/g, ':$1{.+\\.$2}').replaceAll(/\{(\w+)\}/g, ':$1')

/** Literal segments come before parameters, so that `/categories` isn't taken for an id. */
const specificity = (path: string): string => path.replaceAll(/\{\w+\}(?=\.)/g, '}').replaceAll(/\{\w+\}/g, '~')

export const restRouter = (doors: Door[]): Hono<AppBindings> => {
  const router = new Hono<AppBindings>()
  const sorted = [...doors].sort((a, b) => (specificity(a.endpoint.path) < specificity(b.endpoint.path) ? -1 : 1))
  for (const door of sorted) {
    const { endpoint, operation, respond } = door
    router.on(endpoint.method, honoPath(endpoint.path), async (c: AppContext) => {
      if (door.form || endpoint.body || endpoint.file || c.req.raw.body) admitCaller(operation, c)
      const { input: given, unknown } = await bodyOf(c, door)
      const input = { ...queryOf(c), ...given, ...c.req.param() }
      const result = await perform(operation, await amongThoseOf(operation, c.get('context')), input, () =>
        refuseUnknown(unknownParameters(endpoint.query, Object.keys(c.req.queries())), unknown),
      )
      if (respond) return respond(result, c)
      return result === null || result === undefined ? c.body(null, 204) : c.json(result as object)
    })
  }
  return router
}

/**
 * `name[]` becomes a list; `orderBy[by][]` and `orderBy[dir][]` become `orderBy: { by, dir }`. A parameter without a
 * value is ignored: `name[]=` and `name=` count as missing.
 */
const queryOf = (c: Context): Record<string, unknown> => {
  const input = new Map<string, unknown>()
  for (const [name, values] of Object.entries(c.req.queries())) {
    const path = partsOf(name)
    const value = name.endsWith('[]') ? values : values.at(-1)
    const [first, second] = path
    if (!first || path.length > 2 || values.every((text) => text === '')) continue
    input.set(first, second ? { ...(input.get(first) as object | undefined), [second]: value } : value)
  }
  return Object.fromEntries(input)
}

interface SentBody {
  input: Record<string, unknown>
  unknown: SentPath[]
}

/** A form has what its operation takes, and a body without a schema has nothing. */
const bodyOf = async (c: AppContext, { endpoint, operation, form }: Door): Promise<SentBody> => {
  if (endpoint.file) return { input: { file: fileOf(c, endpoint.file) }, unknown: [] }
  if (form) {
    const input = await readForm(c, form)
    return { input, unknown: unknownNames(operation.input, input) }
  }
  const body = await readJson(c)
  // Calls with only optional fields may leave out the body. For others the missing fields are named.
  if (body === undefined) return { input: {}, unknown: [] }
  const unknown = unknownNames(endpoint.body ?? NOTHING, body)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  // A list or single value as body gets its own name. See inputOf.
  const isWhole = !isObject || (endpoint.body !== undefined && !('shape' in (endpoint.body as object)))
  return { input: isWhole ? { body } : (body as Record<string, unknown>), unknown }
}
