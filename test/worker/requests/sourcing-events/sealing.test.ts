import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { keepSealKeys } from '../../../../worker/features/requests/sourcing-events/open.ts'
import { sealOf } from '../../../../worker/objects/sourcing-seal/client.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  bidOf,
  type EventScene,
  inHours,
  jobContext,
  linkIn,
  makeEventScene,
  openByJob,
  pdfForm,
  setClock,
} from '../../../support/worker/sourcing-events.ts'
import { anonymous } from '../../../support/worker/world.ts'

let scene: EventScene
beforeEach(async () => {
  scene = await makeEventScene()
})

const SECRET = 'our-secret-remark'

/** Every text of every row that has to do with sourcing. */
const everythingStored = async (companyId: string): Promise<string> => {
  const tables = ['events', 'bidders', 'bid_files', 'questions', 'scorecards', 'event_people'].map(
    (name) => `sourcing_${name}`,
  )
  const found = await Promise.all(
    [...tables, 'audit_log', 'outbox'].map((table) => rows(`SELECT * FROM ${table} WHERE company_id = ?`, companyId)),
  )
  return JSON.stringify(found)
}

describe('before the deadline', () => {
  it('no one at the company reads a bid, and each attempt is in the audit log', async () => {
    await scene.submit(scene.first, bidOf(120_000, { remark: SECRET }))
    for (const client of [scene.admin, scene.reviewer]) {
      for (const part of ['bids', 'comparison', 'scores']) {
        const answer = await client.get(`${scene.path}/${part}`)
        expect(answer.status).toBe(422)
        expect(answer.body.reason).toBe('SEALED')
        expect(JSON.stringify(answer.body)).not.toContain(SECRET)
      }
    }
    const attempts = await scene.audit('early-read-refused')
    // Once a minute for each person, unless the minute ended in between.
    expect(new Set(attempts.map(({ actor_user_id }) => actor_user_id))).toEqual(
      new Set([scene.owner.userId, scene.rita.userId]),
    )
    expect(attempts[0]?.message).toContain('Tried to read the bids of Machined parts before the deadline')
  })

  it('the page shows who has submitted, and nothing of what', async () => {
    await scene.submit(scene.first, bidOf(120_000, { remark: SECRET }))
    const { body } = await scene.admin.get(scene.path)
    expect(body.bidders.map(({ status }: { status: string }) => status)).toEqual(['SUBMITTED', 'INVITED'])
    expect(JSON.stringify(body)).not.toContain(SECRET)
    expect(JSON.stringify(body)).not.toContain('120000')
  })

  it('the database and the file storage have ciphertext only', async () => {
    const { body: file } = await anonymous.call('POST', `${scene.first.path}/files`, {
      body: pdfForm('secret-name.pdf', `%PDF-1.7 ${SECRET}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n`),
    })
    const bid = bidOf(987_654, { remark: SECRET, fileIds: [file.id] })
    await anonymous.call('PUT', `${scene.first.path}/draft`, { body: bid })
    await scene.submit(scene.first, bid)
    const stored = await everythingStored(scene.company.id)
    for (const text of [SECRET, 'secret-name', '987654', btoa(SECRET)]) expect(stored).not.toContain(text)
    const [row] = await rows<{ storage_key: string }>(
      'SELECT storage_key FROM sourcing_bid_files WHERE company_id = ?',
      scene.company.id,
    )
    const object = await env.DOCUMENTS.get(row?.storage_key ?? '')
    expect(await object?.text()).not.toContain(SECRET)
  })

  it('an earlier deadline in the database opens nothing', async () => {
    await scene.submit(scene.first, bidOf(120_000))
    await run('UPDATE sourcing_events SET deadline = 1 WHERE id = ?', scene.eventId)
    await openByJob(scene.company.id, 0)
    expect((await scene.admin.get(scene.path)).body.status).toBe('OPEN')
    expect((await scene.admin.get(`${scene.path}/bids`)).body.reason).toBe('SEALED')
    // The event gets its deadline back, so that it can't keep others from being opened.
    expect(Date.parse((await scene.admin.get(scene.path)).body.deadline)).toBeGreaterThan(Date.now())
    expect(await scene.audit('deadline-restored')).toHaveLength(1)
  })

  it('calling the object directly is refused too', async () => {
    await scene.submit(scene.first, bidOf(120_000))
    const [row] = await rows<{ sealed_bid: string }>(
      'SELECT sealed_bid FROM sourcing_bidders WHERE id = ?',
      scene.first.id,
    )
    const seal = sealOf(env, scene.company.id, scene.eventId)
    const parts = [{ bidderId: scene.first.id, part: 'bid' as const, sealed: row?.sealed_bid ?? '' }]
    expect(await seal.open(null, parts)).toEqual({ refused: 'STILL_SEALED' })
    expect(await seal.readOwn(scene.first.id, 'guessed', parts)).toEqual({ refused: 'NOT_ADMITTED' })
    expect(await seal.readOwn(scene.second.id, 'guessed', parts)).toEqual({ refused: 'NOT_ADMITTED' })
  })

  it('the deadline moves later only, and all bidders are told', async () => {
    const earlier = await scene.admin.post(`${scene.path}/deadline`, { deadline: inHours(0.5), reason: 'Sooner' })
    expect(earlier.body.fields).toEqual({ deadline: 'The deadline can only move to a later time' })
    const later = await scene.admin.post(`${scene.path}/deadline`, { deadline: inHours(5), reason: 'Holidays' })
    expect(later.status).toBe(200)
    expect(await scene.audit('postponed')).toHaveLength(1)
    // Neither the object nor the job opens it at the first deadline.
    await scene.open(2)
    expect((await scene.admin.get(scene.path)).body.status).toBe('OPEN')
    await scene.open(6)
    expect((await scene.admin.get(scene.path)).body.status).toBe('OPENED')
  })
})

