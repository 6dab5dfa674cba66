import { z } from 'zod'
import { API_KEY_CALLS } from '../../schema/platform/api-keys/endpoints.ts'
import { isClosedToKeys } from '../../schema/platform/api-keys/rule.ts'
import { DATES_IN_FILES } from '../../schema/shared/csv-cell.ts'
import type { AnyEndpoint } from '../../schema/shared/endpoint.ts'
import { errorBody } from '../../schema/shared/errors.ts'
import type { Access, AnyOperation } from '../core/operation.ts'
import { sessionCookieName } from './cookies.ts'
import type { Door } from './rest.ts'

type Json = Record<string, unknown>

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json
  return schema
}

/** Parameters as in the URL: lists as `name[]`, nested ones as `name[key]`. */
const queryParameters = (query: z.ZodObject | undefined): Json[] => {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.type === 'object'
      ? Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, part]) =>
          parameter(`${name}[${key}]${part.type === 'array' ? '[]' : ''}`, part, false),
        )
      : [parameter(`${name}${schema.type === 'array' ? '[]' : ''}`, schema, required.includes(name))],
  )
}

const parameter = (name: string, schema: Json, required: boolean): Json => ({ name, in: 'query', required, schema })

const answers = (endpoint: AnyEndpoint): Json => {
  const error = {
    description: 'An error',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  const isTable = endpoint.raw === 'text/csv'
  if (endpoint.raw)
    return { '200': { description: isTable ? `text/csv. ${DATES_IN_FILES}` : endpoint.raw }, default: error }
  if (endpoint.response instanceof z.ZodNull) return { '204': { description: 'Done' }, default: error }
  return {
    '200': {
      description: 'The answer',
      content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
    },
    default: error,
  }
}

const fileContent = (types: string): Json =>
  Object.fromEntries(types.split(', ').map((type) => [type, { schema: { type: 'string' } }]))

/** API keys open what is under /api/, by area, but nothing that only people may do. */
const securityOf = ({ path }: AnyEndpoint, operation: AnyOperation): Json[] =>
  path.startsWith('/api/') && !IN_PERSON.includes(operation.access) && !isClosedToKeys(operation)
    ? [{ session: [] }, { apiKey: [] }]
    : [{ session: [] }]
/** What an API key can’t read either: the keys themselves, and the webhook secret. */
const IN_PERSON: Access[] = ['api-keys.manage', 'webhook-secret.manage']

/** The OpenAPI 3.1 document of the bound endpoints. `x-access` says who may call each. */
export const openApiDocument = (doors: Pick<Door, 'endpoint' | 'operation'>[], origin: string): Json => {
  const paths: Record<string, Json> = {}
  for (const { endpoint, operation } of doors) {
    const params = endpoint.params ? Object.keys(endpoint.params.shape) : []
    const operationObject: Json = {
      operationId: endpoint.id,
      summary: endpoint.summary,
      tags: [endpoint.id.split('.')[0]],
      'x-access': operation.access,
      parameters: [
        ...params.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...queryParameters(endpoint.query),
        ...(endpoint.file || (operation.kind === 'command' && operation.idempotency !== 'none')
          ? [{ name: 'Idempotency-Key', in: 'header', required: Boolean(endpoint.file), schema: { type: 'string' } }]
          : []),
      ],
      ...(endpoint.body && {
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
      }),
      ...(endpoint.file && { requestBody: { required: true, content: fileContent(endpoint.file) } }),
      responses: answers(endpoint),
      ...(operation.access !== 'public' && { security: securityOf(endpoint, operation) }),
    }
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationObject }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Outlay', version: '1', description: 'Amounts are whole numbers of the currency’s minor unit.' },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(origin) },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `A key from Settings › API keys: \`Authorization: Bearer <key>\`. ${API_KEY_CALLS} calls a minute; beyond, 429 with Retry-After.`,
        },
      },
    },
  }
}
