import type { z } from 'zod'

/**
 * Names in what someone sent that its schema doesn't have. Zod leaves them out in silence, so that a mistyped name
 * would look as if it had been taken.
 */

export type SentPath = readonly (string | number)[]

/** The parts of zod's definitions that this looks at. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  items?: z.ZodType[]
  rest?: z.ZodType | null
  valueType?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
  options?: z.ZodType[]
  values?: unknown[]
  getter?: () => z.ZodType
}
const definitionOf = (schema: z.ZodType): Definition => schema.def

/** By schema. */
const namesAsRead = new WeakMap<z.ZodType, ReadonlySet<string>>()

/**
 * The same object schema, which may be sent as it was read: these names come with it then, and nothing is made of them.
 */
export const asRead = <S extends z.ZodType>(schema: S, names: readonly string[]): S => {
  namesAsRead.set(schema, new Set(names))
  return schema
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null if the schema isn't about such a value at all, so that another option of a union is. */
type Found = SentPath[] | null

const ofObject = (object: z.ZodType, value: unknown, path: SentPath): Found => {
  if (!isRecord(value)) return null
  const { shape = {}, catchall } = definitionOf(object)
  const isOther = Object.entries(shape).some(([name, schema]) => {
    const { type, values } = definitionOf(schema)
    return type === 'literal' && values?.includes(value[name]) === false
  })
  if (isOther) return null
  const rest = catchall && definitionOf(catchall).type !== 'never' ? catchall : null
  return Object.entries(value).flatMap(([name, part]) => {
    // JSON and addresses leave it out.
    if (part === undefined) return []
    const schema = Object.hasOwn(shape, name) ? shape[name] : rest
    if (!schema && namesAsRead.get(object)?.has(name)) return []
    return schema ? (find(schema, part, [...path, name]) ?? []) : [[...path, name]]
  })
}

/** The option that knows most of the value. */
const ofUnion = ({ options = [] }: Definition, value: unknown, path: SentPath): Found => {
  let best: Found = null
  for (const option of options) {
    const found = find(option, value, path)
    if (found && (!best || found.length < best.length)) best = found
    if (best?.length === 0) break
  }
  return best
}

const ofIntersection = ({ left, right }: Definition, value: unknown, path: SentPath): Found => {
  if (!left || !right) return []
  const [one, other] = [find(left, value, path), find(right, value, path)]
  const known = new Set(other?.map((each) => each.join('\n')))
  return one && other && one.filter((each) => known.has(each.join('\n')))
}

const ofList = (value: unknown, schemaAt: (place: number) => z.ZodType | null | undefined, path: SentPath): Found =>
  Array.isArray(value)
    ? value.flatMap((part, place) => {
        const schema = schemaAt(place)
        return schema ? (find(schema, part, [...path, place]) ?? []) : []
      })
    : null

const find = (schema: z.ZodType, value: unknown, path: SentPath): Found => {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'object':
      return ofObject(schema, value, path)
    case 'array':
      return ofList(value, () => definition.element, path)
    case 'tuple':
      return ofList(value, (place) => definition.items?.[place] ?? definition.rest, path)
    case 'record':
      return isRecord(value)
        ? Object.entries(value).flatMap(([name, part]) => {
            // Zod leaves it out of every record.
            if (name === '__proto__') return [[...path, name]]
            return definition.valueType ? (find(definition.valueType, part, [...path, name]) ?? []) : []
          })
        : null
    case 'union':
      return ofUnion(definition, value, path)
    case 'intersection':
      return ofIntersection(definition, value, path)
    case 'lazy':
      return definition.getter ? find(definition.getter(), value, path) : []
    case 'pipe': {
      // What a value is changed into before it is checked: `z.preprocess`.
      const isPrepared = definition.in && definitionOf(definition.in).type === 'transform'
      const inner = isPrepared ? definition.out : definition.in
      return inner ? find(inner, value, path) : []
    }
    case 'any':
    case 'unknown':
    case 'custom':
    case 'transform':
      return []
    default:
      if (definition.innerType) return find(definition.innerType, value, path)
      return typeof value === 'object' && value !== null ? null : []
  }
}

/** Where the names are that the schema doesn't have, in the order in which they were sent. */
export const unknownNames = (schema: z.ZodType, value: unknown): SentPath[] => find(schema, value, []) ?? []

/** The same value without those names. The value itself if it has none. */
export const withoutUnknown = <T>(value: T, unknown: readonly SentPath[]): T => {
  if (unknown.length === 0) return value
  const copy = structuredClone(value)
  for (const path of unknown) {
    const parent = path.slice(0, -1).reduce<unknown>((at, part) => (at as Record<string | number, unknown>)[part], copy)
    delete (parent as Record<string | number, unknown>)[path.at(-1) ?? '']
  }
  return copy
}
