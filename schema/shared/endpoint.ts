import type { z } from 'zod'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * A REST endpoint as data, shared by the Worker (routing, validation, OpenAPI) and the web (typed client). `path`
 * writes parameters as `{name}`. List query parameters are `name[]` in the URL and `name` in the schema, and sorting is
 * `orderBy[by][]` and `orderBy[dir][]`. Access is declared once, on the Worker's operation behind the endpoint.
 */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  id: string
  method: HttpMethod
  path: string
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** `z.null()` means 204 without a body. */
  response: Response
  /** A streamed or downloaded answer that the Worker doesn't serialize and the client doesn't parse. */
  raw?: string
  /** The body is a file of one of these media types, comma-separated, and isn't held in memory. */
  file?: string
}

export const endpoint = <
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodNull,
>(
  definition: Endpoint<Params, Query, Body, Response>,
): Endpoint<Params, Query, Body, Response> => definition

// biome-ignore lint/suspicious/noExplicitAny: the one place where an endpoint's four schemas are of any kind
export type AnyEndpoint = Endpoint<any, any, any, any>
