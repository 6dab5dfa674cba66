import { z } from 'zod'
import { addressOf, pick } from '../../call-text.ts'
import { callSocket, type Input, type RestDoor } from '../doors.ts'
import type { Answer, Client } from '../world.ts'

/** Calls of a door with one name more than it knows, at each place where its valid call has names. */

export const UNKNOWN = 'nameThatNoOneKnows'

export interface Strange {
  /** Where it stands, as the answer's fields name it. */
  path: string
  send(): Promise<Answer>
}

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob)

type Change = (object: Input) => Input
const withOneMore: Change = (object) => ({ ...object, [UNKNOWN]: 1 })

/** The value once for each object in it that a schema describes by its fields, with that object changed. */
const changedOnce = (
  schema: z.ZodType,
  value: unknown,
  change: Change,
  path: string[] = [],
): { path: string[]; value: unknown }[] => {
  let inner = schema
  while (true) {
    if (inner instanceof z.ZodPipe) inner = (inner.in instanceof z.ZodTransform ? inner.out : inner.in) as z.ZodType
    else if ('unwrap' in inner && !(inner instanceof z.ZodArray)) inner = (inner as z.ZodOptional<z.ZodType>).unwrap()
    else if (inner instanceof z.ZodLazy) inner = inner.unwrap() as z.ZodType
    else break
  }
  if (inner instanceof z.ZodUnion) {
    const option = (inner.options as z.ZodType[]).find((each) => each.safeParse(value).success)
    return option ? changedOnce(option, value, change, path) : []
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((part, place) =>
      changedOnce(inner.element as z.ZodType, part, change, [...path, String(place)]).map((each) => ({
        ...each,
        value: value.with(place, each.value),
      })),
    )
  }
  if (!(inner instanceof z.ZodObject) || !isObject(value)) return []
  return [
    { path, value: change(value) },
    ...Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, part]) =>
      changedOnce(part, value[name], change, [...path, name]).map((each) => ({
        ...each,
        value: { ...value, [name]: each.value },
      })),
    ),
  ]
}

const formOf = (input: Input): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.set(name, value as string)
  return form
}

/** In the address, as a list of the address, in a sort order if there is one, and in every object of the body. */
export const strangeCalls = ({ endpoint, bound }: RestDoor, client: Client, input: Input): Strange[] => {
  const address = addressOf(endpoint, input)
  const and = address.includes('?') ? '&' : '?'
  const isSocket = endpoint.raw === 'websocket'
  const body = bound.form
    ? formOf(input)
    : endpoint.body instanceof z.ZodObject
      ? pick(input, endpoint.body.shape)
      : endpoint.body
        ? input.body
        : undefined
  const send = (
    to: string,
    sent: unknown = endpoint.file ? new Blob([String(input.file)], { type: 'text/csv' }) : body,
  ) =>
    isSocket
      ? callSocket(client, to, {})
      : client.call(endpoint.method, to, { body: sent, ...(endpoint.file && { commandId: crypto.randomUUID() }) })
  const inAddress = [`${UNKNOWN}=1`, `${UNKNOWN}=`, `${UNKNOWN}[]=1`, `${UNKNOWN}[by][]=1`].map((text) => ({
    path: text.includes('[by]') ? `${UNKNOWN}.by` : UNKNOWN,
    send: () => send(`${address}${and}${text}`),
  }))
  const sorting = endpoint.query?.shape.orderBy
    ? [{ path: `orderBy.${UNKNOWN}`, send: () => send(`${address}${and}orderBy[${UNKNOWN}][]=1`) }]
    : []
  if (endpoint.method === 'GET' || endpoint.file) return [...inAddress, ...sorting]
  const bodies = bound.form
    ? [{ path: UNKNOWN, value: formOf({ ...input, [UNKNOWN]: '1' }) }]
    : changedOnce(endpoint.body ?? z.object({}), body ?? {}, withOneMore).map(({ path, value }) => ({
        path: [...path, UNKNOWN].join('.'),
        value,
      }))
  const inBody = bodies.map(({ path, value }) => ({ path, send: () => send(address, value) }))
  return [...inAddress, ...sorting, ...inBody]
}

/** Bodies of which one value is missing or of another type, for each value of a valid one, with where it stands. */
export const spoiledBodies = ({ endpoint, bound }: RestDoor, input: Input): { path: string; body: unknown }[] => {
  if (bound.form || !endpoint.body || endpoint.method === 'GET') return []
  const body = endpoint.body instanceof z.ZodObject ? pick(input, endpoint.body.shape) : input.body
  const named = changedOnce(endpoint.body, body, (object) => object)
  const at = (path: readonly string[], value: unknown): unknown =>
    path.reduce<unknown>((inner, part) => (inner as Record<string, unknown>)[part], value)
  return named.flatMap(({ path }) =>
    Object.keys(at(path, body) as object).flatMap((name) =>
      [null, { no: 'value' }, 4.5, 'x'.repeat(40_000)].map((wrong) => {
        const copy = structuredClone(body)
        Object.assign(at(path, copy) as object, { [name]: wrong })
        return { path: [...path, name].join('.'), body: copy }
      }),
    ),
  )
}

/** With one item of a list emptied, so that what it lacks is in a list. */
export const emptiedCalls = (
  { endpoint, bound }: RestDoor,
  client: Client,
  input: Input,
): (() => Promise<Answer>)[] => {
  if (bound.form || !endpoint.body || endpoint.method === 'GET') return []
  const body = endpoint.body instanceof z.ZodObject ? pick(input, endpoint.body.shape) : input.body
  return changedOnce(endpoint.body, body, () => ({}))
    .filter(({ path }) => path.some((part) => /^\d+$/.test(part)))
    .map(
      ({ value }) =>
        () =>
          client.call(endpoint.method, addressOf(endpoint, input), { body: value }),
    )
}
