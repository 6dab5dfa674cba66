import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type FilingScene, makeFilingScene, request, usd } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { deliver, INBOUND_DOMAIN, PASSED, pdfFile } from '../../../support/worker/mails.ts'
import { type SentMail, sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import type { TestPerson } from '../../../support/worker/world.ts'

/** Answers to Outlay's emails become comments of the people who got them. */

let scene = {} as FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})

const mailTo = (email: string, subject: string): Promise<SentMail> =>
  vi.waitFor(
    async () => {
      const mail = sentMails(email).find((one) => one.subject.includes(subject))
      if (mail) return mail
      await runTicks(env)
      throw new Error(`No mail to ${email} about ${subject}`)
    },
    { timeout: 10_000, interval: 50 },
  )

const filed = async (title: string) => {
  const id = await file(scene.requester, scene.category.id, { title, amount: usd(50_000) })
  return { id, asked: await mailTo(scene.people.approver.email, `Approve: ${title}`) }
}

/** As an email program answers, with the email quoted below. */
const answer = (
  { replyTo, text: quoted }: SentMail,
  by: Pick<TestPerson, 'email'>,
  text: string,
  more: Partial<Parameters<typeof deliver>[0]> = {},
) =>
  deliver({
    ...{ to: replyTo ?? '', from: by.email, sender: by.email, subject: 'Re: it' },
    text: `${text}\n\nOn Mon, Nov 24, 2026 Outlay <no-reply@mail.outlay.example> wrote:\n> ${quoted.replaceAll('\n', '\n> ')}`,
    ...more,
  })

interface Line {
  body: string
  createdByUser: { firstName: string }
  documents: { displayName: string }[]
}
const threadsOf = async (id: string): Promise<{ id: string; commentLines: Line[] }[]> =>
  (await scene.requester.get(`/api/intake-submission/${id}/threads`)).body
const saidIn = async (id: string): Promise<string[][]> =>
  (await threadsOf(id)).map(({ commentLines }) => commentLines.map(({ body }) => body))

const ENDED = 'This email can no longer be answered. Open Outlay to write a comment.'
const NOT_THE_READER = 'Only the person this email was sent to can answer it, from the address it was sent to.'

describe('an answer to an email', () => {
  it('an email says where to write, and its answer is a comment of who got it, without the quote', async () => {
    const { id, asked } = await filed('Monitors')
    expect(asked.text.startsWith('Reply above this line to comment\n')).toBe(true)
    expect(asked.html).toContain('Reply above this line to comment')
    expect(asked.replyTo).toMatch(new RegExp(`^reply\\+[0-9a-f]{40}@${INBOUND_DOMAIN}$`))
    expect(await answer(asked, scene.people.approver, 'Which size?\n\nThe last were too small.')).toBeNull()
    expect(await saidIn(id)).toEqual([['Which size?\n\nThe last were too small.']])
    const [thread] = await threadsOf(id)
    expect(thread?.commentLines[0]?.createdByUser.firstName).toBe('Abe')
    const [logged] = await rows<{ message: string; actor: string; data: string }>(
      `SELECT full_message AS message, actor_user_id AS actor, full_data AS data FROM audit_log
        WHERE target_id = ? AND full_action LIKE '%.commented'`,
      id,
    )
    expect(logged).toMatchObject({
      message: 'Abe Approver commented by email: Which size? The last were too small.',
      actor: scene.people.approver.userId,
    })
    expect(JSON.parse(logged?.data ?? '{}')).toMatchObject({ isMailed: true })
  })

  it('the requester is told, answers by email too, and all of it is one thread', async () => {
    const { id, asked } = await filed('Keyboards')
    await answer(asked, scene.people.approver, 'How many?')
    const told = await mailTo(scene.people.requester.email, 'Abe Approver commented: Keyboards')
    expect(told.replyTo).not.toBe(asked.replyTo)
    expect(await answer(told, scene.people.requester, 'Four.')).toBeNull()
    expect(await answer(asked, scene.people.approver, 'Fine, thank you.')).toBeNull()
    expect(await saidIn(id)).toEqual([['How many?', 'Four.', 'Fine, thank you.']])
  })

  it('an answer about what was archived says that it can’t be taken', async () => {
    const { id, asked } = await filed('Lanterns, old')
    const archived = await scene.requester.call('PUT', `/api/intake-submission/${id}/archived`, {
      body: { archived: true },
    })
    expect(archived.status).toBe(200)
    expect(await answer(asked, scene.people.approver, 'Too late?')).toBe(ENDED)
    expect(await saidIn(id)).toEqual([])
  })

  it('the same answer delivered again is the same comment, also at the same moment', async () => {
    const { id, asked } = await filed('Mice')
    const again = { messageId: '<mice@people.test>' }
    await Promise.all([1, 2].map(() => answer(asked, scene.people.approver, 'Wireless?', again)))
    await answer(asked, scene.people.approver, 'Wireless?', again)
    expect(await saidIn(id)).toEqual([['Wireless?']])
  })

  it('files come with it, and those that can’t be taken are named', async () => {
    const { id, asked } = await filed('Chairs')
    const attachments = [
      pdfFile('offer.pdf'),
      { filename: 'run.exe', contentType: 'application/octet-stream', content: Uint8Array.of(77, 90) },
    ]
    expect(await answer(asked, scene.people.approver, 'The offer.', { attachments })).toBeNull()
    const [thread] = await threadsOf(id)
    expect(thread?.commentLines).toMatchObject([
      {
        body: expect.stringMatching(/^The offer\.\n\nrun\.exe wasn’t taken over\./),
        documents: [{ displayName: 'offer.pdf' }],
      },
    ])
  })

  it('a comment takes the first twenty files, and names the others', async () => {
    const { id, asked } = await filed('Lamps')
    const attachments = Array.from({ length: 21 }, (_, i) => pdfFile(`offer ${i + 1}.pdf`))
    expect(await answer(asked, scene.people.approver, 'All offers.', { attachments })).toBeNull()
    const [line] = (await threadsOf(id))[0]?.commentLines ?? []
    expect(line?.documents).toHaveLength(20)
    expect(line?.body).toBe('All offers.\n\noffer 21.pdf wasn’t taken over. A comment can have at most 20 files.')
  })

  it('an answer as long as a comment can be is taken whole, and a longer one is sent back', async () => {
    const { id, asked } = await filed('Desks')
    const longest = 'x'.repeat(10_000)
    expect(await answer(asked, scene.people.approver, longest)).toBeNull()
    expect(await answer(asked, scene.people.approver, `${longest}x`, { messageId: '<long@people.test>' })).toBe(
      'Your answer is longer than 10,000 characters. Shorten it, and send it again.',
    )
    expect(await saidIn(id)).toEqual([[longest]])
  })

  it('an answer decides nothing, whatever it says', async () => {
    const { id, asked } = await filed('Approve me')
    await answer(asked, scene.people.approver, 'Approved')
    expect((await request(scene.requester, id)).body.status).toBe('PENDING')
    expect(await saidIn(id)).toEqual([['Approved']])
  })
})

