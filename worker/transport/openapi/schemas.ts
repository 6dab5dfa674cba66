import { z } from 'zod'

/** JSON Schemas of an OpenAPI document, with a name for each structure that occurs more than once. */

export type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What holds values and no schemas. */
const VALUES = ['enum', 'const', 'default', 'required', 'examples']

type Visit = (schema: Json, key: string) => Json

/** Every schema in it, inner ones first, with the name of the property that it is in. */
const walk = (value: unknown, key: string, visit: Visit): unknown => {
  if (Array.isArray(value)) return value.map((each) => walk(each, key, visit))
  if (!isJson(value)) return value
  const parts = Object.entries(value).map(([name, inner]) => [name, walkPart(name, inner, key, visit)])
  return visit(Object.fromEntries(parts), key)
}
const walkPart = (name: string, inner: unknown, key: string, visit: Visit): unknown => {
  if (VALUES.includes(name)) return inner
  if (name !== 'properties' || !isJson(inner)) return walk(inner, key, visit)
  return Object.fromEntries(Object.entries(inner).map(([own, part]) => [own, walk(part, own, visit)]))
}

/** A record whose keys are known is an object with these properties. */
const withKnownKeys: Visit = (schema) => {
  const keys = isJson(schema.propertyNames) ? schema.propertyNames.enum : undefined
  if (!Array.isArray(keys) || !isJson(schema.additionalProperties)) return schema
  const { propertyNames: _, additionalProperties, ...rest } = schema
  const properties = Object.fromEntries(keys.map((name) => [name, additionalProperties]))
  return { ...rest, properties, additionalProperties: false }
}

/** Generators take a property with a default for one that is always there, so a body says it in words. */
const withDefaultInWords: Visit = ({ default: value, ...schema }) => {
  if (value === undefined) return schema
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  const said = isEmpty ? 'Empty if left out' : `${JSON.stringify(value)} if left out`
  return { ...schema, description: schema.description === undefined ? said : `${schema.description}. ${said}` }
}

/** @param how as it is sent in a body or as parameters, or as it is answered */
export const jsonSchemaOf = (type: z.ZodType, how: 'input' | 'parameters' | 'output'): Json => {
  const io = how === 'output' ? 'output' : 'input'
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json
  const visit: Visit = (one, key) => withKnownKeys(how === 'input' ? withDefaultInWords(one, key) : one, key)
  return walk(schema, '', visit) as Json
}

export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const singular = (name: string): string =>
  /(ss|us|is)$/.test(name)
    ? name
    : name
        .replace(/ies$/, 'y')
        .replace(/(ch|sh|x|us)es$/, '$1')
        .replace(/s$/, '')

/** Names that say nothing without their area. */
const VAGUE = /^(by|cell|content|count|data|detail|edge|entry|from|line|node|part|result|row|sent|to|value)$/i

interface Structure {
  ordinal: number
  schema: Json
  count: number
  /** Where it was found first. */
  key: string
  area: string
}

const MOST_VALUES_IN_PLACE = 3
/** Objects of several properties, and longer lists of choices. */
const isStructure = ({ type, properties, enum: values }: Json): boolean =>
  (type === 'object' && isJson(properties) && Object.keys(properties).length > 1) ||
  (Array.isArray(values) && values.length > MOST_VALUES_IN_PLACE)

/** Stands for a structure until all are known. */
const PLACE = '#place'

/** The schemas of a document. What occurs more than once is kept once, by a name. */
export class NamedSchemas {
  readonly #structures = new Map<string, Structure>()
  readonly #given = new Map<string, Json>()

  /**
   * @param area of the operation, for names that other areas use too
   * @returns a reference to the schema under this name
   */
  add(name: string, schema: Json, area: string): Json {
    const whole = { ...schema }
    this.#given.set(name, this.#inner(whole, area))
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Its parts are kept, and the schema itself has a name already. */
  #inner(schema: Json, area: string): Json {
    const parts = Object.entries(schema).map(([name, part]) => [name, walkPart(name, part, '', this.#keep(area))])
    return Object.fromEntries(parts)
  }

  #keep(area: string): Visit {
    return (schema, key) => {
      if (!isStructure(schema)) return schema
      const text = JSON.stringify(schema)
      const known = this.#structures.get(text)
      const found = known ?? { ordinal: this.#structures.size, schema, count: 0, key, area }
      found.count += 1
      if (!known) this.#structures.set(text, found)
      return { [PLACE]: found.ordinal }
    }
  }

  /** All of them, by name. */
  done(): Record<string, Json> {
    const structures = [...this.#structures.values()]
    const names = new Map<number, string>()
    for (const each of structures.filter(({ count }) => count > 1))
      names.set(each.ordinal, freeName(each, new Set([...this.#given.keys(), ...names.values()])))
    const fill: Visit = (schema) => {
      const ordinal = schema[PLACE]
      if (typeof ordinal !== 'number') return schema
      const name = names.get(ordinal)
      if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
      return walk(structures[ordinal]?.schema, '', fill) as Json
    }
    const filled = (schema: Json): Json => walk(schema, '', fill) as Json
    const all = [
      ...[...this.#given].map(([name, schema]): [string, Json] => [name, filled(schema)]),
      ...structures.flatMap(({ ordinal, schema }): [string, Json][] => {
        const name = names.get(ordinal)
        return name === undefined ? [] : [[name, filled(schema)]]
      }),
    ]
    return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** By its title or the property it was found in, with its area or a number if another has that name. */
const freeName = ({ schema, key, area }: Structure, taken: ReadonlySet<string>): string => {
  const own = pascal(typeof schema.title === 'string' ? schema.title : singular(key) || 'Part')
  const ofArea = `${pascal(area)}${own}`
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? own : number === 1 ? ofArea : `${ofArea}${number}`
    if (!taken.has(name) && !VAGUE.test(name)) return name
  }
}
