import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { type Category, makeCategory, rule, saveBody } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Whose batches belong together, and how often a call counts. */

let company: TestCompany
let requester: TestPerson
let client: Client
let category: Category

beforeAll(async () => {
  company = await makeCompany()
  requester = await company.addPerson({ name: 'Rita Requester' })
  client = await signIn(company, requester)
  const admin = await company.addPerson({ flags: ['hasAdminAccess'] })
  category = await makeCategory(await signIn(company, admin), {
    levels: [[rule('legal', { approverUserIds: [admin.userId] })]],
  })
})

const requestsWith = (word: string) =>
  rows<{ title: string }>(
    `SELECT title FROM intake_submissions WHERE company_id = ? AND title LIKE '%' || ?`,
    ...[company.id, word],
  )

describe('batches of a request', () => {
  const part = (as: Client, batch: number, answers: Record<string, unknown>, commandId?: string) =>
    as.post('/api/intake-submission', { ...saveBody(category.id, answers), batch, totalBatches: 2 }, commandId)

  it('a call that is repeated after the save was carried out begins no other one', async () => {
    const [word, first, last] = [newId(), newId(), newId()]
    await part(client, 1, { title: `Once ${word}` }, first)
    expect((await part(client, 2, { kind: 'new' }, last)).body.complete).toBe(true)
    const again = await part(client, 1, { title: `Once ${word}` }, first)
    expect(again).toMatchObject({ status: 200, body: { complete: false } })
    expect((await part(client, 2, { kind: 'new' })).body.complete).toBe(false)
    expect(await requestsWith(word)).toHaveLength(1)
    await run("DELETE FROM save_batches WHERE company_id = ? AND transaction_id LIKE 'unnamed-%'", company.id)
  })

  it('never joins those of someone who acts as the same person', async () => {
    const word = newId()
    const helper = await company.addPerson({ flags: ['hasAdminAccess'] })
    const acting = await signIn(company, requester, helper.userId, 'On leave')
    expect((await part(client, 1, { title: `Hers ${word}` })).body.complete).toBe(false)
    expect((await part(acting, 2, { kind: 'new' })).body.complete).toBe(false)
    expect((await part(acting, 1, { title: `For her ${word}` })).body.complete).toBe(true)
    expect((await part(client, 2, { kind: 'new' })).body.complete).toBe(true)
    expect((await requestsWith(word)).map(({ title }) => title).sort()).toEqual([`For her ${word}`, `Hers ${word}`])
  })
})
