import { requiredText } from '../../../../../schema/shared/values.ts'
import type { Attribute, Complex } from './attributes.ts'
import { wishedBy } from './element-filter.ts'
import { invalidPath, invalidValue, noTarget } from './errors.ts'
import { operationsOf } from './patch.ts'
import { pathOf } from './path.ts'
import { MOST_ELEMENTS, resourceOf } from './values.ts'

/** What a provider changes of a group, without reading who is in it: groups have thousands of members. Pure. */
export interface GroupChange {
  displayName?: string
  externalId?: string | null
  /** Ids of members. */
  add: ReadonlySet<string>
  remove: ReadonlySet<string>
  /** Everyone else leaves. */
  all: boolean
}

const groupName = requiredText(200)

const nameOf = (value: unknown): string => {
  const parsed = groupName.safeParse(value)
  if (!parsed.success) throw invalidValue('displayName has 1 to 200 characters.')
  return parsed.data
}

const idsIn = (elements: Complex['members']): string[] => {
  if (!Array.isArray(elements)) return []
  return elements.map(({ value }) => {
    if (typeof value !== 'string' || value === '' || value.length > 64)
      throw invalidValue('A member needs its value, the id.')
    return value
  })
}

/** A whole group as it was sent. Members that it doesn't name stay if it names none at all. */
export const groupChangeOf = (attributes: ReadonlyMap<string, Attribute>, body: unknown): GroupChange => {
  const { displayName, externalId, members } = resourceOf(attributes, body)
  return {
    ...(displayName !== undefined && { displayName: nameOf(displayName) }),
    ...(externalId !== undefined && { externalId: String(externalId) }),
    add: new Set(idsIn(members)),
    remove: new Set(),
    all: members !== undefined,
  }
}

/** In the forms of both providers. Throws ScimError. */
export const groupPatchOf = (attributes: ReadonlyMap<string, Attribute>, body: unknown): GroupChange => {
  let named: Pick<GroupChange, 'displayName' | 'externalId'> = {}
  let all = false
  const [add, remove] = [new Set<string>(), new Set<string>()]
  const join = (ids: readonly string[]) => {
    for (const id of ids) {
      remove.delete(id)
      add.add(id)
    }
  }
  const leave = (ids: readonly string[]) => {
    for (const id of ids) {
      add.delete(id)
      remove.add(id)
    }
  }
  const everyoneLeaves = () => {
    add.clear()
    remove.clear()
    all = true
  }
  const changeOne = (op: 'add' | 'replace' | 'remove', path: string, value: unknown): void => {
    const found = pathOf(attributes, path)
    if (!found) throw invalidPath(`Outlay has no attribute ${path.slice(0, 100)} of groups.`)
    const { attribute, filter, sub } = found
    if (attribute.isReadOnly) return
    if (attribute.name !== 'members') {
      const isNone = op === 'remove' || value === null || value === ''
      if (attribute.name === 'externalId') named = { ...named, externalId: isNone ? null : String(value) }
      else if (isNone) throw invalidValue('displayName can’t be removed.')
      else named = { ...named, displayName: nameOf(resourceOf(attributes, { displayName: value }).displayName) }
      return
    }
    if (sub) throw invalidPath('Members are added and removed as a whole.')
    const wished = filter ? wishedBy(filter, attribute) : null
    if (filter && typeof wished?.value !== 'string') throw noTarget('Name members by their value.')
    const given = value === undefined || value === null ? [] : idsIn(resourceOf(attributes, { members: value }).members)
    if (op === 'remove') {
      const ids = wished ? idsIn([wished]) : given
      if (ids.length === 0) everyoneLeaves()
      else leave(ids)
      return
    }
    if (op === 'replace' && !filter) everyoneLeaves()
    join(wished ? idsIn([wished]) : given)
  }
  for (const { op, path, value } of operationsOf(body)) {
    if (path !== null) changeOne(op, path, value)
    else if (op === 'remove') throw noTarget('A remove needs a path.')
    else if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalidValue('Without a path, the value must be an object.')
    // Providers send the id along, and attributes that only they know.
    else for (const [name, each] of Object.entries(value)) if (pathOf(attributes, name)) changeOne(op, name, each)
  }
  if (add.size + remove.size > MOST_ELEMENTS) throw invalidValue(`A call names at most ${MOST_ELEMENTS} members.`)
  return { ...named, add, remove, all }
}
