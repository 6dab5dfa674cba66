import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { costOf } from '../../../support/worker/contract.ts'
import { type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file, saveBody } from '../../../support/worker/intake.ts'
import { type Client, signIn, type TestPerson } from '../../../support/worker/world.ts'

/** A read assumes that a person is who they were at their last request, and reads the session at the same time. */

const LIST = '/api/intake-submissions'
const SAVE = '/api/intake-submission'

let scene: FilingScene

const set = (columns: string, { userId }: TestPerson) =>
  env.DB.prepare(`UPDATE company_memberships SET ${columns} WHERE company_id = ? AND user_id = ?`)
    .bind(scene.company.id, userId)
    .run()

/** Someone the Worker has seen before. */
const known = async (flags: 'hasAdminAccess'[] = []): Promise<{ person: TestPerson; client: Client }> => {
  const person = await scene.company.addPerson({ flags })
  const client = await signIn(scene.company, person)
  expect((await client.get(LIST)).status).toBe(200)
  return { person, client }
}

const numbers = ({ body }: { body: { edges: { node: { id: string } }[] } }) => body.edges.map(({ node }) => node.id)
const filed = async (title: string): Promise<number> => {
  const row = await env.DB.prepare('SELECT count(*) AS n FROM intake_submissions WHERE company_id = ? AND title = ?')
    .bind(scene.company.id, title)
    .first<{ n: number }>()
  return row?.n ?? 0
}
const body = (title: string, more = {}) => saveBody(scene.category.id, { title }, more)

let theirs: string

beforeAll(async () => {
  scene = await makeFilingScene()
  theirs = await file(scene.requester, scene.category.id, { title: 'Of somebody else' })
})

