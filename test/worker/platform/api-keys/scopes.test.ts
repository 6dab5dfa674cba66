import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { KEY_AREAS, type KeyScopes } from '../../../../schema/platform/api-keys/scopes.ts'
import { COMPANY_FLAGS } from '../../../../schema/shared/permissions.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { isRest, type RestDoor, testDoors } from '../../../support/worker/doors.ts'
import { CLOSED_TO_KEYS } from '../../../support/worker/facts/closed-to-keys.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { run } from '../../../support/worker/sessions.ts'
import {
  type Answer,
  type Client,
  KeyClient,
  makeCompany,
  signIn,
  type TestCompany,
} from '../../../support/worker/world.ts'

/** What keys open, for how long, and what none of them changes. */

const KEYS = '/api/api-keys'
const DAY_MS = 86_400_000
const every = (level: 'NONE' | 'READ' | 'WRITE'): KeyScopes => ({
  REQUESTS: level,
  VENDORS: level,
  PAYMENTS: level,
  PLANNING: level,
  DOCUMENTS: level,
  COMPANY: level,
})

let company: TestCompany
let admin: Client
let adminMail: string
beforeAll(async () => {
  company = await makeCompany([...COMPANY_FLAGS])
  const person = await company.addPerson({ flags: ['hasAdminAccess', 'hasPaymentsAccess'] })
  adminMail = person.email
  admin = await signIn(company, person)
})

