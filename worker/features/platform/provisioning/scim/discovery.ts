import { type Attribute, ENTERPRISE, GROUP, GROUP_ATTRIBUTES, USER, USER_ATTRIBUTES } from './attributes.ts'
import { LIST_SCHEMA, MOST_LISTED } from './list.ts'

/** What Outlay says of itself to providers: RFC 7643, 5 to 8. */

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

export const serviceProviderConfig = (origin: string) => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  documentationUri: `${origin}/settings/integrations`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_LISTED },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Provisioning key',
      description: 'A key that an admin creates under Settings › Integrations.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${origin}/scim/v2/ServiceProviderConfig` },
})

const TYPES = [
  { id: 'User', endpoint: '/Users', schema: USER, schemaExtensions: [{ schema: ENTERPRISE, required: false }] },
  { id: 'Group', endpoint: '/Groups', schema: GROUP, schemaExtensions: [] },
]

export const resourceTypes = (origin: string) =>
  TYPES.map((type) => ({
    schemas: [`${CORE}:ResourceType`],
    ...type,
    name: type.id,
    meta: { resourceType: 'ResourceType', location: `${origin}/scim/v2/ResourceTypes/${type.id}` },
  }))

/** What a resource can't be without. A person needs no name to show, a group does. */
const REQUIRED = new Map([
  [USER, 'userName'],
  [GROUP, 'displayName'],
])

interface DescribedAttribute {
  name: string
  type: string
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: string
  returned: string
  uniqueness: string
  subAttributes?: DescribedAttribute[]
}

const described = (
  { name, type, isMulti, isReadOnly, sub, words }: Attribute,
  schema?: string,
): DescribedAttribute => ({
  name,
  type,
  multiValued: isMulti ?? false,
  description: words ?? '',
  required: schema !== undefined && REQUIRED.get(schema) === name,
  caseExact: name === 'externalId' || name === 'id',
  mutability: isReadOnly ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: name === 'userName' ? 'server' : 'none',
  ...(sub && { subAttributes: [...sub.values()].map((each) => described(each)) }),
})

/** What every resource has isn't part of its schema. */
const COMMON = new Set(['id', 'meta', 'schemas', 'externalId', ENTERPRISE])

const schemaOf = (id: string, name: string, attributes: Iterable<Attribute>, origin: string) => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description: name,
  attributes: [...attributes].filter((each) => !COMMON.has(each.name)).map((each) => described(each, id)),
  meta: { resourceType: 'Schema', location: `${origin}/scim/v2/Schemas/${id}` },
})

export const schemas = (origin: string) => [
  schemaOf(USER, 'User', USER_ATTRIBUTES.values(), origin),
  schemaOf(ENTERPRISE, 'EnterpriseUser', USER_ATTRIBUTES.get(ENTERPRISE.toLowerCase())?.sub?.values() ?? [], origin),
  schemaOf(GROUP, 'Group', GROUP_ATTRIBUTES.values(), origin),
]

export const wholeList = <T>(resources: readonly T[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})
