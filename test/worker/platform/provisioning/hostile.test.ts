import { env, exports } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { connect, ENTERPRISE } from '../../../support/worker/provisioning/provider.ts'
import { makeCompany, ORIGIN, signIn } from '../../../support/worker/world.ts'

/**
 * Calls that no provider makes: of SCIM with a key that works, and of the doors that providers send browsers back to.
 * `HOSTILE_CALLS=10000` makes more, and `HOSTILE_SEED` others.
 */

const CALLS = Math.ceil(Number(env.HOSTILE_CALLS ?? 600) / 2)
const SEED = Number(env.HOSTILE_SEED ?? 1)
const parameters = { numRuns: CALLS, seed: SEED, endOnFailure: true }

let key: string
let companyId: string
const ids: string[] = []
beforeAll(async () => {
  const company = await makeCompany(['enableOktaSamlLogin', 'enableOktaLogin', 'enableGoogleLogin'])
  companyId = company.id
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  key = (await connect(admin)).key
  const person = await company.addPerson()
  ids.push(person.userId, await company.add('groups', 'Buyers'))
})

const ATTRIBUTES = ['userName', 'emails', 'emails.value', 'name.givenName', 'active', 'externalId', 'members', 'title']
const PATHS = [
  ...ATTRIBUTES,
  'emails[type eq "work"].value',
  'members[value eq "x"]',
  'emails[',
  'name.',
  `${ENTERPRISE}:department`,
  `${ENTERPRISE}:manager.value`,
  '__proto__',
  'constructor.prototype',
  '',
]
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('\u0000', '%', "' OR 1=1 --", '\ud800', '9'.repeat(400), 'False', 'a@b.co'),
)
const anything = fc.oneof(
  odd,
  fc.anything({ maxDepth: 3, withNullPrototype: false }).map((it) => plain(it)),
  fc.constant(null),
)

/** As JSON can have it. */
const plain = (value: unknown): unknown => {
  try {
    return JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each)) ?? 'null')
  } catch {
    return null
  }
}

const term = fc
  .tuple(
    fc.oneof(fc.constantFrom(...PATHS), odd),
    fc.constantFrom('eq', 'ne', 'co', 'sw', 'gt', 'pr', 'EQ', 'zz', ''),
    odd,
  )
  .map(([path, op, value]) => `${path} ${op} ${JSON.stringify(value)}`)
const filter = fc.oneof(
  term,
  odd,
  fc.array(term, { minLength: 1, maxLength: 12 }).map((all) => all.join(' and ')),
  fc.integer({ min: 1, max: 200 }).map((depth) => `${'not ('.repeat(depth)}title pr${')'.repeat(depth)}`),
)
const operation = fc.record(
  {
    op: fc.oneof(fc.constantFrom('add', 'Replace', 'REMOVE', 'move'), anything),
    path: fc.oneof(fc.constantFrom(...PATHS), anything),
    value: fc.oneof(anything, fc.array(fc.record({ value: anything }), { maxLength: 5 })),
  },
  { requiredKeys: [] },
)
const user = fc.record(
  {
    userName: anything,
    externalId: anything,
    active: anything,
    emails: anything,
    name: anything,
    displayName: anything,
    members: fc.oneof(anything, fc.array(fc.record({ value: anything }), { maxLength: 5 })),
    [ENTERPRISE]: fc.oneof(anything, fc.record({ department: anything, manager: anything }, { requiredKeys: [] })),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  user.map((it) => JSON.stringify(it)),
  fc.record({ Operations: fc.array(operation, { maxLength: 6 }) }).map((it) => JSON.stringify(it)),
  anything.map((it) => JSON.stringify(it) ?? ''),
  odd,
)
const asText = (text: string): string => encodeURIComponent(text.toWellFormed())
const page = fc
  .tuple(filter, odd, odd)
  .map(
    ([by, start, count]) =>
      `?filter=${asText(by)}&startIndex=${asText(start)}&count=${asText(count)}&attributes=${asText(by)}`,
  )
const scimCall = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  kind: fc.constantFrom('Users', 'Groups', 'Schemas', 'ResourceTypes', 'ServiceProviderConfig', 'Bulk', 'Me'),
  id: fc.oneof(fc.constant(null), fc.nat({ max: 1 }), odd),
  query: page,
  body,
})

