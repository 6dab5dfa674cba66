import { beforeAll, expect, it } from 'vitest'
import { costOf } from '../../../support/worker/contract.ts'
import { connect, entraUser, oktaUser, type Provider } from '../../../support/worker/provisioning/provider.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** What calls of a provider read in a company of ten thousand people. */

const PEOPLE = 10_000
const MOST_READ = 300

let company: TestCompany
let provider: Provider
const person = (number: number) => `s${company.id}-${number}`
beforeAll(async () => {
  company = await makeCompany()
  provider = await connect(await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] })))
  for (let from = 1; from <= PEOPLE; from += 1000) {
    const numbers = JSON.stringify(Array.from({ length: 1000 }, (_, at) => from + at))
    await run(
      `INSERT INTO users (id, email, first_name, last_name, created_at)
       SELECT 's' || ?1 || '-' || value, 's' || value || '@' || ?1 || '.example', 'S' || value, 'Scale', 1 FROM json_each(?2)`,
      ...[company.id, numbers],
    )
    await run(
      `INSERT INTO company_memberships (company_id, user_id, created_at)
       SELECT ?1, 's' || ?1 || '-' || value, value FROM json_each(?2)`,
      ...[company.id, numbers],
    )
  }
  await run(
    `UPDATE provisioned_people SET external_id = 'x' || user_id WHERE company_id = ? AND user_id LIKE 's%'`,
    company.id,
  )
}, 300_000)

it('no call reads more than 300 rows', async () => {
  const { body: group } = await provider.call('POST', '/Groups', { displayName: 'Everyone' })
  const members = Array.from({ length: 5 }, (_, at) => ({ value: person(at + 100) }))
  const address = `s77@${company.id}.example`
  const calls: Record<string, () => Promise<Answer>> = {
    create: () => provider.call('POST', '/Users', oktaUser('nia')),
    'create with a department': () => provider.call('POST', '/Users', entraUser('wes')),
    'find by name': () => provider.find(`userName eq "${address}"`),
    'find by address': () => provider.find(`emails.value eq "${address}"`),
    'find by external id': () => provider.find(`externalId eq "x${person(9000)}"`),
    'a page': () => provider.call('GET', '/Users?startIndex=9001&count=100'),
    'read one': () => provider.call('GET', `/Users/${person(5)}`),
    rename: () => provider.patch(`/Users/${person(6)}`, { op: 'replace', path: 'name.givenName', value: 'Sam' }),
    disable: () => provider.patch(`/Users/${person(7)}`, { op: 'replace', value: { active: false } }),
    'add several': () => provider.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: members }),
    'remove several': () => provider.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members', value: members }),
    'delete one': () => provider.call('DELETE', `/Users/${person(8)}`),
  }
  const costs: Record<string, number> = {}
  for (const [name, call] of Object.entries(calls)) {
    const answer = await call()
    expect([name, answer.status]).toEqual([name, expect.toSatisfy((status: number) => status < 300)])
    costs[name] = costOf(answer).rowsRead
  }
  const dear = Object.entries(costs).filter(([, read]) => read > MOST_READ)
  expect(dear, JSON.stringify(costs)).toEqual([])
  expect(costs['read one']).toBeGreaterThan(0)
})

it('a key that called too often is told when to go on, in the form of the RFC', async () => {
  const now = Math.floor(Date.now() / 60_000) * 60_000
  for (const start of [now, now + 60_000]) {
    await run(
      'UPDATE provisioning_keys SET window_start = ?, window_count = 1800 WHERE company_id = ?',
      start,
      company.id,
    )
    const answer = await provider.call('GET', '/Users?count=1')
    // The next minute may have begun between the two.
    if (answer.status === 200) continue
    expect(answer.status).toBe(429)
    const seconds = Number(answer.headers.get('Retry-After'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(answer.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '429' })
    return
  }
  expect(await rows('SELECT 1')).toEqual('one of both was refused')
})