describe('what is no answer', () => {
  const refused = async (title: string, send: (asked: SentMail) => Promise<string | null>, reason: string) => {
    const { id, asked } = await filed(title)
    expect(await send(asked)).toBe(reason)
    expect(await saidIn(id)).toEqual([])
  }
  const { approver, second } = { approver: () => scene.people.approver, second: () => scene.people.second }

  it('someone it was forwarded to can’t answer in its reader’s name', () =>
    refused('Forwarded', (asked) => answer(asked, second(), 'I say'), NOT_THE_READER))

  it('an email that its sender’s domain disowns is no one’s answer', () =>
    refused(
      'Disowned',
      (asked) =>
        answer(asked, approver(), 'I say', {
          headers: { 'Authentication-Results': PASSED.replace('dmarc=pass', 'dmarc=fail') },
        }),
      NOT_THE_READER,
    ))

  it.each<Record<string, string>>([
    { 'Auto-Submitted': 'auto-replied' },
    { 'Auto-Submitted': 'auto-generated' },
    { Precedence: 'bulk' },
    { 'X-Autoreply': 'yes' },
  ])('mail of a program isn’t a comment: %o', (headers) =>
    refused(
      'Absent',
      (asked) => answer(asked, approver(), 'I am away', { headers }),
      'Automatic replies and delivery reports are not accepted at this address.',
    ),
  )

  it('an answer below the quote is asked to be written above it', () =>
    refused(
      'Below',
      (asked) => answer(asked, approver(), ''),
      'Your answer has no text. Write it above the quoted email, and send it again.',
    ))

  it('an address that was never given, or has expired, takes nothing', async () => {
    const unknown = { replyTo: `reply+${'0'.repeat(40)}@${INBOUND_DOMAIN}`, text: '' } as SentMail
    expect(await answer(unknown, approver(), 'Hello')).toBe(ENDED)
    await refused(
      'Expired',
      async (asked) => {
        await run('UPDATE reply_addresses SET expires_at = ? WHERE company_id = ?', Date.now() - 1, scene.company.id)
        return answer(asked, approver(), 'Late')
      },
      ENDED,
    )
    await runTicks(env)
    expect(await rows('SELECT 1 FROM reply_addresses WHERE company_id = ?', scene.company.id)).toEqual([])
  })

  it('who may no longer see the request, or has left, can’t answer anymore', async () => {
    const { id, asked } = await filed('Left')
    const membership = 'UPDATE company_memberships SET disabled_at = ? WHERE user_id = ?'
    await run(membership, Date.now(), approver().userId)
    expect(await answer(asked, approver(), 'Still here')).toBe(ENDED)
    await run(membership, null, approver().userId)
    await run('UPDATE intake_submissions SET deleted_at = ? WHERE id = ?', Date.now(), id)
    expect(await answer(asked, approver(), 'Still here')).toBe(ENDED)
  })

  it('a thread that a vendor reads too gives no address, and takes no answer', async () => {
    const { id, asked } = await filed('Shared')
    await answer(asked, approver(), 'To begin with')
    await run('UPDATE threads SET shared_with_vendor = 1 WHERE target_id = ?', id)
    expect(await answer(asked, approver(), 'Between us')).toBe(
      'Your answer couldn’t be taken. Open Outlay to write it as a comment.',
    )
    const [thread] = await threadsOf(id)
    const reply = 'mutation ($t: ID!, $b: String!) { createCommentLine(threadId: $t, body: $b) { id } }'
    await scene.approver.graphql(reply, { t: thread?.id, b: 'For all to read' })
    await vi.waitFor(
      async () => {
        await runTicks(env)
        const mails = sentMails(scene.people.requester.email).filter(({ text }) => text.includes('For all to read'))
        expect(mails).toMatchObject([{ replyTo: null }])
      },
      { timeout: 10_000, interval: 50 },
    )
  })
})
