import { z } from 'zod'

/** Where an operation's input has amounts of money, read from its schema. */

interface Json {
  properties?: Record<string, Json>
  additionalProperties?: Json | boolean
  items?: Json
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  const?: unknown
  enum?: unknown[]
  $ref?: string
  $defs?: Record<string, Json>
}

export interface Amount {
  /** The number in minor units: "submission.answers[].value.value". */
  path: string
  /** Its currency, and what must stand beside it, so that its branch of a union is the one meant. */
  given: readonly (readonly [path: string, value: unknown])[]
}

const MOST_DEPTH = 10
/** Amounts in the currency of the object they belong to. */
const NAMED = /^(costPerUnit|tax|savings|totalServicePeriodCost)$/

const below = (path: string, name: string): string => (path ? `${path}.${name}` : name)

const collect = (node: Json, path: string, root: Json, found: Amount[], before: Amount['given'], depth = 0): void => {
  if (depth > MOST_DEPTH) return
  const { properties = {} } = node
  const constants = Object.entries(properties).flatMap(([name, part]) => {
    const only = part.const ?? (part.enum?.length === 1 ? part.enum[0] : undefined)
    return only === undefined ? [] : [[below(path, name), only] as const]
  })
  const given = [...before, ...constants]
  const go = (next: Json, where: string) => collect(next, where, root, found, given, depth + 1)
  if (node.$ref) {
    const target = root.$defs?.[node.$ref.split('/').at(-1) ?? '']
    if (target) go(target, path)
    return
  }
  if (properties.value && properties.currency)
    found.push({ path: below(path, 'value'), given: [...given, [below(path, 'currency'), 'USD']] })
  for (const part of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) go(part, path)
  for (const [name, part] of Object.entries(properties)) {
    if (NAMED.test(name)) found.push({ path: below(path, name), given })
    go(part, below(path, name))
  }
  if (typeof node.additionalProperties === 'object') go(node.additionalProperties, `${path}.*`)
  if (node.items) go(node.items, `${path}[]`)
}

/** Every amount once, in the order of the schema. */
export const amountsOf = (schema: z.ZodType): Amount[] => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const found: Amount[] = []
  collect(json, '', json, found, [])
  return [...new Map(found.map((amount) => [amount.path, amount])).values()]
}
