import type { Member } from '../../../../../schema/platform/members/member-endpoints.ts'
import type { PersonAttributes } from '../../../../../schema/platform/provisioning/values.ts'
import { email } from '../../../../../schema/shared/values.ts'
import { type Complex, ENTERPRISE, USER, USER_ATTRIBUTES } from './attributes.ts'
import { invalidValue } from './errors.ts'
import { resourceOf } from './values.ts'

/** A member as a SCIM user, and what a user means for a member. */

export interface Provisioned {
  userName: string | null
  externalId: string | null
  attributes: string
  placedBy: string
  changedAt: number
  position: number | null
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const objectIn = (value: Complex[string]): Complex =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
const listIn = (value: Complex[string]): Complex[] => (Array.isArray(value) ? value : [])

const given = (values: Record<string, string>): Complex =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

const extensionOf = (member: Member): Complex => ({
  ...given({ department: member.departments[0]?.name ?? '', division: member.businessUnits[0]?.name ?? '' }),
  ...given({ organization: member.entities[0]?.name ?? '' }),
})

/**
 * What the provider said last, with names, title and whether they are active as they are here. Someone it never named is
 * described by their membership.
 */
export const userOf = (member: Member, provisioned: Provisioned | null): Complex => {
  const said = JSON.parse(provisioned?.attributes ?? '{}') as Complex
  const isKnown = provisioned?.userName !== null && provisioned !== null
  const extension = isKnown ? objectIn(said[ENTERPRISE]) : extensionOf(member)
  const { manager: _, ...others } = extension
  const manager = member.manager
    ? { value: member.manager.id, displayName: member.manager.name }
    : objectIn(extension.manager)
  const enterprise = { ...others, ...(Object.keys(manager).length > 0 && { manager }) }
  const name = given({ givenName: member.firstName, familyName: member.lastName })
  return {
    ...said,
    userName: provisioned?.userName ?? member.email,
    ...(provisioned?.externalId && { externalId: provisioned.externalId }),
    name: { ...objectIn(said.name), ...name, formatted: `${member.firstName} ${member.lastName}`.trim() },
    displayName: textIn(said.displayName) || `${member.firstName} ${member.lastName}`.trim() || member.email,
    ...(member.title && { title: member.title }),
    active: member.enabled,
    emails:
      isKnown && listIn(said.emails).length > 0
        ? listIn(said.emails)
        : [{ value: member.email, type: 'work', primary: true }],
    ...(Object.keys(enterprise).length > 0 && { [ENTERPRISE]: enterprise }),
  }
}

export const answerOf = (member: Member, provisioned: Provisioned | null, origin: string) => {
  const user = userOf(member, provisioned)
  const lastModified = Math.max(Date.parse(member.createdAt), provisioned?.changedAt ?? 0)
  return {
    schemas: [USER, ...(user[ENTERPRISE] ? [ENTERPRISE] : [])],
    id: member.id,
    ...user,
    groups: member.groups.map(({ id, name }) => ({
      value: id,
      display: name,
      $ref: `${origin}/scim/v2/Groups/${id}`,
      type: 'direct',
    })),
    meta: {
      resourceType: 'User',
      created: member.createdAt,
      lastModified: new Date(lastModified).toISOString(),
      location: `${origin}/scim/v2/Users/${member.id}`,
    },
  }
}

/** What is read from the member instead. */
const withoutLive = ({ title: _, ...said }: Complex): Complex => said

/** The address by which the provider knows someone, if it does. */
export const saidAddress = (provisioned: Provisioned | null): string | null => {
  if (provisioned?.userName === null || !provisioned) return null
  try {
    return addressIn(JSON.parse(provisioned.attributes) as Complex, provisioned.userName)
  } catch {
    return null
  }
}

/** What a user that the provider sent means here. */
export interface WishedPerson {
  userName: string
  externalId: string | null
  email: string
  firstName: string
  lastName: string
  /** Undefined if nothing is said of it, as of the next two. */
  title: string | undefined
  isActive: boolean | undefined
  /** The provider's text for the manager: an id, or another name. Null for none. */
  manager: string | null | undefined
  attributes: PersonAttributes
  /** As it is kept. */
  said: Complex
}

const MOST_NAME = 100
const MOST_SAID = 20_000

const clipped = (name: string, text: string, most: number): string => {
  if (text.length > most) throw invalidValue(`${name} has more than ${most} characters.`)
  return text
}

/** The primary one, else the one at work, else the first, else a user name that is one. */
const addressIn = (user: Complex, userName: string): string => {
  const all = listIn(user.emails).filter(({ value }) => textIn(value) !== '')
  const chosen =
    all.find(({ primary }) => primary === true) ?? all.find(({ type }) => textIn(type).toLowerCase() === 'work')
  const text = textIn(chosen?.value ?? all[0]?.value) || userName
  const parsed = email.safeParse(text)
  if (!parsed.success)
    throw invalidValue(`“${text.slice(0, 100)}” isn’t an email address. Send one as userName or emails.`)
  return parsed.data
}

/** First and last name, from what there is. */
const namesIn = (user: Complex, address: string): [string, string] => {
  const name = objectIn(user.name)
  const [givenName, familyName] = [textIn(name.givenName), textIn(name.familyName)]
  const whole = textIn(name.formatted) || textIn(user.displayName)
  if (givenName || familyName) return [givenName || familyName, givenName ? familyName : '']
  const [first = '', ...rest] = whole.split(/\s+/)
  return first === '' ? [address.split('@')[0] ?? address, ''] : [first, rest.join(' ')]
}

/**
 * Throws invalidValue.
 * @param isWhole what a patched user lacks was removed. What a sent one lacks isn't said, and stays
 */
export const wishedOf = (user: Complex, isWhole: boolean): WishedPerson => {
  const userName = clipped('userName', textIn(user.userName), 254)
  if (userName === '') throw invalidValue('userName is required.')
  const address = addressIn(user, userName)
  const [firstName, lastName] = namesIn(user, address)
  const enterprise = objectIn(user[ENTERPRISE])
  const said = resourceOf(USER_ATTRIBUTES, user)
  const { userName: _name, externalId: _id, active: _active, ...kept } = said
  if (JSON.stringify(kept).length > MOST_SAID) throw invalidValue('The user is too large.')
  const absent = isWhole ? null : undefined
  const unit = (name: 'department' | 'division' | 'organization') =>
    enterprise[name] === undefined ? absent : clipped(name, textIn(enterprise[name]), 200) || null
  return {
    userName,
    externalId: clipped('externalId', textIn(user.externalId), 200) || null,
    email: address,
    firstName: clipped('name.givenName', firstName, MOST_NAME),
    lastName: clipped('name.familyName', lastName, MOST_NAME),
    title: user.title === undefined && !isWhole ? undefined : clipped('title', textIn(user.title), 200),
    isActive: typeof user.active === 'boolean' ? user.active : undefined,
    manager: enterprise.manager === undefined ? absent : textIn(objectIn(enterprise.manager).value) || null,
    attributes: { department: unit('department'), businessUnit: unit('division'), entity: unit('organization') },
    said: withoutLive(kept),
  }
}