describe('a bidder', () => {
  it('a bidder reads, replaces and withdraws their own bid, and sees nothing of the others', async () => {
    await scene.submit(scene.first, bidOf(120_000, { remark: SECRET }))
    const own = await anonymous.get(scene.first.path)
    expect(own.body.bid.remark).toBe(SECRET)
    const other = await anonymous.get(scene.second.path)
    expect(other.body.bid).toBeNull()
    expect(JSON.stringify(other.body)).not.toContain('Acme')
    await scene.submit(scene.first, bidOf(110_000))
    expect((await anonymous.get(scene.first.path)).body.bid.price.value).toBe(110_000)
    expect((await anonymous.post(`${scene.first.path}/withdraw`)).status).toBe(200)
    const after = await anonymous.get(scene.first.path)
    expect(after.body).toMatchObject({ hasDraft: true, bidder: { status: 'WITHDRAWN', submittedAt: null } })
    await scene.open()
    expect((await scene.admin.get(`${scene.path}/bids`)).body.bids).toEqual([])
  })

  it('an incomplete bid can be kept as a draft and not submitted', async () => {
    const answer = await anonymous.post(`${scene.first.path}/submit`, { ...bidOf(1), price: null, answers: [] })
    expect(answer.body.fields).toEqual({ price: 'Required', what: 'Required' })
    const draft = await anonymous.call('PUT', `${scene.first.path}/draft`, {
      body: { ...bidOf(1), price: null, answers: [] },
    })
    expect(draft.status).toBe(200)
  })

  it('a stale version is refused, and a file of another bidder is unknown', async () => {
    await scene.submit(scene.first, bidOf(120_000))
    const stale = await anonymous.post(`${scene.first.path}/submit`, { ...bidOf(1), version: 0 })
    expect(stale.status).toBe(409)
    const { body: file } = await anonymous.call('POST', `${scene.first.path}/files`, { body: pdfForm() })
    expect((await anonymous.get(`${scene.first.path}/files/${file.id}`)).status).toBe(200)
    expect((await anonymous.get(`${scene.second.path}/files/${file.id}`)).status).toBe(404)
    const borrowed = await anonymous.post(`${scene.second.path}/submit`, bidOf(1, { fileIds: [file.id] }))
    expect(Object.keys(borrowed.body.fields)).toEqual(['fileIds'])
  })

  it('no bid is taken after the deadline, even if the database says otherwise', async () => {
    await setClock(scene.company.id, scene.eventId, Date.now() + 2 * 3_600_000)
    const answer = await anonymous.post(`${scene.first.path}/submit`, bidOf(1))
    expect(answer.body.reason).toBe('DEADLINE_PASSED')
    const [row] = await rows('SELECT sealed_bid FROM sourcing_bidders WHERE id = ?', scene.first.id)
    expect(row).toEqual({ sealed_bid: null })
  })

  it('a revoked link is gone, its bid doesn’t count, and a new link ends the one before', async () => {
    await scene.submit(scene.first, bidOf(120_000))
    await scene.submit(scene.second, bidOf(90_000))
    expect((await scene.admin.call('DELETE', `${scene.path}/bidders/${scene.first.id}`)).status).toBe(204)
    for (const path of ['', '/files/x']) expect((await anonymous.get(`${scene.first.path}${path}`)).status).toBe(404)
    expect((await anonymous.post(`${scene.first.path}/submit`, bidOf(1))).status).toBe(404)
    expect((await scene.admin.post(`${scene.path}/bidders/${scene.second.id}/link`)).status).toBe(200)
    expect((await anonymous.get(scene.second.path)).status).toBe(404)
    await scene.open()
    const { body } = await scene.admin.get(`${scene.path}/bids`)
    expect(body.bids.map(({ bidder }: { bidder: { name: string } }) => bidder.name)).toEqual(['Bolt'])
  })

  it('the new link reads what was sealed with the old one', async () => {
    await scene.submit(scene.first, bidOf(120_000, { remark: SECRET }))
    await scene.admin.post(`${scene.path}/bidders/${scene.first.id}/link`)
    // The invitation, the receipt, and the new invitation.
    const path = await linkIn(scene.first.email, 3)
    expect((await anonymous.get(path)).body.bid.remark).toBe(SECRET)
  })

  it('a bidder who asks too often is slowed down', async () => {
    const ask = () => anonymous.post(`${scene.first.path}/questions`, { question: 'Again?' })
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await ask()).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    expect((await anonymous.post(`${scene.second.path}/questions`, { question: 'Mine?' })).status).toBe(200)
  })

  it('an unknown link is 404', async () => {
    for (const token of ['x', `${scene.company.id}.x`, 'a'.repeat(200)])
      expect((await anonymous.get(`/public-api/sourcing-event/${token}`)).status).toBe(404)
  })
})

