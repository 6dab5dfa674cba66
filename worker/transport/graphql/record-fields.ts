import { z } from 'zod'
import type { AnyField, Fields } from '../../../schema/shared/record.ts'
import type { builder } from './builder.ts'

/** The fields of a record that are texts, numbers or yes and no. Others have types of their own. */
export const recordFields = <Row extends object>(
  t: PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Row>,
  fields: Fields,
) => {
  const fieldOf = ({ shown }: AnyField, key: keyof Row) => {
    const nullable = shown instanceof z.ZodNullable
    const plain = nullable ? shown.unwrap() : shown
    const options = { nullable, resolve: (row: Row) => row[key] as never }
    if (plain instanceof z.ZodBoolean) return t.boolean(options)
    if (plain instanceof z.ZodNumber) return t.int(options)
    return plain instanceof z.ZodString || plain instanceof z.ZodEnum ? t.string(options) : null
  }
  const simple: Record<string, NonNullable<ReturnType<typeof fieldOf>>> = {}
  for (const [key, field] of Object.entries(fields)) {
    const made = field.column && !field.isDetail ? fieldOf(field, key as keyof Row) : null
    if (made) simple[key] = made
  }
  return simple
}
