import type { z } from 'zod'
import { API_KEY_CALLS } from '../../../schema/platform/api-keys/endpoints.ts'
import { isOnlyInPerson } from '../../../schema/platform/api-keys/in-person.ts'
import { isClosedToKeys } from '../../../schema/platform/api-keys/rule.ts'
import { DATES_IN_FILES } from '../../../schema/shared/csv-cell.ts'
import type { AnyEndpoint } from '../../../schema/shared/endpoint.ts'
import { errorBody } from '../../../schema/shared/errors.ts'
import { PERMISSIONS, type Permission } from '../../../schema/shared/permissions.ts'
import type { Access, AnyOperation } from '../../core/operation.ts'
import { sessionCookieName } from '../cookies.ts'
import type { Door } from '../rest.ts'
import { areaOf, requestBody, responses } from './bodies.ts'
import { type Json, jsonSchemaOf, NamedSchemas } from './schemas.ts'

type Described = Pick<Door, 'endpoint' | 'operation'>

/** Parameters as in the URL: lists as `name[]`, nested ones as `name[key]`. */
const queryParameters = (query: z.ZodObject | undefined): Json[] => {
  if (!query) return []
  const { properties = {}, required = [] } = jsonSchemaOf(query, 'parameters') as {
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

/** API keys open what is under /api/, by area, but nothing that only people may do. */
const securityOf = ({ path }: AnyEndpoint, operation: AnyOperation): Json[] => {
  if (operation.access === 'public') return []
  return path.startsWith('/api/') && !isInPerson(operation.access) && !isClosedToKeys(operation)
    ? [{ session: [] }, { apiKey: [] }]
    : [{ session: [] }]
}
/** What an API key can’t read either, such as the keys themselves. */
const isInPerson = (access: Access): boolean =>
  access.startsWith('vendor.') || (access in PERMISSIONS && isOnlyInPerson(access as Permission))

const PARAMETER = /\{(\w+)\}/g
const parametersOf = (path: string): string[] => [...path.matchAll(PARAMETER)].map(([, name = '']) => name)
const shapeOf = (path: string): string => path.replaceAll(PARAMETER, '{}')

/** Paths that differ in the names of their parameters only are one path: the first one's. */
export const describedPaths = (doors: readonly Described[]): ((path: string) => string) => {
  const first = new Map<string, string>()
  for (const { endpoint } of doors) {
    const shape = shapeOf(endpoint.path)
    if (!first.has(shape)) first.set(shape, endpoint.path)
  }
  return (path) => first.get(shapeOf(path)) ?? path
}

const operationObject = (door: Described, path: string, schemas: NamedSchemas): Json => {
  const { endpoint, operation } = door
  const body = requestBody(door, schemas)
  const hasKey = endpoint.file || (operation.kind === 'command' && operation.idempotency !== 'none')
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [areaOf(endpoint)],
    'x-access': operation.access,
    parameters: [
      ...parametersOf(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...queryParameters(endpoint.query),
      ...(hasKey
        ? [{ name: 'Idempotency-Key', in: 'header', required: Boolean(endpoint.file), schema: { type: 'string' } }]
        : []),
    ],
    ...(body && { requestBody: body }),
    responses: responses(endpoint, `Columns. ${DATES_IN_FILES}`, schemas),
    security: securityOf(endpoint, operation),
  }
}

const refusal = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const build = (doors: readonly Described[], origin: string): Json => {
  const schemas = new NamedSchemas()
  const pathOf = describedPaths(doors)
  const paths: Record<string, Json> = {}
  for (const door of doors) {
    const path = pathOf(door.endpoint.path)
    const method = door.endpoint.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operationObject(door, path, schemas) }
  }
  schemas.add('Error', jsonSchemaOf(errorBody, 'output'), 'errors')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Outlay',
      version: '1',
      description: 'Amounts are whole numbers of the currency’s minor unit.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: schemas.done(),
      responses: { Refused: refusal('The request was refused'), Failed: refusal('An error') },
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

let built: { doors: readonly Described[]; origin: string; text: string } | null = null

/**
 * The OpenAPI 3.1 document of the bound endpoints, as JSON. `x-access` says who may call each. Building it takes a
 * while, so it is kept.
 */
export const openApiText = (doors: readonly Described[], origin: string): string => {
  if (built?.doors !== doors || built.origin !== origin)
    built = { doors, origin, text: JSON.stringify(build(doors, origin)) }
  return built.text
}
