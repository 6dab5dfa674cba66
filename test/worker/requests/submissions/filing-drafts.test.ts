import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { rowCounts } from '../../../support/worker/contract.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { answersOf, type Category, makeCategory, rule, save, saveBody } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
let person: TestPerson
let client: Client
let category: Category

beforeAll(async () => {
  company = await makeCompany()
  const approver = await company.addPerson()
  person = await company.addPerson({ name: 'Rita Requester' })
  client = await signIn(company, person)
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  category = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [approver.userId] })]] })
})

const draft = async (answers: Record<string, unknown> = { title: 'Draft' }) =>
  (await save(client, category.id, answers, { isDraft: true })).body as { id: string; version: number }
const request = (id: string) => client.get(`/api/intake-submission/${id}`)
const valuesOf = async (id: string) => {
  const { body } = await client.get(`/api/intake-submission/${id}/answers`)
  return Object.fromEntries(body.answers.map((a: { questionId: string; value: unknown }) => [a.questionId, a.value]))
}

describe('a draft', () => {
  it('an incomplete draft is saved and can be continued', async () => {
    const first = await draft({ title: 'Half a title' })
    expect((await request(first.id)).body).toMatchObject({
      isDraft: true,
      version: 1,
      title: 'Half a title',
      canDelete: true,
    })
    const answers = { title: 'A whole title', kind: 'new', due: '2030-02-28', amount: { value: 100, currency: 'USD' } }
    const second = await save(client, category.id, answers, { id: first.id, version: 1, isDraft: true })
    expect(second.body).toEqual({ complete: true, id: first.id, version: 2, isDraft: true })
    expect(await valuesOf(first.id)).toMatchObject(answers)
    const listed = await client.get('/api/intake-submissions?drafts=true')
    expect(listed.body.edges.map((edge: { node: { id: string } }) => edge.node.id)).toContain(first.id)
  })

  it('a draft can lack required answers but not hold invalid ones', async () => {
    expect((await save(client, category.id, {}, { isDraft: true })).status).toBe(200)
    const wrong = await save(client, category.id, { due: '2030-02-30', kind: 'other' }, { isDraft: true })
    expect(fieldsOf(wrong)).toEqual({
      due: 'There is no February 30. February 2030 has 28 days',
      kind: 'Choose one of the options',
    })
  })

  it('a save from an outdated copy is refused, and the draft stays unchanged', async () => {
    const { id } = await draft()
    await save(client, category.id, { title: 'Mine' }, { id, version: 1, isDraft: true })
    const stale = await save(client, category.id, { title: 'From another tab' }, { id, version: 1, isDraft: true })
    expect(stale.status).toBe(409)
    expect(stale.body.reason).toBe('STALE_VERSION')
    for (const commandId of [undefined, newId()]) {
      const submitted = await save(client, category.id, { title: 'Submitted' }, { id, version: 1 }, commandId)
      expect({ status: submitted.status, reason: submitted.body.reason }).toEqual({
        status: 409,
        reason: 'STALE_VERSION',
      })
    }
    expect((await request(id)).body).toMatchObject({ title: 'Mine', isDraft: true, version: 2 })
  })

  it('two simultaneous saves lose nothing silently', async () => {
    const { id } = await draft()
    const answers = await Promise.all(
      ['A', 'B'].map((title) => save(client, category.id, { title }, { id, version: 1, isDraft: true })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  it('a submitted draft becomes the request, with its number and creation time', async () => {
    const { id, version } = await draft()
    const before = (await request(id)).body
    const submitted = await save(client, category.id, { title: 'Filed' }, { id, version })
    expect(submitted.body).toMatchObject({ id, isDraft: false })
    const after = (await request(id)).body
    expect(after).toMatchObject({ isDraft: false, number: before.number, createdAt: before.createdAt, title: 'Filed' })
    expect(after.submittedAt >= before.createdAt).toBe(true)
    const again = await save(client, category.id, { title: 'Draft again' }, { id, version, isDraft: true })
    expect(again.body).toMatchObject({ code: 'RULE_BROKEN', reason: 'ALREADY_SUBMITTED' })
  })

  it('a deleted draft is permanently deleted', async () => {
    const { id } = await draft()
    expect((await client.call('DELETE', `/api/intake-submission/${id}`)).status).toBe(204)
    expect((await request(id)).status).toBe(404)
    expect((await client.call('DELETE', `/api/intake-submission/${id}`)).status).toBe(404)
    expect((await save(client, category.id, { title: 'x' }, { id, version: 1, isDraft: true })).status).toBe(404)
  })
})

describe('saving in batches', () => {
  const transaction = () => `t-${newId()}`
  const batch = (
    transactionId: string | undefined,
    number: number,
    totalBatches: number,
    answers: Record<string, unknown>,
    more: Record<string, unknown> = {},
    commandId?: string,
  ) => {
    const body = saveBody(category.id, answers, more)
    return client.post('/api/intake-submission', { ...body, transactionId, batch: number, totalBatches }, commandId)
  }
  const waiting = { complete: false, id: null, version: null, isDraft: false }

  it('the save runs when the last batch arrives, in any order and with repeats', async () => {
    const t = transaction()
    expect((await batch(t, 3, 3, { due: '2030-01-01' })).body).toEqual(waiting)
    expect((await batch(t, 1, 3, { title: 'In parts' })).body).toEqual(waiting)
    expect((await batch(t, 1, 3, { title: 'In parts' })).body).toEqual(waiting)
    const { body } = await batch(t, 2, 3, { kind: 'new' })
    expect(body).toMatchObject({ complete: true, isDraft: false })
    expect(await valuesOf(body.id)).toMatchObject({ title: 'In parts', kind: 'new', due: '2030-01-01' })
    expect(await rows('SELECT batch FROM save_batches WHERE transaction_id = ?', t)).toEqual([{ batch: 1 }])
  })

  it('a batch that changes is refused, and the first one is kept', async () => {
    const t = transaction()
    await batch(t, 1, 2, { title: 'First' })
    const changed = await batch(t, 1, 2, { title: 'Second' })
    expect({ status: changed.status, reason: changed.body.reason }).toEqual({ status: 409, reason: 'BATCH_CHANGED' })
    const { body } = await batch(t, 2, 2, {})
    expect(await valuesOf(body.id)).toMatchObject({ title: 'First' })
  })

  it('a batch with another total is refused, and the save can still be finished', async () => {
    const t = transaction()
    await batch(t, 1, 2, { title: 'Counted' })
    expect(fieldsOf(await batch(t, 2, 5, {})).totalBatches).toMatch(/agree/)
    expect(fieldsOf(await batch(t, 3, 2, {})).batch).toMatch(/cannot be/)
    expect((await batch(t, 2, 2, { kind: 'new' })).body).toMatchObject({ complete: true })
  })

  it('a transaction id belongs to one person and one request', async () => {
    const t = transaction()
    await batch(t, 1, 2, { title: 'Mine' })
    const { id, version } = await draft()
    const mixed = await batch(t, 2, 2, {}, { id, version, isDraft: true })
    expect(fieldsOf(mixed).totalBatches).toBeDefined()
    const other = await signIn(company, await company.addPerson())
    const body = { ...saveBody(category.id, { title: 'Theirs' }), transactionId: t, batch: 2, totalBatches: 2 }
    expect((await other.post('/api/intake-submission', body)).body).toEqual(waiting)
  })

  it('sending the last batch twice saves once', async () => {
    const [t, commandId] = [transaction(), newId()]
    await batch(t, 1, 2, { title: 'Once' })
    const first = await batch(t, 2, 2, { kind: 'new' }, {}, commandId)
    const again = await batch(t, 2, 2, { kind: 'new' }, {}, commandId)
    expect(again.body).toEqual(first.body)
    expect(again.body.complete).toBe(true)
  })

  it('a refused save can be sent again without all its batches', async () => {
    const t = transaction()
    await batch(t, 1, 2, { title: 'Tried' })
    const refused = await batch(t, 2, 2, { due: 'soon' })
    expect(fieldsOf(refused).due).toBeDefined()
    const fixed = await batch(transaction(), 1, 1, { title: 'Tried', due: '2030-01-01' })
    expect(fixed.body.complete).toBe(true)
  })

  it('a save larger than one request may be gets a clear message', async () => {
    const before = await rowCounts()
    const answers = answersOf({ title: 'x', reason: 'y'.repeat(20_001) })
    const answer = await client.post('/api/intake-submission', {
      batch: 1,
      totalBatches: 1,
      submission: { intakeCategoryId: category.id, isDraft: false, answers },
    })
    expect(answer.status).toBe(400)
    const huge = await client.post('/api/intake-submission', { blob: 'z'.repeat(2 * 1024 * 1024 + 1) })
    expect(huge.body.message).toBe('The request is too large. Send it in batches.')
    expect(await rowCounts()).toEqual(before)
  })
})
