import { beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../../worker/core/operation.ts'
import { sentMails } from '../../support/worker/outside.ts'
import { settled } from '../../support/worker/payments.ts'
import { mailAbout, rows } from '../../support/worker/sessions.ts'
import { bidOf, type EventScene, makeEventScene, pdfForm } from '../../support/worker/sourcing-events.ts'
import { type Answer, anonymous } from '../../support/worker/world.ts'

/** Calls without a session keep the promise of the README: with an Idempotency-Key, a repeated one changes nothing twice. */

/** Those that keep no results, and why a repeated one does no harm. */
const KEEP_NOTHING: Record<string, string> = {
  'approvals.decide-by-link': 'a link decides once, and answers with the decision',
  'public.upload': 'the same bytes of the same grant are the same document',
  'session.clear': 'signs out',
  'session.create-from-login-token': 'the result is a session, and a link signs in once',
  'session.send-login-link': 'the result is secret, and emails are limited',
  'settings.unsubscribe': 'a kind that is off stays off',
  'shell.report-error': 'counts reports',
  'sourcing-bid.see': 'the first time is kept',
  'sign-on.begin': 'begins another attempt, and attempts are limited',
  'sign-on.finish': 'the result is secret, and an answer is used once',
  'sign-up.ask': 'the result is the same, and emails are limited',
  'sign-up.start': 'the result is secret, and a link starts one company',
  'vendor-forms.describe-link-document': 'sets what it says',
  'vendor-portal.accept-by-link': 'the result is a session, and a link accepts once',
  'vendor-portal.account-by-form': 'the result is a session',
}

describe('every command without a session', () => {
  it('keeps its first result, or says why it needs none', () => {
    const without = operations().filter(({ access, kind }) => access === 'public' && kind === 'command')
    expect(without.length).toBeGreaterThan(20)
    expect(
      without
        .filter(({ idempotency }) => idempotency === 'none')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(Object.keys(KEEP_NOTHING).toSorted())
  })
})

describe('a repeated call of a bidder', () => {
  let scene: EventScene
  beforeEach(async () => {
    scene = await makeEventScene()
  })

  const CALLS: [string, (commandId: string) => Promise<Answer>, (path: string) => Promise<unknown>][] = [
    [
      'submitting',
      (commandId) => anonymous.call('POST', `${scene.first.path}/submit`, { body: bidOf(120_000), commandId }),
      async () => (await anonymous.get(scene.first.path)).body.version,
    ],
    [
      'saving',
      (commandId) => anonymous.call('PUT', `${scene.first.path}/draft`, { body: bidOf(120_000), commandId }),
      async () => (await anonymous.get(scene.first.path)).body.version,
    ],
    [
      'adding a file',
      (commandId) => anonymous.call('POST', `${scene.first.path}/files`, { body: pdfForm('offer.pdf'), commandId }),
      async () =>
        (
          await rows<{ count: number }>(
            'SELECT COUNT(*) AS count FROM sourcing_bid_files WHERE bidder_id = ?',
            scene.first.id,
          )
        )[0]?.count,
    ],
    [
      'asking',
      (commandId) =>
        anonymous.call('POST', `${scene.first.path}/questions`, { body: { question: 'By when?' }, commandId }),
      async () =>
        (
          await rows<{ count: number }>(
            'SELECT COUNT(*) AS count FROM sourcing_questions WHERE bidder_id = ?',
            scene.first.id,
          )
        )[0]?.count,
    ],
  ]

  it.each(CALLS)('%s answers the first result and changes nothing twice, also at once', async (_, call, state) => {
    const id = `repeat-${crypto.randomUUID()}`
    const first = await call(id)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const after = await state(scene.first.path)
    const again = await call(id)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await state(scene.first.path)).toEqual(after)
    const other = `repeat-${crypto.randomUUID()}`
    const answers = await Promise.all([call(other), call(other)])
    for (const answer of answers) if (answer.status === 200) expect(answer.body).toEqual((await call(other)).body)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
  })

  it('a bid that is sent twice is received once, by email as well', async () => {
    const send = (commandId: string) =>
      anonymous.call('POST', `${scene.first.path}/submit`, { body: bidOf(120_000), commandId })
    const id = `repeat-${crypto.randomUUID()}`
    await send(id)
    await send(id)
    await mailAbout(scene.first.email, 'Bid received')
    await settled()
    const received = sentMails(scene.first.email).filter(({ subject }) => subject.startsWith('Bid received'))
    expect(received).toHaveLength(1)
  })

  it('another bidder’s call with the same key is refused, and gets nothing of the first', async () => {
    const id = `repeat-${crypto.randomUUID()}`
    const send = (path: string) => anonymous.call('POST', `${path}/submit`, { body: bidOf(120_000), commandId: id })
    expect((await send(scene.first.path)).status).toBe(200)
    expect((await send(scene.second.path)).body.reason).toBe('COMMAND_REUSED')
  })
})
