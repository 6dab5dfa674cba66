import { z } from 'zod'
import type { AnyEndpoint } from '../../../schema/shared/endpoint.ts'

interface Shape {
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  $ref?: string
  $defs?: Record<string, Shape>
}

/** Deep enough for what screens send and read. */
const DEEPEST = 5

/** The names in a shape, as paths. Those that have to be sent end with `!`. */
const namesIn = (shape: Shape, root: Shape, before = '', depth = 0): string[] => {
  if (depth > DEEPEST) return []
  const target = shape.$ref ? root.$defs?.[shape.$ref.split('/').at(-1) ?? ''] : shape
  if (!target) return []
  const own = Object.entries(target.properties ?? {}).flatMap(([name, inner]) => [
    `${before}${name}${target.required?.includes(name) ? '!' : ''}`,
    ...namesIn(inner, root, `${before}${name}.`, depth + 1),
  ])
  const parts = [...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.allOf ?? [])]
  return [
    ...own,
    ...(target.items ? namesIn(target.items, root, before, depth + 1) : []),
    // A value that may be null is no deeper than the value.
    ...parts.flatMap((part) => namesIn(part, root, before, depth)),
  ]
}

const namesOf = (schema: z.ZodType | undefined, io: 'input' | 'output'): string => {
  if (!schema) return ''
  const shape = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }) as Shape
  return [...new Set(namesIn(shape, shape))].sort().join(' ')
}

/** A line for each endpoint: `POST /api/bill | query names | body names | names in the answer`. */
export const sentAndRead = (endpoints: readonly AnyEndpoint[]): string[] =>
  endpoints
    .map(({ method, path, query, body, response }) =>
      [
        `${method} ${path}`,
        namesOf(query, 'input'),
        namesOf(body, 'input'),
        namesOf(response, 'output').replaceAll('!', ''),
      ].join(' | '),
    )
    .sort()
