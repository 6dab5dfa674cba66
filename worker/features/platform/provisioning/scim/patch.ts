import { type Attribute, type Complex, ENTERPRISE, type Value } from './attributes.ts'
import { isElement, wishedBy } from './element-filter.ts'
import { invalidPath, invalidSyntax, invalidValue, noTarget, ScimError } from './errors.ts'
import { type Path, pathOf } from './path.ts'
import { complexOf, elementsOf, MOST_ELEMENTS, madeOf } from './values.ts'

/**
 * Patches in the forms that Okta and Entra send: names of operations in any case; without a path, values whose keys are
 * paths; booleans as texts; several members at once; paths that find no element yet. Pure.
 */

type Op = 'add' | 'replace' | 'remove'

const MOST_OPERATIONS = 1000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Operation {
  op: Op
  path: string | null
  value: unknown
}

const named = (object: Record<string, unknown>, name: string): unknown =>
  Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1]

/** Throws invalidSyntax. */
export const operationsOf = (body: unknown): Operation[] => {
  const list = isObject(body) ? named(body, 'operations') : null
  if (!Array.isArray(list) || list.length === 0) throw invalidSyntax('A patch needs Operations.')
  if (list.length > MOST_OPERATIONS) throw invalidSyntax(`A patch has at most ${MOST_OPERATIONS} operations.`)
  return list.map((each) => {
    if (!isObject(each)) throw invalidSyntax('An operation must be an object.')
    const op = String(named(each, 'op') ?? '').toLowerCase()
    const path = named(each, 'path') ?? null
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw invalidSyntax('An operation is add, replace or remove.')
    if (path !== null && typeof path !== 'string') throw invalidPath('A path must be a text.')
    return { op, path: path === '' ? null : path, value: named(each, 'value') }
  })
}

const keyOf = (element: Complex): string =>
  typeof element.value === 'string' ? `${element.type ?? ''} ${element.value.toLowerCase()}` : JSON.stringify(element)

/** Members are the same person whatever else is said of them, and no value is there twice. */
const union = (elements: readonly Complex[]): Complex[] => [
  ...new Map(elements.map((element) => [keyOf(element), element])).values(),
]

/** At most one is the primary one: the newest. */
const withOnePrimary = (elements: Complex[]): Complex[] => {
  const last = elements.findLastIndex(({ primary }) => primary === true)
  return elements.map((each, at) => (each.primary === true && at !== last ? { ...each, primary: false } : each))
}

const bounded = (attribute: Attribute, elements: Complex[]): Complex[] => {
  if (elements.length > MOST_ELEMENTS) throw invalidValue(`${attribute.name} has more than ${MOST_ELEMENTS} values.`)
  return elements
}

const listIn = (target: Complex, name: string): Complex[] => {
  const value = target[name]
  return Array.isArray(value) ? value : []
}

const set = (target: Complex, name: string, value: Value | null): Complex => {
  const { [name]: _, ...others } = target
  return value === null || (Array.isArray(value) && value.length === 0) ? others : { ...others, [name]: value }
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

const changeElements = (target: Complex, path: Path, op: Op, value: unknown): Complex => {
  const { attribute, sub, filter } = path
  const had = listIn(target, attribute.name)
  const isMeant = (element: Complex): boolean => filter === null || isElement(filter, element, attribute)
  if (op === 'remove') {
    if (sub)
      return set(
        target,
        attribute.name,
        had.map((each) => (isMeant(each) ? set(each, sub.name, null) : each)),
      )
    const values = filter === null && Array.isArray(value) ? new Set(elementsOf(attribute, value).map(keyOf)) : null
    // Entra removes members by their values, whatever else it says of them.
    const bare = values && new Set(elementsOf(attribute, value).map(({ value: id }) => String(id).toLowerCase()))
    const isGone = (each: Complex): boolean =>
      values ? values.has(keyOf(each)) || (bare?.has(String(each.value).toLowerCase()) ?? false) : isMeant(each)
    return set(
      target,
      attribute.name,
      had.filter((each) => !isGone(each)),
    )
  }
  if (filter === null && sub === null) {
    const given = isNothing(value) ? [] : elementsOf(attribute, value)
    const all = union(op === 'replace' ? given : [...had, ...given])
    return set(target, attribute.name, bounded(attribute, withOnePrimary(all)))
  }
  const change: Complex = sub
    ? { [sub.name]: isNothing(value) ? undefined : (madeOf(sub, value) as string | boolean) }
    : complexOf(attribute, value)
  if (had.some(isMeant)) {
    const all = had.map((each) => (isMeant(each) ? { ...each, ...change } : each))
    return set(target, attribute.name, withOnePrimary(all))
  }
  const wished = filter === null ? {} : wishedBy(filter, attribute)
  if (!wished) throw noTarget(`No value of ${attribute.name} matches the path.`)
  return set(target, attribute.name, bounded(attribute, withOnePrimary([...had, { ...wished, ...change }])))
}

const changeOne = (target: Complex, path: Path, op: Op, value: unknown): Complex => {
  const { attribute, sub } = path
  if (attribute.isMulti) return changeElements(target, path, op, value)
  const had = target[attribute.name]
  const before = had !== null && typeof had === 'object' && !Array.isArray(had) ? had : {}
  if (sub) {
    const after = set(before, sub.name, op === 'remove' || isNothing(value) ? null : madeOf(sub, value))
    return set(target, attribute.name, Object.keys(after).length > 0 ? after : null)
  }
  if (op === 'remove' || isNothing(value)) return set(target, attribute.name, null)
  if (attribute.type !== 'complex' || attribute.isWhole) return set(target, attribute.name, madeOf(attribute, value))
  return set(target, attribute.name, changeKeys(before, attribute.sub ?? new Map(), op, value))
}

/** The keys of a value without a path are paths. What an object doesn't name stays. */
const changeKeys = (target: Complex, attributes: ReadonlyMap<string, Attribute>, op: Op, value: unknown): Complex => {
  if (!isObject(value)) throw invalidValue('Without a path, the value must be an object.')
  return Object.entries(value).reduce((so, [key, each]) => {
    const path = pathOf(attributes, key)
    return path ? changeAt(so, path, op, each) : so
  }, target)
}

const changeAt = (target: Complex, path: Path, op: Op, value: unknown): Complex => {
  if (path.attribute.isReadOnly) {
    if (op === 'remove') throw new ScimError(400, `${path.attribute.name} can’t be changed.`, 'mutability')
    return target
  }
  if (!path.isExtended) return changeOne(target, path, op, value)
  const extension = target[ENTERPRISE]
  const before = extension !== undefined && typeof extension === 'object' && !Array.isArray(extension) ? extension : {}
  const after = changeOne(before, path, op, value)
  return set(target, ENTERPRISE, Object.keys(after).length > 0 ? after : null)
}

/** The resource after a patch, or the same one. Throws ScimError. */
export const patched = (attributes: ReadonlyMap<string, Attribute>, before: Complex, body: unknown): Complex =>
  operationsOf(body).reduce((target, { op, path, value }) => {
    if (path === null) {
      if (op === 'remove') throw noTarget('A remove needs a path.')
      return changeKeys(target, attributes, op, value)
    }
    const found = pathOf(attributes, path)
    if (!found) throw invalidPath(`Outlay has no attribute ${path.slice(0, 100)}.`)
    if (op !== 'remove' && value === undefined) throw invalidValue('An add or replace needs a value.')
    return changeAt(target, found, op, value)
  }, before)
