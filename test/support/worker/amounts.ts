import { z } from 'zod'

/** Where an operation's input has amounts of money, read from its schema. */

interface Json {
  type?: string
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
const NAMED =
  /(^|\.)(amount|totalAmount|maxAmount|runLimit|freeBelow|splitLimit|firstPaymentLimit|offHoursFrom|costPerUnit|tax|savings|totalServicePeriodCost|costRules\[\]\.min)$/
/** Numbers that are no money: counted, measured or in order. `value` is the answer to a question for a number. */
const NO_MONEY =
  /(^|\.)(value|publicKeyAlgorithm|unitsPerMonth|(contractLengthRules\[\]|quorum)\.\w+|days|months|years|hours|\w+Minutes|sizePercent|cell|firstCell|startIndex|\w+Days|daysAfterNotification|nudgePercent|percent|weight|score|count|rows|patternBills|part|number|level|\w*[oO]rdinal|sequence|since|before|expires|first|batch|totalBatches|\w*[vV]ersion|month|day|year|toCell|weekdays\[\])$/

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
    if (NAMED.test(below(path, name))) found.push({ path: below(path, name), given })
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

/** Numbers of an operation's input that are neither amounts nor known to be something else. */
export const unknownNumbers = (schema: z.ZodType): string[] => {
  const amounts = new Set(amountsOf(schema).map(({ path }) => path))
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const found = new Set<string>()
  const go = (node: Json, path: string, depth = 0): void => {
    if (depth > MOST_DEPTH) return
    const target = node.$ref && root.$defs?.[node.$ref.split('/').at(-1) ?? '']
    if (target) go(target, path, depth + 1)
    for (const part of [node.anyOf, node.oneOf, node.allOf].flatMap((parts) => parts ?? [])) go(part, path, depth + 1)
    if (/^(number|integer)$/.test(node.type ?? '') && !amounts.has(path) && !NO_MONEY.test(path)) found.add(path)
    for (const [name, part] of Object.entries(node.properties ?? {})) go(part, below(path, name), depth + 1)
    if (typeof node.additionalProperties === 'object') go(node.additionalProperties, `${path}.*`, depth + 1)
    if (node.items) go(node.items, `${path}[]`, depth + 1)
  }
  go(root, '')
  return [...found]
}
