import { z } from 'zod'

/** An input's fields, as JSON Schema has them. */

export interface Property {
  enum?: string[]
  const?: string
  anyOf?: Property[]
  type?: string
  items?: Property
  properties?: Record<string, Property>
}

export const propertiesOf = (schema: z.ZodType): { properties: Record<string, Property>; required: string[] } => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Property & { required?: string[] }
  const properties = json.properties ?? {}
  return {
    properties,
    required: Object.keys(properties).filter(
      (name) => !(schema as z.ZodObject).shape[name]?.safeParse(undefined).success,
    ),
  }
}
