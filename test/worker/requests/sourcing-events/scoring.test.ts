import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeCategory, question, rule, step } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { mailTo, rows, run } from '../../../support/worker/sessions.ts'
import { bidOf, type EventScene, makeEventScene, pdfForm } from '../../../support/worker/sourcing-events.ts'
import { anonymous } from '../../../support/worker/world.ts'

let scene: EventScene

beforeEach(async () => {
  scene = await makeEventScene()
  await scene.submit(scene.first, bidOf(120_000))
  await scene.submit(scene.second, bidOf(90_000, { leadTimeDays: 30 }))
  await scene.open()
})

const points = (first: number, second: number) =>
  [
    [scene.first, first],
    [scene.second, second],
  ].flatMap(([bidder, score]) =>
    ['quality', 'service'].map((criterionId) => ({
      bidderId: (bidder as { id: string }).id,
      criterionId,
      score,
      note: '',
    })),
  )
const put = (client: EventScene['reviewer'], scores: object[], submit: boolean, version?: number) =>
  client.call('PUT', `${scene.path}/scores`, { body: { scores, submit, ...(version !== undefined && { version }) } })

describe('scorecards', () => {
  it('scorecards are hidden from everyone until they have submitted their own, and from managers until all have', async () => {
    expect((await put(scene.reviewer, points(9, 5), true)).status).toBe(200)
    const blind = await scene.otherReviewer.get(`${scene.path}/scores`)
    expect(blind.body).toMatchObject({ all: null, submitted: 1, reviewers: 2 })
    expect((await scene.otherReviewer.get(`${scene.path}/comparison`)).body.withScores).toBe(false)
    expect((await scene.admin.get(`${scene.path}/scores`)).body).toMatchObject({ all: null, mine: null })
    expect((await put(scene.otherReviewer, points(2, 3), true)).status).toBe(200)
    for (const client of [scene.reviewer, scene.otherReviewer, scene.admin])
      expect((await client.get(`${scene.path}/scores`)).body.all).toHaveLength(2)
  })

  it('a draft is kept and shown to no one else', async () => {
    await put(scene.reviewer, points(9, 5).slice(0, 1), false)
    expect((await scene.reviewer.get(`${scene.path}/scores`)).body.mine).toMatchObject({
      submittedAt: null,
      version: 1,
    })
    await put(scene.otherReviewer, points(2, 3), true)
    expect((await scene.otherReviewer.get(`${scene.path}/scores`)).body.all).toHaveLength(1)
    expect(await scene.audit('scores-submitted')).toHaveLength(1)
  })

  it('an incomplete one is not submitted, and says what is missing', async () => {
    const answer = await put(scene.reviewer, points(9, 5).slice(1), true)
    expect(answer.body.fields).toEqual({ [`${scene.first.id}.quality`]: 'Required' })
  })

  it('a late change is in the history with both', async () => {
    await put(scene.reviewer, points(9, 5), true)
    expect((await put(scene.reviewer, points(10, 5), true, 0)).status).toBe(409)
    expect((await put(scene.reviewer, points(10, 5), false, 1)).status).toBe(200)
    const [change] = await scene.audit('scores-changed')
    const data = JSON.parse(change?.change_data ?? '{}')
    expect(data.before.scores[0].score).not.toBe(data.after.scores[0].score)
    expect((await scene.reviewer.get(`${scene.path}/scores`)).body.mine.submittedAt).not.toBeNull()
  })

  it('only reviewers score, and only bids of the event', async () => {
    expect((await put(scene.admin, points(1, 1), true)).status).toBe(403)
    expect((await put(scene.stranger, points(1, 1), true)).status).toBe(404)
    const [known] = points(1, 1)
    const strange = [
      { ...known, bidderId: 'nobody' },
      { ...known, criterionId: 'nothing' },
    ]
    for (const one of strange) {
      const { status, body } = await put(scene.reviewer, [one], false)
      expect([status, Object.keys(body.fields)]).toEqual([400, ['scores']])
    }
  })

  it('a reviewer who has submitted stays one', async () => {
    await put(scene.reviewer, points(9, 5), true)
    const answer = await scene.admin.call('PATCH', scene.path, { body: { reviewerIds: [scene.rob.userId] } })
    expect(Object.keys(answer.body.fields)).toEqual(['reviewerIds'])
  })
})

describe('the comparison', () => {
  it('marks the best price, lead time and score', async () => {
    await put(scene.reviewer, points(9, 5), true)
    await put(scene.otherReviewer, points(8, 6), true)
    const { body } = await scene.reviewer.get(`${scene.path}/comparison`)
    const best = Object.fromEntries(
      body.rows.map((row: { key: string; cells: { bidderId: string; isBest: boolean }[] }) => [
        row.key,
        row.cells.filter(({ isBest }) => isBest).map(({ bidderId }) => bidderId),
      ]),
    )
    expect(best).toMatchObject({ price: [scene.second.id], 'lead-time': [scene.first.id], score: [scene.first.id] })
    expect(body.points).toEqual([
      { bidderId: scene.first.id, price: { value: 120_000, currency: 'USD' }, score: 8.5 },
      { bidderId: scene.second.id, price: { value: 90_000, currency: 'USD' }, score: 5.5 },
    ])
  })
})

const FORM = [
  step('what', [
    question('title', 'REQUEST_TITLE', { isRequired: true }),
    question('vendor', 'VENDOR_SELECT', { isRequired: true }),
    question('amount', 'REQUEST_AMOUNT', { isRequired: true }),
    question('papers', 'DOCUMENTS', { isMulti: true }),
  ]),
]

