import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { rows } from '../../../support/worker/sessions.ts'
import {
  type FormAddress,
  formBody,
  makeSourcingCategory,
  switchOnSourcing,
  visitSince,
} from '../../../support/worker/sourcing.ts'
import { Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Public forms that are sent in batches: those of one sender and form belong together, in any order, and count once. */

const stranger = new Client(null)
let company: TestCompany
let form: FormAddress

beforeAll(async () => {
  company = await makeCompany()
  await switchOnSourcing(company)
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const reviewer = await company.addPerson({ name: 'Rob Reviewer' })
  form = { companyId: company.id, intakeCategoryId: await makeSourcingCategory(admin, reviewer.userId) }
})

/** How a sender is known: by the visit of an opened form, or by the address alone. */
const SENDERS = {
  'with a visit': async () => ({ visit: await visitSince(env.OUTLAY_SIGNING_KEY, form.intakeCategoryId) }),
  'without a visit': async () => ({ visit: undefined }),
}

describe.each(Object.keys(SENDERS) as (keyof typeof SENDERS)[])('%s', (sender) => {
  const begin = async (more: Record<string, unknown> = {}) => {
    const [{ visit }, word] = [await SENDERS[sender](), newId()]
    const email = `${word}@stranger.test`
    const part = (batch: number, answers: Record<string, unknown>, of = word) =>
      stranger.post(
        '/public-api/intake-submission',
        formBody(form, '', answers, { ...more, visit, email, batch, totalBatches: 2 }),
        `${of}-${batch}`,
      )
    const filed = () =>
      rows<{ title: string; answers: string }>(
        `SELECT s.title, (SELECT json_group_array(a.question_id) FROM intake_answers a WHERE a.submission_id = s.id
                ORDER BY a.question_id) AS answers
           FROM intake_submissions s WHERE s.company_id = ? AND s.title = ?`,
        ...[company.id, word],
      )
    return { part, filed, word }
  }

  it.each([
    [1, 2],
    [2, 1],
  ])('batch %d and then %d are one request with the answers of both', async (first, last) => {
    const { part, filed, word } = await begin()
    const answers: Record<number, Record<string, unknown>> = { 1: { title: word }, 2: { size: 'small' } }
    expect(await part(first, answers[first] ?? {})).toMatchObject({ status: 200, body: { complete: false } })
    expect(await filed()).toEqual([])
    expect(await part(last, answers[last] ?? {})).toMatchObject({ status: 200, body: { complete: true } })
    const [request, ...others] = await filed()
    expect(others).toEqual([])
    expect(JSON.parse(request?.answers ?? '[]').sort()).toEqual(['size', 'title'])
  })

  it('the same transaction id again answers the first result and files nothing', async () => {
    const { part, filed, word } = await begin({ transactionId: newId() })
    await part(1, { title: word })
    expect((await part(2, { size: 'small' })).body).toEqual({ complete: true })
    expect(await part(2, { size: 'small' }, newId())).toMatchObject({ status: 200, body: { complete: true } })
    expect(await part(1, { title: word }, newId())).toMatchObject({ status: 200, body: { complete: true } })
    expect(await filed()).toHaveLength(1)
  })

  it('the rest of an earlier save never joins another one, which is told', async () => {
    const { part, filed, word } = await begin()
    expect((await part(1, { title: 'Left behind' })).status).toBe(200)
    const refused = await part(1, { title: word }, newId())
    expect(refused).toMatchObject({ status: 400, body: { reason: 'SAVE_UNFINISHED' } })
    await part(1, { title: word }, newId())
    expect((await part(2, { size: 'small' }, newId())).body).toEqual({ complete: true })
    expect(await filed()).toHaveLength(1)
    expect(
      await rows("SELECT 1 FROM intake_submissions WHERE company_id = ? AND title = 'Left behind'", company.id),
    ).toEqual([])
  })
})
