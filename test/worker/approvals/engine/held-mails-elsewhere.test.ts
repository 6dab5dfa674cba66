import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import * as bills from '../../../support/worker/bills.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import * as spend from '../../../support/worker/spend.ts'
import type { Answer, TestPerson } from '../../../support/worker/world.ts'

/** Emails held while a decision can be undone, about spend requests and bills: they say what holds when they go out. */

const sendAll = async (companyId: string): Promise<void> => {
  for (let left = 1; left > 0; ) {
    await run('UPDATE outbox SET available_at = 0 WHERE company_id = ? AND done_at IS NULL', companyId)
    await runTicks(env)
    const [row] = await rows<{ n: number }>(
      `SELECT count(*) AS n FROM outbox WHERE company_id = ? AND topic = 'request.notify' AND done_at IS NULL`,
      companyId,
    )
    left = row?.n ?? 0
  }
}
const subjectsTo = ({ email }: TestPerson, id: string): string[] =>
  sentMails(email)
    .filter(({ text }) => text.includes(id))
    .map(({ subject }) => subject)

interface Ground {
  companyId: string
  next: TestPerson
  author: TestPerson
  other: TestPerson
  file: () => Promise<string>
  approve: (id: string) => Promise<Answer>
  acts: Record<string, (id: string) => Promise<Answer>>
}

const replacing = async (
  admin: { post: (path: string, body: object) => Promise<Answer> },
  step: { id: string },
  by: TestPerson,
) =>
  admin.post('/api/replace-lgs-approvers', {
    ...{ levelGroupStatusId: step.id, approverType: 'CUSTOM_APPROVERS', approverUserIds: [by.userId] },
  })

const GROUNDS: Record<string, () => Promise<Ground>> = {
  'a spend request': async () => {
    const scene = await spend.makeSpendScene()
    const { company, people, requester, admin } = scene
    const levels = [spend.always('One', people.approver.userId), spend.always('Two', people.finance.userId)]
    await spend.addRuleSet(company, { levels })
    const other = await company.addPerson({ name: 'Otto Other' })
    const change = spend.bodyOf(scene, { lines: [spend.lineOf(scene, 2_000_000)] })
    return {
      ...{ companyId: company.id, next: people.finance, author: people.requester, other },
      file: () => spend.file(scene),
      approve: (id) => spend.decide(scene.approver, id),
      acts: {
        edited: (id) => requester.call('PUT', `/api/spend-requests/${id}`, { body: change }),
        withdrawn: (id) => requester.post(`/api/approvals/SPEND_REQUEST/${id}/withdraw`, {}),
        rejected: (id) => spend.decide(scene.finance, id, 'REJECTED', { comment: 'No' }),
        replaced: async (id) => replacing(admin, (await spend.blocksOf(admin, id))[1], other),
      },
    }
  },
  'a bill': async () => {
    const scene = await bills.makeBillScene()
    const { company, people, clerk, admin } = scene
    const next = await company.addPerson({ name: 'Fin Two' })
    const levels = [spend.always('One', people.approver.userId), spend.always('Two', next.userId)]
    await bills.addRuleSet(company, { levels })
    const other = await company.addPerson({ name: 'Otto Other' })
    const lines = [{ amount: 150_000, memo: 'More', ...bills.bookedOf(scene) }]
    return {
      ...{ companyId: company.id, next, author: people.clerk, other },
      file: () => bills.enter(scene),
      approve: (id) => bills.decide(scene.approver, id),
      acts: {
        edited: async (id) =>
          clerk.call('PUT', `/api/payments/bills/${id}`, {
            body: await bills.bodyOf(scene, { totalAmount: 150_000, lines }),
          }),
        withdrawn: (id) => clerk.post(`/api/approvals/BILL/${id}/withdraw`, {}),
        deleted: (id) => clerk.call('DELETE', `/api/payments/bills/${id}`),
        replaced: async (id) => replacing(admin, (await bills.blocksOf(admin, id))[1], other),
      },
    }
  },
}

describe.each(Object.entries(GROUNDS))('%s, decided a moment ago', (_, make) => {
  let ground: Ground
  beforeAll(async () => {
    ground = await make()
  })

  it('asks no one who can’t decide any more, whatever happened meanwhile, and calls no step approved that isn’t', async () => {
    for (const [what, act] of Object.entries(ground.acts)) {
      const id = await ground.file()
      await sendAll(ground.companyId)
      expect((await ground.approve(id)).status).toBe(200)
      const answer = await act(id)
      expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      await sendAll(ground.companyId)
      const asks = (person: TestPerson) => subjectsTo(person, id).filter((subject) => subject.startsWith('Approve:'))
      expect(asks(ground.next), what).toEqual([])
      const isReplaced = what === 'replaced'
      expect(asks(ground.other), what).toHaveLength(isReplaced ? 1 : 0)
      const told = subjectsTo(ground.author, id).filter((subject) => subject.startsWith('Paul Approver approved'))
      expect(told, what).toHaveLength(isReplaced ? 1 : 0)
    }
  })
})