const make = async (more: { scopes?: KeyScopes; days?: number } = {}) => {
  const { status, body } = await admin.post(KEYS, { name: `key-${newId().slice(-12)}`, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: body.id as string, expiresAt: body.expiresAt as string, client: new KeyClient(body.key) }
}

/** What a key may call at all: what members may. */
const doors = testDoors
  .filter(isRest)
  .filter(
    ({ endpoint, operation }) =>
      endpoint.path.startsWith('/api/') && !endpoint.raw && !/^(public|vendor)/.test(operation.access),
  )
const isChange = ({ operation }: RestDoor): boolean => operation.kind === 'command'
const call = (client: Client, door: RestDoor): Promise<Answer> =>
  door.call(client, Object.fromEntries(Object.keys(door.endpoint.params?.shape ?? {}).map((name) => [name, 'none'])))

/** Calls of a key are limited, so each some have another one. */
const told = async (scopes: KeyScopes, of: readonly RestDoor[]): Promise<Map<RestDoor, Answer>> => {
  const found = new Map<RestDoor, Answer>()
  for (let at = 0; at < of.length; at += 200) {
    const { id, client } = await make({ scopes })
    for (const door of of.slice(at, at + 200)) found.set(door, await call(client, door))
    await admin.call('DELETE', `${KEYS}/${id}`)
  }
  return found
}
const namesOf = (found: Map<RestDoor, Answer>, matches: (answer: Answer, door: RestDoor) => boolean): string[] =>
  [...found].filter(([door, answer]) => matches(answer, door)).map(([{ name, operation }]) => `${name} ${operation.id}`)

describe('what no key changes', () => {
  it('every change of people, rights, limits, approvers, sign-on and money is refused to a key of an admin', async () => {
    const closed = doors.filter(({ operation }) => CLOSED_TO_KEYS.includes(operation.id))
    expect(closed.length).toBeGreaterThan(80)
    const found = await told(every('WRITE'), closed)
    expect(namesOf(found, ({ status }) => status !== 403)).toEqual([])
  })

  it('whatever is called as people, groups, approvers or limits is either closed to keys or named here as open', () => {
    const words =
      /^(members|member-imports|approver-matrix|session|configuration|guarded-changes|api-keys|spend-rules)\.|delegate|rule-set|limit|approver|member|group|permission|merge-(department|business)|sign|login|impersonat|assignee/
    const open = doors
      .filter((door) => isChange(door) && !CLOSED_TO_KEYS.includes(door.operation.id))
      .map(({ operation }) => operation.id)
      .filter((id) => words.test(id))
    expect([...new Set(open)].toSorted()).toEqual([
      // Views of a list, a new group without anyone, a group's name, and who signs for a vendor.
      'members.delete-view',
      'members.save-filter',
      'organisation.create-group',
      'organisation.rename-group',
      'spend-requests.set-vendor-signer',
    ])
  })
})

describe('what a key opens', () => {
  it('a key that only reads changes nothing, at any address', async () => {
    const found = await told(every('READ'), doors.filter(isChange))
    expect(namesOf(found, ({ status }) => status !== 403)).toEqual([])
  })

  it.each([
    ['REQUESTS', ['/api/intake-submissions', '/api/spend-requests', '/api/purchase-orders']],
    ['VENDORS', ['/api/vendors', '/api/services', '/api/sourcing']],
    ['PAYMENTS', ['/api/payments/', '/api/bill']],
    ['PLANNING', ['/api/plans', '/api/transactions']],
    ['DOCUMENTS', ['/api/documents', '/api/threads']],
    ['COMPANY', ['/api/company-settings', '/api/groups', '/api/api-keys', '/api/members']],
  ] as const)('a key without %s gets nothing of it', async (area, paths) => {
    const own = doors.filter(
      ({ endpoint: { path }, operation }) =>
        paths.some((start) => path.startsWith(start)) &&
        !/thread|select-options|change-on-service/.test(operation.id + path),
    )
    expect(own.length).toBeGreaterThan(3)
    const found = await told({ ...every('WRITE'), [area]: 'NONE' }, own)
    expect(namesOf(found, ({ status }) => status !== 403)).toEqual([])
  })

  it('a key of one area opens it, and names the area that it lacks', async () => {
    const { client } = await make({ scopes: { ...every('NONE'), VENDORS: 'READ', PLANNING: 'WRITE' } })
    expect((await client.get('/api/vendors')).status).toBe(200)
    expect(await client.post('/api/vendors', { name: 'Acme' })).toMatchObject({
      status: 403,
      body: {
        reason: 'API_KEY',
        message: 'This API key can’t change what belongs to “Vendors, services and sourcing”.',
      },
    })
  })

  it('a key needs at least one area', async () => {
    const refused = await admin.post(KEYS, { name: 'nothing', scopes: every('NONE') })
    expect(refused).toMatchObject({ status: 400, body: { fields: { scopes: 'Choose at least one area' } } })
  })

  it('a key opens all areas unless it names some', async () => {
    const { id } = await make()
    const { body } = await admin.get(KEYS)
    expect(body.find((key: { id: string }) => key.id === id).scopes).toEqual(every('WRITE'))
    expect(KEY_AREAS).toHaveLength(6)
  })
})

describe('how long a key works', () => {
  it('a key works for 90 days, or as long as was chosen, and no longer', async () => {
    for (const [days, asked] of [
      [90, {}],
      [30, { days: 30 }],
    ] as const) {
      const { id, expiresAt, client } = await make(asked)
      expect(Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS)).toBe(days)
      expect((await client.get('/api/current-company')).status).toBe(200)
      await run('UPDATE api_keys SET expires_at = ? WHERE id = ?', Date.now() - 1, id)
      expect((await client.get('/api/current-company')).status).toBe(401)
    }
    expect((await admin.post(KEYS, { name: 'ever', days: 36_500 })).status).toBe(400)
  })

  it('all admins get one email two weeks before a key ends, and none for one that was revoked', async () => {
    const [ending, revoked] = [await make(), await make(), await make()]
    for (const { id } of [ending, revoked])
      await run('UPDATE api_keys SET expires_at = ? WHERE id = ?', Date.now() + 13 * DAY_MS, id)
    await admin.call('DELETE', `${KEYS}/${revoked.id}`)
    const { name } = (await admin.get(KEYS)).body.find((key: { id: string }) => key.id === ending.id)
    const ends = () => sentMails(adminMail).filter(({ subject }) => subject.endsWith('expires soon'))
    await vi.waitFor(
      async () => {
        await runTicks(env)
        expect(ends()).toHaveLength(1)
      },
      { timeout: 10_000, interval: 200 },
    )
    await runTicks(env)
    expect(ends().map(({ subject }) => subject)).toEqual([`The API key ${name} expires soon`])
  })
})
