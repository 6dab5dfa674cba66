import { z } from 'zod'

/** How long texts and lists of an operation's input can be, and how large its numbers, read from its schema. */

interface Json {
  type?: string | string[]
  properties?: Record<string, Json>
  additionalProperties?: Json | boolean
  items?: Json
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  maxLength?: number
  maxItems?: number
  maximum?: number
  minimum?: number
  $ref?: string
  $defs?: Record<string, Json>
}

export interface Limit {
  /** From the input: "submission.answers[].value". A list's own limit ends with []. */
  path: string
  kind: 'text' | 'list' | 'number'
  most: number | null
  least: number | null
  /** What must stand beside it, so that its branch of a union is the one meant. */
  given: readonly (readonly [path: string, value: unknown])[]
}

/** Whole numbers without a limit of their own still have that of the platform. */
const isSafeLimit = (value: number | undefined): boolean =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER

/** Texts of a fixed form, such as dates and choices, need no length. */
const isFixed = ({ enum: values, const: value, format, pattern }: Json): boolean =>
  values !== undefined || value !== undefined || format !== undefined || pattern !== undefined

const MOST_DEPTH = 8

type Given = Limit['given']
const below = (path: string, name: string): string => (path ? `${path}.${name}` : name)
/** Values of which there is one: a union tells its branches apart by them. */
const constantsOf = ({ properties = {} }: Json, path: string): Given =>
  Object.entries(properties).flatMap(([name, part]) => {
    const only = part.const ?? (part.enum?.length === 1 ? part.enum[0] : undefined)
    return only === undefined ? [] : [[below(path, name), only] as const]
  })

const collect = (node: Json, path: string, root: Json, found: Limit[], before: Given = [], depth = 0): void => {
  if (depth > MOST_DEPTH) return
  const given = [...before, ...constantsOf(node, path)]
  const go = (next: Json, where: string) => collect(next, where, root, found, given, depth + 1)
  if (node.$ref) {
    const name = node.$ref.split('/').at(-1) ?? ''
    const target = node.$ref === '#' ? null : root.$defs?.[name]
    if (target) go(target, path)
    return
  }
  for (const part of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) go(part, path)
  for (const [name, part] of Object.entries(node.properties ?? {})) go(part, below(path, name))
  if (typeof node.additionalProperties === 'object') go(node.additionalProperties, `${path}.*`)
  const types = [node.type ?? []].flat()
  if (types.includes('array')) {
    found.push({ path: `${path}[]`, kind: 'list', most: node.maxItems ?? null, least: null, given })
    if (node.items) go(node.items, `${path}[]`)
  }
  if (types.includes('string') && !(isFixed(node) && node.maxLength === undefined))
    found.push({ path, kind: 'text', most: node.maxLength ?? null, least: null, given })
  if ((types.includes('number') || types.includes('integer')) && !isFixed(node)) {
    const most = isSafeLimit(node.maximum) ? null : (node.maximum ?? null)
    const least = isSafeLimit(node.minimum) ? null : (node.minimum ?? null)
    found.push({ path, kind: 'number', most, least, given })
  }
}

/** Every limit once, in the order of the schema. */
export const limitsOf = (schema: z.ZodType): Limit[] => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const found: Limit[] = []
  collect(json, '', json, found)
  return [...new Map(found.map((limit) => [JSON.stringify(limit), limit])).values()]
}

const lastOf = (path: string): string => path.split('.').at(-1) ?? path

/** "name 200; owners[] 20; years 0–999", by the last names of paths. What has no limit isn't said. */
export const wordsOf = (limits: Limit[]): string => {
  const words = limits.flatMap(({ path, kind, most, least }) => {
    if (most === null && least === null) return []
    return [`${lastOf(path)} ${kind === 'number' ? `${least ?? ''}–${most ?? ''}` : most}`]
  })
  return [...new Set(words)].join('; ')
}

const steps = (path: string): string[] => path.replaceAll('[]', '.[]').split('.').filter(Boolean)

const withValue = (into: unknown, [step = '', ...rest]: string[], value: unknown): unknown => {
  const put = (inner: unknown) => (rest.length === 0 ? value : withValue(inner, rest, value))
  if (step === '[]') return [put(Array.isArray(into) ? into[0] : undefined)]
  const name = step === '*' ? 'x' : step
  const object = typeof into === 'object' && into !== null ? (into as Record<string, unknown>) : {}
  return { ...object, [name]: put(object[name]) }
}

/** An input that has only this value, and what must stand beside it. */
export const inputWith = (path: string, value: unknown, given: Given): unknown =>
  [...given, [path, value] as const].reduce<unknown>((into, [where, what]) => withValue(into, steps(where), what), {})

/** Where the value of `inputWith` is, as zod names it. */
export const placeOf = (path: string): PropertyKey[] =>
  steps(path).map((step) => (step === '[]' ? 0 : step === '*' ? 'x' : step))
