import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { removeTemporaryDocuments } from '../../../../worker/features/documents/documents/remove-unused.ts'
import { type Category, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { create, receivedUpload } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** What people upload into a request before they send it. */

const DAY = 86_400_000

let company: TestCompany
let rita: Client
let ada: Client
let category: Category

beforeAll(async () => {
  company = await makeCompany()
  const approver = await company.addPerson()
  rita = await signIn(company, await company.addPerson())
  ada = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  category = await makeCategory(ada, { levels: [[rule('legal', { approverUserIds: [approver.userId] })]] })
})

const upload = async (): Promise<string> =>
  (await create(rita, { name: await receivedUpload(rita), isTemporary: true })).body.data.createDocument.id
/** A day passes, and the job runs. */
const aDayLater = async (ids: string[]) => {
  await run(
    'UPDATE documents SET temporary_since = temporary_since - ? WHERE id IN (SELECT value FROM json_each(?))',
    2 * DAY,
    JSON.stringify(ids),
  )
  await removeTemporaryDocuments(
    { db: new Database(env.DB, 'first-primary'), env, clock: systemClock },
    Date.now() - DAY,
  )
}
const living = async (ids: string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      'SELECT id FROM documents WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    )
  ).map(({ id }) => id)
const listed = async (path: string): Promise<string[]> =>
  (await ada.get(path)).body.edges.map(({ node }: { node: { id: string } }) => node.id)

describe('an upload of a draft', () => {
  it('an upload stays while the draft names it and is deleted with the draft', async () => {
    const [named, dropped] = [await upload(), await upload()]
    const draft = await save(rita, category.id, { title: 'Later', files: [named] }, { isDraft: true })
    await aDayLater([named, dropped])
    expect(await living([named, dropped])).toEqual([named])
    await aDayLater([named])
    expect(await living([named])).toEqual([named])
    expect((await rita.call('DELETE', `/api/intake-submission/${draft.body.id}`)).status).toBeLessThan(300)
    await aDayLater([named])
    expect(await living([named])).toEqual([])
  })

  it('an upload belongs to the request once it is submitted, however long that takes', async () => {
    const id = await upload()
    const draft = await save(rita, category.id, { title: 'Later', files: [id] }, { isDraft: true })
    const { id: requestId, version } = draft.body
    const sent = await save(rita, category.id, { title: 'Now', files: [id] }, { id: requestId, version })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    await aDayLater([id])
    expect(await living([id])).toEqual([id])
    expect(await listed('/api/documents?first=100')).toContain(id)
  })

  it('an upload is in no list of documents before that', async () => {
    const id = await upload()
    const kept = (await create(rita, { name: await receivedUpload(rita) })).body.data.createDocument.id
    const all = await listed('/api/documents?first=100')
    const loose = await listed('/api/documents?first=100&unassociated=true')
    expect([all.includes(kept), loose.includes(kept)]).toEqual([true, true])
    expect([all.includes(id), loose.includes(id)]).toEqual([false, false])
    expect((await rita.get(`/api/documents/${id}`)).status).toBe(200)
  })
})