/** What an answer may be: never a failure of ours, apart from what isn’t offered. */
const isSound = (status: number): boolean => status < 500 || status === 501

describe('calls that no provider makes', () => {
  it('SCIM answers them as the RFC writes it, without a failure', async () => {
    await fc.assert(
      fc.asyncProperty(scimCall, async ({ method, kind, id, query, body: sent }) => {
        const own = typeof id === 'number' ? ids[id] : id === null ? null : asText(id)
        const path = `/scim/v2/${kind}${own ? `/${own}` : ''}${method === 'GET' ? query : ''}`
        const answer = await exports.default.fetch(`${ORIGIN}${path}`, {
          method,
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/scim+json' },
          ...(method !== 'GET' && method !== 'DELETE' && { body: sent.toWellFormed() }),
        })
        const text = await answer.text()
        if (!isSound(answer.status)) throw new Error(`${method} ${path} ${sent}: ${answer.status} ${text}`)
        // Paths that leave /scim/v2, such as "..", are answered by others.
        if (answer.status >= 400 && text.includes('scim'))
          expect(JSON.parse(text)).toMatchObject({ status: String(answer.status), detail: expect.any(String) })
      }),
      parameters,
    )
  })

  it('the doors for providers refuse them without a failure', async () => {
    const form = fc.tuple(
      fc.oneof(
        odd,
        odd.map((it) => btoa(encodeURIComponent(it.toWellFormed()))),
        xml.map((it) => btoa(it)),
      ),
      odd,
    )
    const call = fc.oneof(
      fc.tuple(fc.oneof(fc.constant(companyId), odd), form).map(([company, [response, relay]]) => ({
        path: `/auth/saml/${asText(company)}/acs`,
        type: 'application/x-www-form-urlencoded',
        sent: `SAMLResponse=${asText(response)}&RelayState=${asText(relay)}`,
      })),
      fc
        .tuple(odd, fc.constantFrom('google', 'microsoft', `okta-${companyId}`, `saml-${companyId}`), odd)
        .map(([answer, provider, state]) => ({
          path: '/auth/sign-on/finish',
          type: 'application/json',
          sent: JSON.stringify({ provider, answer: `code=${asText(answer)}&state=${asText(state)}`, refused: state }),
        })),
      fc.tuple(anything, anything).map(([method, email]) => ({
        path: '/auth/sign-on/begin',
        type: 'application/json',
        sent: JSON.stringify({ method, email, portal: email }),
      })),
    )
    await fc.assert(
      fc.asyncProperty(call, async ({ path, type, sent }) => {
        const answer = await exports.default.fetch(`${ORIGIN}${path}`, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'Content-Type': type },
          body: sent,
        })
        if (!isSound(answer.status)) throw new Error(`${path} ${sent}: ${answer.status} ${await answer.text()}`)
        const to = answer.headers.get('Location')
        // A browser is never sent anywhere but to our own pages.
        if (to !== null) expect(to).toMatch(/^\/[a-z]/)
      }),
      parameters,
    )
  })
})

/** Pieces of answers, whole and broken. */
const xml = fc
  .array(
    fc.constantFrom(
      '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0">',
      '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_2">',
      '<!DOCTYPE a [<!ENTITY b "c">]>',
      '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>',
      '</saml:Assertion>',
      '</samlp:Response>',
      '<?xml version="1.0"?>',
      '<!-- a -->',
      'InResponseTo="_x"',
      '&b;',
      '<',
      ']]>',
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''))
