import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals, decide, type FilingScene, makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import { file, saveBody } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, signIn } from '../../../support/worker/world.ts'

/** What can happen to a request in the ten seconds in which a decision on it can be undone. */
const MEANWHILE: Record<string, (scene: FilingScene, id: string) => Promise<Answer>> = {
  edited: ({ requester, category }, id) =>
    requester.post(
      '/api/intake-submission',
      saveBody(category.id, { title: `Changed ${id}`, amount: usd(2_500_00) }, { id, version: 1 }),
    ),
  restarted: ({ admin }, id) => admin.post(`/api/intake-submission/${id}/restart`, {}),
  archived: ({ requester }, id) =>
    requester.call('PUT', `/api/intake-submission/${id}/archived`, { body: { archived: true } }),
  withdrawn: ({ requester }, id) => requester.post(`/api/approvals/INTAKE_SUBMISSION/${id}/withdraw`, {}),
  rejected: async ({ company, people }, id) => rejectedBy(await signIn(company, people.second), id),
}

const rejectedBy = async (client: Client, id: string): Promise<Answer> => {
  const { levels } = await approvals(client, id)
  return client.post(`/api/intake-submission/${id}/status`, {
    ...{ status: 'REJECTED', levelGroupStatusId: levels[1].blocks[0].id, seenVersion: 1, comment: 'No' },
  })
}

/** Sends everything that waits, as if the ten seconds were over. */
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

describe('an email that waits until a decision can no longer be undone', () => {
  let scene = {} as FilingScene
  const subjects = (email: string, title: string) =>
    sentMails(email)
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes(title))
  beforeAll(async () => {
    scene = await makeFilingScene()
  })

  for (const [what, act] of Object.entries(MEANWHILE))
    it(`asks no one for a request that was ${what} in the meantime, and calls no step approved`, async () => {
      const { requester, approver, people, company } = scene
      const title = `Servers ${what}`
      const id = await file(requester, scene.category.id, { title, amount: usd(2_000_00) })
      await sendAll(company.id)
      expect(subjects(people.approver.email, title)).toEqual([`Approve: ${title} ($2,000.00)`])
      expect((await decide(approver, id, 'APPROVED', 1)).status).toBe(200)
      const answer = await act(scene, id)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      await sendAll(company.id)
      const asked = sentMails(people.second.email).filter(({ text }) => text.includes(id))
      expect(asked.filter(({ subject }) => subject.startsWith('Approve:'))).toEqual([])
      const told = sentMails(people.requester.email).filter(({ text }) => text.includes(id))
      expect(told.filter(({ subject }) => subject.startsWith('Abe Approver approved'))).toEqual([])
    })

  it('asks once when the level opens again', async () => {
    const { requester, approver, people, company } = scene
    const id = await file(requester, scene.category.id, { title: 'Racks', amount: usd(2_000_00) })
    await decide(approver, id, 'APPROVED', 1)
    expect((await MEANWHILE.edited?.(scene, id))?.status).toBe(200)
    expect((await decide(approver, id, 'APPROVED', 2)).status).toBe(200)
    await sendAll(company.id)
    const asked = sentMails(people.second.email).filter(({ text }) => text.includes(id))
    expect(asked.map(({ subject }) => subject)).toEqual([`Approve: Changed ${id} ($2,500.00)`])
  })
})