describe('reading a page for someone the Worker has seen before', () => {
  it('the page costs one round trip and is the same as the first time', async () => {
    const client = await signIn(scene.company, scene.people.requester)
    const first = await client.get(LIST)
    const second = await client.get(LIST)
    expect(costOf(first).trips).toBe(2)
    expect(costOf(second)).toMatchObject({ trips: 1, written: 0 })
    expect(numbers(second)).toEqual(numbers(first))
    expect(numbers(second)).toContain(theirs)
  })

  it('a disabled person is refused at once, and let in again once enabled', async () => {
    const { person, client } = await known()
    await set('disabled_at = 1', person)
    expect(await client.get(LIST)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    await set('disabled_at = NULL', person)
    expect((await client.get(LIST)).status).toBe(200)
  })

  it('an ended session is refused at once', async () => {
    const { person, client } = await known()
    await env.DB.prepare('DELETE FROM sessions WHERE user_id = ?').bind(person.userId).run()
    expect((await client.get(LIST)).status).toBe(401)
  })

  it('a change of access applies at once, in both directions', async () => {
    const { person, client } = await known()
    expect(numbers(await client.get(LIST))).toEqual([])
    expect((await client.get(`${SAVE}/${theirs}`)).status).toBe(404)
    await set('has_admin_access = 1', person)
    expect((await client.get(`${SAVE}/${theirs}`)).status).toBe(200)
    expect(numbers(await client.get(LIST))).toContain(theirs)
    await set('has_admin_access = 0', person)
    expect((await client.get(`${SAVE}/${theirs}`)).status).toBe(404)
    expect(numbers(await client.get(LIST))).toEqual([])
  })

  it('access is also right when only the session is read, after someone becomes an admin or stops being one', async () => {
    const { person, client } = await known()
    const settings = '/api/intake-categories/for-settings'
    const before = await client.get(settings)
    await set('has_admin_access = 1', person)
    const admin = await client.get(settings)
    await set('has_admin_access = 0', person)
    const after = await client.get(settings)
    expect([before.status, admin.status, after.status]).toEqual([403, 200, 403])
  })

  it('the page fails while the session can’t be read', async () => {
    const { client } = await known()
    await env.DB.prepare('ALTER TABLE sessions RENAME TO sessions_away').run()
    const answer = await client.get(LIST)
    await env.DB.prepare('ALTER TABLE sessions_away RENAME TO sessions').run()
    expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
    expect((await client.get(LIST)).status).toBe(200)
  })

  it('an invalid request says what is wrong with it, but only to people who are still signed in', async () => {
    const { person, client } = await known()
    expect((await client.get(`${LIST}?first=1000`)).status).toBe(400)
    await set('disabled_at = 1', person)
    expect((await client.get(`${LIST}?first=1000`)).status).toBe(401)
  })
})

const PAGE = 'query { intakeSubmissions(first: 20) { edges { node { id } } } }'
const TWO_PAGES = `query {
  a: intakeSubmissions(first: 20) { edges { node { id } } }
  b: departments { id }
  c: intakeSubmissions(first: 20) { edges { node { id } } }
}`
interface Pages {
  data: Record<string, { edges: { node: { id: string } }[] }>
}
const ask = (client: Client, query: string) => client.post('/graphql', { query })
const idsIn = ({ body: answer }: { body: unknown }, field = 'intakeSubmissions') =>
  (answer as Pages).data[field]?.edges.map(({ node }) => node.id)

describe('reading by GraphQL for someone the Worker has seen before', () => {
  it('the page costs one round trip and is the same as the first time', async () => {
    const client = await signIn(scene.company, scene.people.requester)
    const first = await ask(client, PAGE)
    const second = await ask(client, PAGE)
    expect(costOf(first).trips).toBe(2)
    expect(costOf(second)).toMatchObject({ trips: 1, written: 0 })
    expect(idsIn(second)).toEqual(idsIn(first))
    expect(idsIn(second)).toContain(theirs)
  })

  it('a disabled person and one who signed out are refused at once, whatever they ask', async () => {
    for (const query of [PAGE, TWO_PAGES, 'query { __typename }', 'query { nothing }']) {
      const { person, client } = await known()
      await set('disabled_at = 1', person)
      expect(await ask(client, query)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
      const other = await known()
      await env.DB.prepare('DELETE FROM sessions WHERE user_id = ?').bind(other.person.userId).run()
      expect((await ask(other.client, query)).status).toBe(401)
    }
  })

  it('a change of access applies at once to every field, in both directions', async () => {
    const { person, client } = await known()
    const seen = async () => {
      const answer = await ask(client, TWO_PAGES)
      return [idsIn(answer, 'a')?.includes(theirs), idsIn(answer, 'c')?.includes(theirs)]
    }
    expect(await seen()).toEqual([false, false])
    await set('has_admin_access = 1', person)
    expect(await seen()).toEqual([true, true])
    await set('has_admin_access = 0', person)
    expect(await seen()).toEqual([false, false])
  })

  it('a change follows the access they have now', async () => {
    const { person, client } = await known(['hasAdminAccess'])
    await set('has_admin_access = 0', person)
    const mutation = 'mutation { createDepartment(name: "By a former admin") { id } }'
    const answer = await ask(client, mutation)
    expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    await set('has_admin_access = 1', person)
    expect(await ask(client, mutation)).toMatchObject({ status: 200, body: { data: { createDepartment: {} } } })
  })
})

describe('filing a request for someone the Worker has seen before', () => {
  it('the request is filed in their name, once for each command', async () => {
    const { client } = await known()
    const first = await client.post(SAVE, body('Once'), 'guess-once')
    const again = await client.post(SAVE, body('Once'), 'guess-once')
    expect(first.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await filed('Once')).toBe(1)
    expect(await client.post(SAVE, body('Twice'), 'guess-once')).toMatchObject({ status: 409 })
    expect(await filed('Twice')).toBe(0)
  })

  it('the request isn’t filed if they are disabled or may no longer file for others', async () => {
    const { person, client } = await known()
    await set('disabled_at = 1', person)
    expect((await client.post(SAVE, body('By nobody'))).status).toBe(401)
    const filer = await signIn(scene.company, scene.people.filer)
    await filer.get(LIST)
    await set('submits_spend_requests_for_others = 0', scene.people.filer)
    const forOther = body('For another', { requestorUserId: scene.people.requester.userId })
    expect((await filer.post(SAVE, forOther)).status).toBe(403)
    expect(await filed('By nobody')).toBe(0)
    expect(await filed('For another')).toBe(0)
  })
})