describe('at the deadline', () => {
  it('submitted bids are opened, drafts never, and the key is destroyed', async () => {
    await scene.submit(scene.first, bidOf(120_000, { remark: SECRET }))
    await anonymous.call('PUT', `${scene.second.path}/draft`, { body: bidOf(1, { remark: 'a draft' }) })
    await scene.open()
    const { body } = await scene.admin.get(`${scene.path}/bids`)
    expect(body.bids).toHaveLength(1)
    expect(body.bids[0]).toMatchObject({ bidder: { name: 'Acme' }, content: { remark: SECRET } })
    const [opened] = await scene.audit('opened')
    expect(opened?.message).toContain('1 bid')
    const [submitted] = await scene.audit('bid-submitted')
    const proof = JSON.parse(submitted?.change_data ?? '{}').after.sealedSha256
    expect(Object.values(JSON.parse(opened?.change_data ?? '{}').after.sealedSha256)).toEqual([proof])
    await keepSealKeys(jobContext(scene.company.id, Date.now()))
    const left = await runInDurableObject(sealOf(env, scene.company.id, scene.eventId), (_, state) =>
      state.storage.list(),
    )
    expect([...left.keys()]).toEqual([])
    expect(await everythingStored(scene.company.id)).not.toContain('a draft')
    // The bidder still reads what they sent.
    expect((await anonymous.get(scene.first.path)).body.bid.remark).toBe(SECRET)
  })

  it('it is opened once, even if two jobs run', async () => {
    await scene.submit(scene.first, bidOf(120_000))
    await setClock(scene.company.id, scene.eventId, Date.now() + 2 * 3_600_000)
    await Promise.all([openByJob(scene.company.id, 2), openByJob(scene.company.id, 2)])
    expect(await scene.audit('opened')).toHaveLength(1)
  })

  it('bids that were exchanged or changed in the database are not taken for bids', async () => {
    await scene.submit(scene.first, bidOf(120_000))
    await scene.submit(scene.second, bidOf(90_000))
    await run(
      `UPDATE sourcing_bidders SET sealed_bid = (SELECT o.sealed_bid FROM sourcing_bidders o
         WHERE o.event_id = sourcing_bidders.event_id AND o.id <> sourcing_bidders.id) WHERE id = ?`,
      scene.first.id,
    )
    await scene.open()
    const { body } = await scene.admin.get(`${scene.path}/bids`)
    const contents = body.bids.map((bid: { content: unknown }) => bid.content !== null)
    expect(contents).toEqual([false, true])
    expect(JSON.parse((await scene.audit('opened'))[0]?.change_data ?? '{}').after.unreadable).toBe('Acme')
  })

  it('files of the bid are opened with it', async () => {
    const { body: file } = await anonymous.call('POST', `${scene.first.path}/files`, { body: pdfForm('offer.pdf') })
    const early = await scene.admin.get(`${scene.path}/files/${file.id}`)
    expect(early.body.reason).toBe('SEALED')
    await scene.submit(scene.first, bidOf(1, { fileIds: [file.id] }))
    await scene.open()
    const answer = await scene.reviewer.get(`${scene.path}/files/${file.id}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="offer.pdf"')
    expect(String(answer.body)).toContain('%PDF-1.7')
  })

  it('a canceled event is never opened', async () => {
    await scene.submit(scene.first, bidOf(1))
    expect((await scene.admin.post(`${scene.path}/cancel`, { reason: 'No budget' })).status).toBe(200)
    await scene.open()
    expect((await scene.admin.get(`${scene.path}/bids`)).body.reason).toBe('EVENT_CANCELLED')
    await keepSealKeys(jobContext(scene.company.id, Date.now()))
    const left = await runInDurableObject(sealOf(env, scene.company.id, scene.eventId), (_, state) =>
      state.storage.list(),
    )
    expect([...left.keys()]).toEqual([])
  })
})

describe('who sees an event', () => {
  it('people who don’t work on it, and other companies, get 404', async () => {
    const other = await makeEventScene(['Other'])
    for (const client of [scene.stranger, other.admin]) {
      for (const part of ['', '/bids', '/comparison', '/scores'])
        expect((await client.get(`${scene.path}${part}`)).status).toBe(404)
    }
    expect((await scene.stranger.get('/api/sourcing-events')).body.edges).toEqual([])
    expect((await scene.reviewer.get('/api/sourcing-events')).body.edges).toHaveLength(1)
    expect((await scene.reviewer.post(`${scene.path}/cancel`, { reason: 'x' })).status).toBe(403)
  })
})

describe('questions', () => {
  it('questions reach all bidders with their answer, without who asked', async () => {
    const asked = await anonymous.post(`${scene.first.path}/questions`, { question: 'Is paint included?' })
    expect(asked.status).toBe(200)
    expect((await anonymous.get(scene.second.path)).body.questions).toEqual([])
    expect((await anonymous.get(scene.first.path)).body.questions).toHaveLength(1)
    const answered = await scene.admin.call('PUT', `${scene.path}/questions/${asked.body.id}`, {
      body: { answer: 'Yes.', version: 1 },
    })
    expect(answered.status).toBe(200)
    const seen = await anonymous.get(scene.second.path)
    expect(seen.body.questions).toMatchObject([{ question: 'Is paint included?', answer: 'Yes.' }])
    expect(JSON.stringify(seen.body)).not.toContain('Acme')
    expect((await scene.admin.get(scene.path)).body.questions[0].bidder.name).toBe('Acme')
  })
})
