import { dereference, type Schema, validate } from '@cfworker/json-schema'
import type { AnyEndpoint } from '../../../../schema/shared/endpoint.ts'
import { doors } from '../../../../worker/app.tsx'
import { describedPaths, openApiText } from '../../../../worker/transport/openapi/document.ts'
import { type Answer, ORIGIN } from '../world.ts'

interface Described {
  $ref?: string
  content?: Record<string, { schema: Schema }>
}
interface ApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>
  components: { responses: Record<string, Described>; schemas: Record<string, Schema> }
}

let read: { document: ApiDocument; pathOf: (path: string) => string; lookup: Record<string, Schema | boolean> } | null
/** The document as programs get it. */
const documentOnce = () => {
  if (read) return read
  const document: ApiDocument = JSON.parse(openApiText(doors, ORIGIN))
  read = { document, pathOf: describedPaths(doors), lookup: dereference(document as unknown as Schema) }
  return read
}
read = null

const responseOf = ({ endpoint, status }: { endpoint: AnyEndpoint; status: number }): Described | undefined => {
  const { document, pathOf } = documentOnce()
  const { responses } = document.paths[pathOf(endpoint.path)]?.[endpoint.method.toLowerCase()] ?? { responses: {} }
  const found = responses[status] ?? responses[`${Math.floor(status / 100)}XX`]
  return found?.$ref ? document.components.responses[found.$ref.split('/').at(-1) ?? ''] : found
}

/** What an answer has that the OpenAPI document doesn't say: its status, media type, or where in its body. */
export const undescribed = (endpoint: AnyEndpoint, { status, body, headers }: Answer): string[] => {
  const response = responseOf({ endpoint, status })
  if (!response) return [`status ${status}`]
  const { content } = response
  if (!content) return body === '' ? [] : [`a body with status ${status}`]
  const type = (headers.get('Content-Type') ?? '').split(';')[0] ?? ''
  const described = content[type] ?? content['*/*']
  if (!described) return [`media type ${type}`]
  if (type !== 'application/json' || content['*/*']) return []
  const { errors } = validate(body, described.schema, '2020-12', documentOnce().lookup, false)
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
}
