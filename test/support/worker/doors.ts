import { exports } from 'cloudflare:workers'
import { type GraphQLNamedType, type GraphQLType, getNamedType, isInterfaceType, isObjectType } from 'graphql'
import { z } from 'zod'
import type { AnyEndpoint } from '../../../schema/shared/endpoint.ts'
import { doors as jsonDoors } from '../../../worker/app.tsx'
import type { AnyOperation } from '../../../worker/core/operation.ts'
import { uploadDoor } from '../../../worker/features/documents/rest.ts'
import { publicUploadDoor } from '../../../worker/features/sourcing/rest.ts'
import { graphqlDoors } from '../../../worker/transport/graphql/builder.ts'
import { schema } from '../../../worker/transport/graphql/schema.ts'
import { type Answer, type Client, KeyClient, ORIGIN } from './world.ts'

/** An operation's input as its schema has it: parameters, query and body side by side. */
export type Input = Record<string, unknown>

export interface CallOptions {
  commandId?: string
  headers?: Record<string, string>
}

export interface TestDoor {
  kind: 'REST' | 'GraphQL'
  /** `GET /jwt-data` or `query.sessionData`. */
  name: string
  operation: AnyOperation
  /** Of REST doors. */
  endpoint: AnyEndpoint | null
  call(client: Client, input: Input, options?: CallOptions): Promise<Answer>
}

/** List parameters are written `name[]`, nested ones `name[key]`. */
const queryText = (query: Input): string => {
  const params = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) params.append(`${name}[]`, String(item))
    else if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) add(`${name}[${key}]`, part)
    else if (value !== undefined) params.append(name, String(value))
  }
  for (const [name, value] of Object.entries(query)) add(name, value)
  const text = params.toString()
  return text ? `?${text}` : ''
}

const pick = (input: Input, shape: object | undefined): Input =>
  Object.fromEntries(Object.entries(input).filter(([key]) => shape !== undefined && key in shape))

const bodyOf = (endpoint: AnyEndpoint, input: Input): unknown => {
  if (endpoint.raw?.startsWith('multipart')) {
    const form = new FormData()
    for (const [key, value] of Object.entries(input)) form.set(key, value as string)
    return form
  }
  if (!endpoint.body || endpoint.body instanceof z.ZodUndefined) return undefined
  return endpoint.body instanceof z.ZodObject ? pick(input, endpoint.body.shape) : input.body
}

export const addressOf = (endpoint: AnyEndpoint, input: Input): string => {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  return `${path}${queryText(pick(input, endpoint.query?.shape))}`
}

/** A WebSocket's answer carries the socket, which must be taken and closed. */
const callSocket = async (client: Client, address: string, options: CallOptions): Promise<Answer> => {
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

const restDoor = ({ endpoint, operation }: { endpoint: AnyEndpoint; operation: AnyOperation }): TestDoor => ({
  kind: 'REST',
  name: `${endpoint.method} ${endpoint.path}`,
  operation,
  endpoint,
  call: (client, input, options = {}) => {
    const address = addressOf(endpoint, input)
    if (endpoint.raw === 'websocket') return callSocket(client, address, options)
    return client.call(endpoint.method, address, { body: bodyOf(endpoint, input), ...options })
  },
})

const selectionOf = (type: GraphQLType): string => {
  const named: GraphQLNamedType = getNamedType(type)
  if (!isObjectType(named) && !isInterfaceType(named)) return ''
  const fields = Object.values(named.getFields())
  return ` { ${fields.map((field) => `${field.name}${selectionOf(field.type)}`).join(' ')} }`
}

/** A document of one root field with everything that it can answer. */
export const documentOf = (door: string): { text: string; args: string[] } => {
  const [kind, name = ''] = door.split('.')
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  const field = root?.getFields()[name]
  if (!field) throw new Error(`The schema has no ${door}`)
  const variables = field.args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const text = `${kind}${variables && ` (${variables})`} { ${name}${given && `(${given})`}${selectionOf(field.type)} }`
  return { text, args: field.args.map((arg) => arg.name) }
}

const graphqlDoor = (name: string, operation: AnyOperation): TestDoor => {
  const { text, args } = documentOf(name)
  return {
    kind: 'GraphQL',
    name,
    operation,
    endpoint: null,
    call: (client, input, options = {}) => {
      // Two conventions of GraphQL that REST does not have: inputs in one argument, and cursors called `after`.
      const named: Input = { after: input.cursor, ...(args.includes('input') ? { input } : input) }
      const variables = Object.fromEntries(args.map((arg) => [arg, named[arg]]))
      return client.call('POST', '/graphql', { body: { query: text, variables }, ...options })
    },
  }
}

/** Every way into the Worker, from the tables that the Worker itself is assembled from. */
export const testDoors: TestDoor[] = [
  ...[...jsonDoors, ...([uploadDoor, publicUploadDoor] as { endpoint: AnyEndpoint; operation: AnyOperation }[])].map(
    restDoor,
  ),
  ...[...graphqlDoors].map(([name, operation]) => graphqlDoor(name, operation)),
]

export const doorsOf = (operationId: string): TestDoor[] =>
  testDoors.filter((door) => door.operation.id === operationId)

/** What an answer says, whatever the door: its error code, or OK. */
export const codeOf = (answer: Answer): string => {
  const { status, body } = answer
  if (body?.errors) return body.errors[0].extensions?.code ?? `GraphQL: ${body.errors[0].message}`
  if (status === 101 || (status >= 200 && status < 300)) return 'OK'
  return body?.code ?? `HTTP ${status}`
}

/** Messages beside fields. */
export const fieldsOf = ({ body }: Answer): Record<string, string> =>
  body?.fields ?? body?.errors?.[0]?.extensions?.fields ?? {}

/** What an operation answered, without the envelope of the door. */
export const contentOf = (door: TestDoor, answer: Answer): unknown =>
  door.kind === 'REST' ? answer.body : answer.body?.data?.[door.name.split('.')[1] ?? '']
