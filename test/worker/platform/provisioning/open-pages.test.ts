import { exports } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { file, makeCategory } from '../../../support/worker/intake.ts'
import { connect, type Provider } from '../../../support/worker/provisioning/provider.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, ORIGIN, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Whom the provider disables is out of the pages that they have open, too. */

let company: TestCompany
let admin: Client
let provider: Provider
let requestId: string
beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  provider = await connect(admin)
  const category = await makeCategory(admin, { levels: [] })
  requestId = await file(admin, category.id, { title: 'A laptop' })
})

/** The page of the request, as a browser opens it. */
const open = async (client: Client) => {
  const response = await exports.default.fetch(`${ORIGIN}/api/intake-submission/${requestId}/live`, {
    headers: { Upgrade: 'websocket', Cookie: client.cookie ?? '', Origin: ORIGIN },
  })
  expect(response.status).toBe(101)
  const socket = response.webSocket
  if (!socket) throw new Error('No socket')
  const seen: { closed: number | null } = { closed: null }
  socket.addEventListener('close', ({ code }) => {
    seen.closed = code
  })
  socket.accept()
  return { socket, seen }
}

/** The objects look by themselves every 30 seconds. */
const WITHIN = { timeout: 1000, interval: 20 }

it('a page that is open closes within a second, and those of others stay', async () => {
  const person = await company.addPerson({ flags: ['hasSuperViewerAccess'] })
  const theirs = await signIn(company, person)
  const [page, again, other] = [await open(theirs), await open(theirs), await open(admin)]
  const { status } = await provider.patch(`/Users/${person.userId}`, { op: 'Replace', path: 'active', value: 'False' })
  expect(status).toBe(200)
  await expect.poll(() => [page.seen.closed, again.seen.closed], WITHIN).toEqual([4401, 4401])
  expect(other.seen.closed).toBeNull()
  other.socket.close(1000)
})

it('so does one in which they view as someone else, by whichever door they are disabled', async () => {
  const boss = await company.addPerson({ flags: ['hasAdminAccess'] })
  const viewed = await company.addPerson({ flags: ['hasSuperViewerAccess'] })
  const page = await open(await signIn(company, viewed, boss.userId))
  expect((await admin.post(`/api/members/${boss.userId}/enabled`, { enabled: false })).status).toBe(200)
  await expect.poll(() => page.seen.closed, WITHIN).toBe(4401)
  expect(await rows('SELECT 1 FROM sessions WHERE impersonator_user_id = ?', boss.userId)).toEqual([])
})

it('a session knows the newest pages that it opened, each once', async () => {
  const person = await company.addPerson({ flags: ['hasSuperViewerAccess'] })
  const client = await signIn(company, person)
  for (let i = 0; i < 2; i += 1) (await open(client)).socket.close(1000)
  expect(await rows('SELECT watching FROM sessions WHERE user_id = ?', person.userId)).toEqual([
    { watching: JSON.stringify([['intake', requestId]]) },
  ])
})
