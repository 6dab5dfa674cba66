import { exports } from 'cloudflare:workers'
import { z } from 'zod'
import { finishSignOn } from '../../../schema/platform/sign-on/endpoints.ts'
import type { AnyEndpoint } from '../../../schema/shared/endpoint.ts'
import { doors } from '../../../worker/app.tsx'
import { newId } from '../../../worker/core/clock.ts'
import type { AnyOperation } from '../../../worker/core/operation.ts'
import { graphqlDoors, schema } from '../../../worker/graphql.ts'
import type { Door } from '../../../worker/transport/rest.ts'
import { addressOf, documentOf, type Input, pick, variablesOf } from '../call-text.ts'
import { FIXTURE_BROWSER } from './sign-on/oidc-there.ts'
import { type Answer, type Client, KeyClient, ORIGIN } from './world.ts'

export type { Input }

export interface CallOptions {
  commandId?: string
  headers?: Record<string, string>
}

export interface TestDoor {
  kind: 'REST' | 'GraphQL'
  /** `GET /jwt-data` or `query.sessionData`. */
  name: string
  operation: AnyOperation
  /** For REST endpoints. */
  endpoint: AnyEndpoint | null
  /** As it is in the Worker's table. Null for GraphQL. */
  bound: Door | null
  call(client: Client, input: Input, options?: CallOptions): Promise<Answer>
}

export type RestDoor = TestDoor & { endpoint: AnyEndpoint; bound: Door }
export const isRest = (door: TestDoor): door is RestDoor => door.endpoint !== null && door.bound !== null

const bodyOf = ({ endpoint, form: takesForm }: Door, input: Input): unknown => {
  if (takesForm) {
    const form = new FormData()
    for (const [key, value] of Object.entries(input)) form.set(key, value as string)
    return form
  }
  if (endpoint.file) return new Blob([String(input.file)], { type: 'text/csv' })
  if (!endpoint.body || endpoint.body instanceof z.ZodUndefined) return undefined
  return endpoint.body instanceof z.ZodObject ? pick(input, endpoint.body.shape) : input.body
}

/** A WebSocket's answer carries the socket, which must be accepted and closed. */
export const callSocket = async (client: Client, address: string, options: CallOptions): Promise<Answer> => {
  const response = await exports.default.fetch(`${ORIGIN}${address}`, {
    headers: {
      Origin: ORIGIN,
      Upgrade: 'websocket',
      ...(client.cookie && { Cookie: client.cookie }),
      ...(client instanceof KeyClient && { Authorization: `Bearer ${client.key}` }),
      ...options.headers,
    },
  })
  response.webSocket?.accept()
  response.webSocket?.close(1000)
  const text = response.status === 101 ? '' : await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : '', headers: response.headers }
}

/** An answer of an identity provider counts in the browser that began. */
const withBrowser = ({ cookie }: Client): string =>
  [cookie, `__Host-outlay_browser=${FIXTURE_BROWSER}`].filter(Boolean).join('; ')

const restDoor = (bound: Door): TestDoor => ({
  kind: 'REST',
  name: `${bound.endpoint.method} ${bound.endpoint.path}`,
  operation: bound.operation,
  endpoint: bound.endpoint,
  bound,
  call: (client, input, options = {}) => {
    const { endpoint } = bound
    const address = addressOf(endpoint, input)
    if (endpoint.raw === 'websocket') return callSocket(client, address, options)
    return client.call(endpoint.method, address, {
      body: bodyOf(bound, input),
      // A file has to have one.
      ...(endpoint.file && { commandId: newId() }),
      ...(endpoint.path === finishSignOn.path && { headers: { Cookie: withBrowser(client) } }),
      ...options,
    })
  },
})

const graphqlDoor = (name: string, operation: AnyOperation): TestDoor => {
  const { text, args } = documentOf(schema(), name)
  return {
    kind: 'GraphQL',
    name,
    operation,
    endpoint: null,
    bound: null,
    call: (client, input, options = {}) => {
      return client.call('POST', '/graphql', { body: { query: text, variables: variablesOf(args, input) }, ...options })
    },
  }
}

/** Every way into the Worker, from the tables that the Worker itself is built from. */
export const testDoors: TestDoor[] = [
  ...doors.map(restDoor),
  ...[...graphqlDoors()].map(([name, operation]) => graphqlDoor(name, operation)),
]

export const doorsOf = (operationId: string): TestDoor[] =>
  testDoors.filter((door) => door.operation.id === operationId)

/** The result of an answer on any endpoint: its error code, or OK. */
export const codeOf = (answer: Answer): string => {
  const { status, body } = answer
  if (body?.errors) return body.errors[0].extensions?.code ?? `GraphQL: ${body.errors[0].message}`
  if (status === 101 || (status >= 200 && status < 300)) return 'OK'
  return body?.code ?? `HTTP ${status}`
}

/** Messages beside fields. */
export const fieldsOf = ({ body }: Answer): Record<string, string> =>
  body?.fields ?? body?.errors?.[0]?.extensions?.fields ?? {}

/** What an operation returned, without the endpoint's envelope. */
export const contentOf = (door: TestDoor, answer: Answer): unknown =>
  door.kind === 'REST' ? answer.body : answer.body?.data?.[door.name.split('.')[1] ?? '']
