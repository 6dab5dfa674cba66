import { Refusal } from './refusals.ts'

/** What callers send of a record, read as NetSuite reads it. */

export type Body = Record<string, unknown>
export type Item = Record<string, unknown>

/** What isn't an object in JSON is refused. */
export const bodyIn = async (request: Request): Promise<Body> => {
  const body: unknown = await request.json().catch(() => null)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(400, 'INVALID_CONTENT', 'Invalid content in the request body. Provide a JSON object.')
  return body as Body
}

export const idIn = (body: Body, field: string): string | null => {
  const value = body[field]
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : null
}
export const textIn = (body: Body, field: string): string | null =>
  body[field] === undefined || body[field] === null ? null : String(body[field])
export const itemsIn = (body: Body, list: string): Item[] => (body[list] as { items?: Item[] } | undefined)?.items ?? []
