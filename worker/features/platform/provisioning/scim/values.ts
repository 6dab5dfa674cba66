import type { Attribute, Complex, Value } from './attributes.ts'
import { invalidValue } from './errors.ts'

/** Values as providers send them, made into those of an attribute. */

const MOST_TEXT = 1000
export const MOST_ELEMENTS = 1000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A single value that comes as a list, or as an object with `value` (Entra writes some so). */
const single = (value: unknown): unknown => {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isObject(one) && 'value' in one ? one.value : one
}

const booleanOf = (name: string, value: unknown): boolean => {
  if (typeof value === 'boolean') return value
  // Entra writes booleans as texts.
  const text = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalidValue(`${name} must be true or false.`)
}

const textOf = (name: string, value: unknown): string => {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw invalidValue(`${name} must be a text.`)
  if (value.length > MOST_TEXT) throw invalidValue(`${name} has more than ${MOST_TEXT} characters.`)
  return value
}

/** Known sub-attributes only. Nulls are left out. */
export const complexOf = (attribute: Attribute, value: unknown): Complex => {
  // A manager or member that comes as its id alone.
  const given = isObject(value) ? value : attribute.sub?.has('value') ? { value } : null
  if (!given) throw invalidValue(`${attribute.name} must be an object.`)
  const known = Object.entries(given).flatMap(([name, each]): [string, Value][] => {
    const sub = attribute.sub?.get(name.toLowerCase())
    if (!sub || each === null || each === undefined) return []
    return [[sub.name, madeOf(sub, each)]]
  })
  return Object.fromEntries(known)
}

export const elementsOf = (attribute: Attribute, value: unknown): Complex[] => {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > MOST_ELEMENTS) throw invalidValue(`${attribute.name} has more than ${MOST_ELEMENTS} values.`)
  return list.map((each) => complexOf(attribute, each))
}

/** Throws invalidValue. */
export const madeOf = (attribute: Attribute, value: unknown): Value => {
  if (attribute.isMulti) return elementsOf(attribute, value)
  if (attribute.type === 'complex') return complexOf(attribute, Array.isArray(value) ? single(value) : value)
  const one = single(value)
  return attribute.type === 'boolean' ? booleanOf(attribute.name, one) : textOf(attribute.name, one)
}

/** A whole user or group as it was sent, without what only Outlay says. Throws invalidValue. */
export const resourceOf = (attributes: ReadonlyMap<string, Attribute>, sent: unknown): Complex => {
  if (!isObject(sent)) throw invalidValue('The body must be an object.')
  const known = Object.entries(sent).flatMap(([name, each]): [string, Value][] => {
    const attribute = attributes.get(name.toLowerCase())
    if (!attribute || attribute.isReadOnly || each === null || each === undefined) return []
    return [[attribute.name, madeOf(attribute, each)]]
  })
  return Object.fromEntries(known)
}
