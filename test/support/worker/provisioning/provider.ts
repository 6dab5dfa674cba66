import { type Answer, type Client, KeyClient } from '../world.ts'

/** Calls of an identity provider, in the forms that Okta's and Entra's documentation show. */

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export class Provider {
  readonly key: string
  readonly client: KeyClient

  constructor(key: string) {
    this.key = key
    this.client = new KeyClient(key)
  }

  call(method: string, path: string, body?: object): Promise<Answer> {
    return this.client.call(method, `/scim/v2${path}`, {
      ...(body && { body }),
      headers: { 'Content-Type': 'application/scim+json' },
    })
  }

  patch(path: string, ...operations: object[]): Promise<Answer> {
    return this.call('PATCH', path, { schemas: [PATCH], Operations: operations })
  }

  find(filter: string, more = ''): Promise<Answer> {
    return this.call('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)
  }
}

/** The provider of a company, with a key that this admin creates. */
export const connect = async (admin: Client): Promise<Provider> => {
  const { status, body } = await admin.post('/api/provisioning/keys', {})
  if (status !== 200) throw new Error(`No key: ${JSON.stringify(body)}`)
  return new Provider(body.key)
}

/** Okta's “Create Users”. */
export const oktaUser = (name: string, domain = 'north.example') => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@${domain}`,
  name: { givenName: name, familyName: 'North' },
  emails: [{ primary: true, value: `${name}@${domain}`, type: 'work' }],
  displayName: `${name} North`,
  locale: 'en-US',
  externalId: `00u-${name}`,
  groups: [],
  password: '1mz050nq',
  active: true,
})

/** Entra's “Create User”, with the enterprise extension. */
export const entraUser = (name: string, domain = 'west.example') => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
  externalId: `e-${name}`,
  userName: `${name}@${domain}`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `${name}@${domain}` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${name} West`, familyName: 'West', givenName: name },
  roles: [],
  [ENTERPRISE]: { department: 'Sales' },
})