/** Jobs that are due, and those that wait for the call itself. */
const settleJobs = async () => {
  await run("UPDATE outbox SET available_at = 1 WHERE topic = 'sourcing-event.draft' AND done_at IS NULL")
  await runTicks(env)
}

describe('an award', () => {
  const award = (more: object = {}) =>
    scene.admin.post(`${scene.path}/award`, {
      ...{ bidderId: scene.second.id, reason: 'Cheapest', intakeCategoryId: null },
      ...{ winnerText: 'Congratulations', refusalText: 'Thank you for your time' },
      ...more,
    })

  it('tells the winner, declines the others, and ends scoring', async () => {
    expect((await award()).status).toBe(200)
    const won = await mailTo(scene.second.email, 3)
    expect(won.text).toContain('Congratulations')
    const lost = await mailTo(scene.first.email, 3)
    expect(lost.text).toContain('Thank you for your time')
    expect(lost.text).not.toContain('Bolt')
    expect((await anonymous.get(scene.second.path)).body.outcome).toBe('WON')
    expect((await anonymous.get(scene.first.path)).body.outcome).toBe('LOST')
    expect((await put(scene.reviewer, points(1, 1), true)).body.reason).toBe('EVENT_AWARDED')
    expect((await award()).status).toBe(422)
    expect(await scene.audit('awarded')).toHaveLength(1)
  })

  it('drafts a request with the bid: title, vendor, amount and documents', async () => {
    scene = await makeEventScene()
    const { body: file } = await anonymous.call('POST', `${scene.second.path}/files`, { body: pdfForm('offer.pdf') })
    await scene.submit(scene.second, bidOf(90_000, { fileIds: [file.id] }))
    await scene.open()
    const vendorId = await scene.company.add('vendors', 'Bolt Inc')
    const linked = await scene.admin.call('PUT', `${scene.path}/bidders/${scene.second.id}/vendor`, {
      body: { vendorId },
    })
    expect(linked.status).toBe(200)
    const category = await makeCategory(scene.admin, {
      form: FORM,
      levels: [[rule('ok', { approverUserIds: [scene.owner.userId] })]],
    })
    const answer = await award({ intakeCategoryId: category.id })
    expect(answer.status).toBe(200)
    const { requestId } = answer.body
    const [draft] = await rows<{ title: string; draft_answers: string; vendor_id: string; is_draft: number }>(
      'SELECT title, draft_answers, vendor_id, is_draft FROM intake_submissions WHERE id = ?',
      requestId,
    )
    expect(draft).toMatchObject({ title: 'Machined parts', vendor_id: vendorId, is_draft: 1 })
    const answers = JSON.parse(draft?.draft_answers ?? '{}')
    expect(answers).toMatchObject({
      title: 'Machined parts',
      vendor: vendorId,
      amount: { value: 90_000, currency: 'USD' },
    })
    const [document] = await rows<{ display_name: string }>(
      'SELECT display_name FROM documents WHERE id = ?',
      answers.papers[0],
    )
    expect(document?.display_name).toBe('offer.pdf')
  })

  const withCategory = async () => {
    const levels = [[rule('ok', { approverUserIds: [scene.owner.userId] })]]
    return (await makeCategory(scene.admin, { form: FORM, levels })).id as string
  }
  const draftsOf = async () =>
    rows<{ id: string; amount: number }>(
      `SELECT id, draft_answers ->> '$.amount.value' AS amount FROM intake_submissions WHERE is_draft = 1
          AND company_id = (SELECT company_id FROM sourcing_events WHERE id = ?)`,
      scene.path.split('/').at(-1) ?? '',
    )

  it('only the award that is kept of two at once drafts a request', async () => {
    const intakeCategoryId = await withCategory()
    const [first, second] = await Promise.all(
      [scene.first, scene.second].map(({ id }) => award({ bidderId: id, intakeCategoryId })),
    )
    const kept = [first, second].filter((answer) => answer?.status === 200)
    expect(kept).toHaveLength(1)
    await settleJobs()
    expect((await draftsOf()).map(({ id }) => id)).toEqual([kept[0]?.body.requestId])
  })

  it('a call that ends right after the award was written leaves its draft to a job', async () => {
    const intakeCategoryId = await withCategory()
    await run(
      `CREATE TRIGGER no_drafts BEFORE INSERT ON intake_submissions WHEN NEW.is_draft = 1
       BEGIN SELECT RAISE(ABORT, 'broken off'); END`,
    )
    const answer = await award({ intakeCategoryId }).finally(() => run('DROP TRIGGER no_drafts'))
    expect(answer.status).toBe(200)
    expect((await scene.admin.get(scene.path)).body.award.requestId).toBe(answer.body.requestId)
    await settleJobs()
    expect(await draftsOf()).toMatchObject([{ id: answer.body.requestId, amount: 90_000 }])
    await settleJobs()
    expect(await draftsOf()).toHaveLength(1)
  })

  it('an unknown bid or category is refused beside its field, and nothing is awarded', async () => {
    expect(Object.keys((await award({ bidderId: 'nobody' })).body.fields)).toEqual(['bidderId'])
    expect(Object.keys((await award({ intakeCategoryId: 'nothing' })).body.fields)).toEqual(['intakeCategoryId'])
    expect((await scene.admin.get(scene.path)).body.status).toBe('OPENED')
  })
})
