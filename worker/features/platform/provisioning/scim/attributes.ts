/** The attributes that Outlay knows of a user and a group. Names ignore case, and others are left out. */

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'complex'
  isMulti?: boolean
  isReadOnly?: boolean
  /** A new value takes the place of all of the old one. */
  isWhole?: boolean
  sub?: ReadonlyMap<string, Attribute>
  /** What it is for people who map attributes. */
  words?: string
}

const attribute = (name: string, more: Partial<Omit<Attribute, 'name'>> = {}): Attribute => ({
  name,
  type: 'string',
  ...more,
})
const byName = (...all: Attribute[]): ReadonlyMap<string, Attribute> =>
  new Map(all.map((each) => [each.name.toLowerCase(), each]))
const texts = (...names: string[]): Attribute[] => names.map((name) => attribute(name))

const MULTI_TEXTS = byName(...texts('value', 'type', 'display'), attribute('primary', { type: 'boolean' }))
const multi = (name: string, sub = MULTI_TEXTS, more: Partial<Attribute> = {}): Attribute =>
  attribute(name, { type: 'complex', isMulti: true, sub, ...more })

const ENTERPRISE_ATTRIBUTES = byName(
  ...texts('employeeNumber', 'costCenter'),
  attribute('organization', { words: 'Becomes the entity.' }),
  attribute('division', { words: 'Becomes the business unit.' }),
  attribute('department', { words: 'Becomes the department.' }),
  attribute('manager', { type: 'complex', isWhole: true, sub: byName(...texts('value', '$ref', 'displayName')) }),
)

export const USER_ATTRIBUTES: ReadonlyMap<string, Attribute> = byName(
  attribute('userName'),
  attribute('externalId'),
  attribute('name', {
    type: 'complex',
    sub: byName(...texts('formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix')),
  }),
  ...texts('displayName', 'nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'),
  attribute('active', { type: 'boolean' }),
  multi('emails'),
  multi('phoneNumbers'),
  multi(
    'addresses',
    byName(
      ...texts('formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type'),
      attribute('primary', { type: 'boolean' }),
    ),
  ),
  multi('roles'),
  multi('groups', MULTI_TEXTS, { isReadOnly: true }),
  attribute('id', { isReadOnly: true }),
  attribute('meta', { type: 'complex', isReadOnly: true, sub: byName(...texts('created', 'lastModified')) }),
  attribute('schemas', { isReadOnly: true, isMulti: true }),
  attribute(ENTERPRISE, { type: 'complex', sub: ENTERPRISE_ATTRIBUTES }),
)

export const GROUP_ATTRIBUTES: ReadonlyMap<string, Attribute> = byName(
  ...texts('displayName', 'externalId'),
  multi('members', byName(...texts('value', '$ref', 'display', 'type'))),
  attribute('id', { isReadOnly: true }),
  attribute('meta', { type: 'complex', isReadOnly: true, sub: byName(...texts('created', 'lastModified')) }),
  attribute('schemas', { isReadOnly: true, isMulti: true }),
)

export type Value = string | boolean | Complex | Complex[]
export interface Complex {
  [name: string]: string | boolean | Complex | Complex[] | undefined
}
