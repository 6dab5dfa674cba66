import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import type { AnyEndpoint } from '../../schema/shared/endpoint.ts'

/** What a client sends to call an endpoint, or a root field of the schema. */

/** An operation's input by its schema: parameters, query and body side by side. */
export type Input = Record<string, unknown>

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

export const pick = (input: Input, shape: object | undefined): Input =>
  Object.fromEntries(Object.entries(input).filter(([key]) => shape !== undefined && key in shape))

export const addressOf = (endpoint: AnyEndpoint, input: Input): string => {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  return `${path}${queryText(pick(input, endpoint.query?.shape))}`
}

const selectionOf = (type: GraphQLNamedType): string => {
  if (!isObjectType(type) && !isInterfaceType(type)) return ''
  const fields = Object.values(type.getFields())
  return ` { ${fields.map((field) => `${field.name}${selectionOf(getNamedType(field.type))}`).join(' ')} }`
}

/** A document of one root field, named `query.name` or `mutation.name`, with everything it can return. */
export const documentOf = (
  schema: GraphQLSchema,
  door: string,
): { text: string; args: string[]; required: string[] } => {
  const [kind, name = ''] = door.split('.')
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  const field = root?.getFields()[name]
  if (!field) throw new Error(`The schema has no ${door}`)
  const variables = field.args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const selection = selectionOf(getNamedType(field.type))
  const text = `${kind}${variables && ` (${variables})`} { ${name}${given && `(${given})`}${selection} }`
  const names = (args: readonly { name: string }[]) => args.map((arg) => arg.name)
  return { text, args: names(field.args), required: names(field.args.filter(isRequiredArgument)) }
}

/** Two conventions of GraphQL that REST doesn't have: inputs in one argument, and cursors named `after`. */
export const variablesOf = (args: string[], input: Input): Input => {
  const beside = new Set(args)
  const inside = Object.fromEntries(Object.entries(input).filter(([key]) => !beside.has(key)))
  const named: Input = { after: input.cursor, ...input, ...(args.includes('input') && { input: inside }) }
  return Object.fromEntries(args.map((arg) => [arg, named[arg]]))
}
