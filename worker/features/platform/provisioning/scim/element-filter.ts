import type { Filter } from 'scim2-parse-filter'
import type { Attribute, Complex } from './attributes.ts'
import { invalidFilter } from './errors.ts'
import { isLogical } from './path.ts'

/** Filters of the elements of one attribute, as paths of patches have them. Texts ignore case. */

const subOf = (attribute: Attribute, path: string): Attribute => {
  const sub = attribute.sub?.get(path.toLowerCase())
  if (!sub) throw invalidFilter(`${attribute.name} has no ${path.slice(0, 100)}.`)
  return sub
}

/** As `attributePath eq value` compares: booleans as texts too. */
const textOf = (value: unknown): string => String(value ?? '').toLowerCase()

export const isElement = (filter: Filter, element: Complex, attribute: Attribute): boolean => {
  if (isLogical(filter))
    return filter.op === 'and'
      ? filter.filters.every((each) => isElement(each, element, attribute))
      : filter.filters.some((each) => isElement(each, element, attribute))
  if (filter.op === 'not') return !isElement(filter.filter, element, attribute)
  if (filter.op === '[]') throw invalidFilter('A filter within a path has no brackets.')
  const value = element[subOf(attribute, filter.attrPath).name]
  if (filter.op === 'pr') return value !== undefined && value !== ''
  const [has, wanted] = [textOf(value), textOf(filter.compValue)]
  if (filter.op === 'eq') return has === wanted
  if (filter.op === 'ne') return has !== wanted
  if (filter.op === 'co') return has.includes(wanted)
  if (filter.op === 'sw') return has.startsWith(wanted)
  if (filter.op === 'ew') return has.endsWith(wanted)
  throw invalidFilter(`Outlay doesn’t compare with ${filter.op} here.`)
}

/** The element that such a filter describes: equalities alone. Null for any other. */
export const wishedBy = (filter: Filter, attribute: Attribute): Complex | null => {
  if (filter.op === 'and') {
    const all = filter.filters.map((each) => wishedBy(each, attribute))
    return all.every((each) => each !== null) ? Object.assign({}, ...all) : null
  }
  if (filter.op !== 'eq') return null
  const sub = subOf(attribute, filter.attrPath)
  const value = filter.compValue
  if (sub.type === 'boolean') return { [sub.name]: textOf(value) === 'true' }
  return typeof value === 'string' ? { [sub.name]: value } : null
}
