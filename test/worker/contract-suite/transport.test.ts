import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../worker/app.tsx'
import { addressOf } from '../../support/call-text.ts'
import { contractCalls } from '../../support/worker/contract-suite.ts'
import { fieldsOf, isRest, type RestDoor, testDoors } from '../../support/worker/doors.ts'
import { type Answer, anonymous, ORIGIN } from '../../support/worker/world.ts'
import { oneOfEachKind } from './door-kinds.ts'

/** What the Worker does with a call before its operation is reached, asked once for each kind of door. */

const kinds = oneOfEachKind()
const rest = testDoors.filter(isRest)
const { readyToRefuse, expectRefusals } = contractCalls()

/** Everything that a door and its endpoint can say about how they are called. `door-kinds` looks at each. */
const LOOKED_AT = {
  door: ['endpoint', 'operation', 'respond', 'form'],
  endpoint: ['id', 'method', 'path', 'summary', 'params', 'query', 'body', 'response', 'raw', 'file'],
}

describe('the kinds of doors', () => {
  const routes = createApp().routes
  const placeOf = (method: string, path: string) =>
    routes.findIndex((route) => route.method === method && route.path === path)
  /** `{id}.csv` is written `:id{.+\.csv}` there. */
  const pathOf = ({ endpoint }: RestDoor): string =>
    endpoint.path.replaceAll(/\{(\w+)\}\.(\w+)/g, ':$1{.+\\.$2}').replaceAll(/\{(\w+)\}/g, ':$1')

  it('nothing is mounted besides the doors of the table and these', () => {
    const ofDoors = new Set(rest.map((door) => `${door.endpoint.method} ${pathOf(door)}`))
    const others = routes.map(({ method, path }) => `${method} ${path}`).filter((name) => !ofDoors.has(name))
    expect(others).toEqual([
      ...['ALL /*', 'ALL /*', 'GET /health', 'GET /ready', 'ALL /*', 'GET /api/openapi.json', 'GET /api/reference'],
      ...['POST /api/webhooks/:provider', 'ALL /*', 'ALL /*', 'POST /graphql'],
      // Identity providers, which have their own forms and errors: test/worker/platform/sign-on and provisioning.
      ...['POST /auth/saml/:companyId/acs', 'GET /auth/saml/:companyId/metadata'],
      ...['Users', 'Groups'].flatMap((kind) => [
        ...[`GET /scim/v2/${kind}`, `POST /scim/v2/${kind}`],
        ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /scim/v2/${kind}/:id`),
      ]),
      ...['ResourceTypes', 'Schemas'].flatMap((kind) => [`GET /scim/v2/${kind}`, `GET /scim/v2/${kind}/:id`]),
      ...['GET /scim/v2/ServiceProviderConfig', 'ALL /scim/v2/*'],
    ])
    expect(routes).toHaveLength(others.length + rest.length)
  })

  it('every door comes after the guard against other sites and the reading of the session', () => {
    const context = routes.findLastIndex(({ path }) => path === '/*')
    const early = rest.filter((door) => placeOf(door.endpoint.method, pathOf(door)) < context)
    expect(early.map(({ name }) => name)).toEqual([])
    expect(placeOf('POST', '/graphql')).toBeGreaterThan(context)
  })

  it('all doors are answered by the same code', () => {
    const handlers = rest.map((door) => routes[placeOf(door.endpoint.method, pathOf(door))]?.handler.toString())
    expect(new Set(handlers).size).toBe(1)
  })

  it('a door says nothing that its kind doesn’t take into account', () => {
    const unknown = rest.flatMap(({ name, bound, endpoint }) => [
      ...Object.keys(bound).filter((key) => !LOOKED_AT.door.includes(key)),
      ...Object.keys(endpoint)
        .filter((key) => !LOOKED_AT.endpoint.includes(key))
        .map((key) => `${name}: ${key}`),
    ])
    expect(unknown).toEqual([])
  })
})

/** Sends a body as it is, as the door's allowed caller. */
const send = async (door: RestDoor, body: string, type: string): Promise<() => Promise<Answer>> => {
  const { input, client } = await readyToRefuse(door)
  return async () => {
    const headers = { Origin: ORIGIN, Cookie: client.cookie ?? '', 'Content-Type': type }
    const init = { method: door.endpoint.method, headers, body }
    const response = await exports.default.fetch(`${ORIGIN}${addressOf(door.endpoint, input)}`, init)
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
}

const guarded = kinds.filter(({ kind }) => !kind.isPublic)
describe.runIf(guarded.length > 0)('without a session', () => {
  it.each(guarded)('$name answers 401 and changes nothing', async ({ door }) => {
    const { input } = await readyToRefuse(door)
    const [answer] = await expectRefusals('UNAUTHENTICATED', [() => door.call(anonymous, input)])
    expect(answer?.status).toBe(401)
  })
})

const ofJson = kinds.filter(({ kind }) => kind.body === 'an object' || kind.body === 'a value')
describe.runIf(ofJson.length > 0)('a body of JSON', () => {
  it.each(ofJson)('$name refuses a body that isn’t JSON', async ({ door }) => {
    await expectRefusals('INVALID', [await send(door, '{"name": ', 'application/json')])
  })

  it.each(ofJson)('$name refuses JSON sent as another content type', async ({ door }) => {
    await expectRefusals('INVALID', [
      await send(door, '{}', 'text/plain'),
      await send(door, 'a=1', 'application/x-www-form-urlencoded'),
    ])
  })
})

const ofFiles = kinds.filter(({ kind }) => kind.body === 'a form' || kind.body === 'a file')
describe.runIf(ofFiles.length > 0)('a body with a file', () => {
  it.each(ofFiles)('$name refuses JSON in its place', async ({ door }) => {
    await expectRefusals('INVALID', [await send(door, '{}', 'application/json')])
  })
})

describe.runIf(kinds.length > 0)('an Idempotency-Key', () => {
  it.each(kinds)('$name refuses a key that it couldn’t store', async ({ door }) => {
    const { input, client } = await readyToRefuse(door)
    const keys = ['short', 'with spaces in it', 'x'.repeat(81)]
    const answers = await expectRefusals(
      'INVALID',
      keys.map((key) => () => door.call(client, input, { headers: { 'Idempotency-Key': key } })),
    )
    for (const answer of answers) expect(fieldsOf(answer)['Idempotency-Key']).toBe('Not a valid key')
  })
})

const dangerous = kinds.filter(({ kind, door }) => kind.isSocket || door.endpoint.method !== 'GET')
describe.runIf(dangerous.length > 0)('a call from another site', () => {
  const sites: Record<string, string>[] = [
    { Origin: 'https://evil.test' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'null' },
  ]
  it.each(dangerous)('$name refuses a call from another site', async ({ door }) => {
    const { input, client } = await readyToRefuse(door)
    const answers = await expectRefusals(
      'FORBIDDEN',
      sites.map((headers) => () => door.call(client, input, { headers })),
    )
    for (const answer of answers) expect(answer.body.reason).toBe('CROSS_SITE')
  })
})
