import { z } from 'zod'
import type { AnyEndpoint } from '../../../schema/shared/endpoint.ts'
import type { Door } from '../rest.ts'
import { type Json, jsonSchemaOf, type NamedSchemas, pascal } from './schemas.ts'

/** What is sent to an operation and what it answers, with the media types of both. */

export const areaOf = ({ id }: AnyEndpoint): string => id.split('.')[0] ?? ''

const BYTES: Json = { type: 'string', format: 'binary' }
/** Media types that say no more than that it is a file. */
const ANY_FILE = ['the file', 'image/*']
const WEBSOCKET = 'websocket'
const FORM = 'multipart/form-data'
/** Mail services send either. */
const FORMS = `application/x-www-form-urlencoded, ${FORM}`

const content = (types: string, schema: Json): Json =>
  Object.fromEntries(types.split(', ').map((type) => [type, { schema }]))

/** A form's fields. What is in the path isn't one. */
const formSchema = ({ endpoint, operation }: Pick<Door, 'endpoint' | 'operation'>): Json => {
  const {
    properties = {},
    required = [],
    ...rest
  } = jsonSchemaOf(operation.input, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const isField = (name: string) => !Object.hasOwn(endpoint.params?.shape ?? {}, name)
  const fields = Object.entries(properties).filter(([name]) => isField(name))
  return {
    ...rest,
    properties: Object.fromEntries(fields.map(([name, schema]) => [name, name === 'file' ? BYTES : schema])),
    required: required.filter(isField),
  }
}

const isForm = ({ raw }: AnyEndpoint): boolean => raw?.startsWith(FORM) === true

/** Undefined for an operation without a body. */
export const requestBody = (
  door: Pick<Door, 'endpoint' | 'operation' | 'form'>,
  schemas: NamedSchemas,
): Json | undefined => {
  const { endpoint } = door
  const name = `${pascal(endpoint.id)}Body`
  const area = areaOf(endpoint)
  if (endpoint.file) return { required: true, content: content(endpoint.file, BYTES) }
  if (isForm(endpoint)) return { required: true, content: content(FORM, schemas.add(name, formSchema(door), area)) }
  if (door.form) return { required: true, content: content(FORMS, schemas.add(name, formSchema(door), area)) }
  if (!endpoint.body || endpoint.body instanceof z.ZodUndefined) return undefined
  const required = !endpoint.body.safeParse({}).success
  return {
    required,
    content: content('application/json', schemas.add(name, jsonSchemaOf(endpoint.body, 'input'), area)),
  }
}

const DONE: Json = { '204': { description: 'Done' } }

/** The schema without null, which is an answer without a body. */
const withoutNull = (schema: Json): Json => {
  if (!Array.isArray(schema.anyOf)) return schema
  const { anyOf, ...rest } = schema
  const others = (anyOf as Json[]).filter(({ type }) => type !== 'null')
  return others.length === 1 ? { ...others[0], ...rest } : { ...rest, anyOf: others }
}

const found = (endpoint: AnyEndpoint, csv: string, schemas: NamedSchemas): Json => {
  const { raw, response } = endpoint
  if (raw === WEBSOCKET) return { '101': { description: 'A WebSocket' } }
  if (raw && !isForm(endpoint)) {
    const type = ANY_FILE.includes(raw) ? '*/*' : raw
    return { '200': { description: raw === 'text/csv' ? csv : 'The file', content: content(type, BYTES) } }
  }
  if (response instanceof z.ZodNull) return DONE
  const schema = withoutNull(jsonSchemaOf(response, 'output'))
  const answer = schemas.add(`${pascal(endpoint.id)}Answer`, schema, areaOf(endpoint))
  return {
    '200': { description: 'The answer', content: content('application/json', answer) },
    ...(response.isNullable() && DONE),
  }
}

/** By status. @param csv what every file with columns has in common */
export const responses = (endpoint: AnyEndpoint, csv: string, schemas: NamedSchemas): Json => ({
  ...found(endpoint, csv, schemas),
  '4XX': { $ref: '#/components/responses/Refused' },
  default: { $ref: '#/components/responses/Failed' },
})
