import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../../../worker/app.tsx'
import { Breaker, faultyEnv } from '../../../support/worker/faulty-database.ts'
import { approvals, type FilingScene, makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { anonymous, ORIGIN } from '../../../support/worker/world.ts'

const app = createApp()
const LINK = /\/public\/decision\/(\S+)/

/** What is decided, and what the step says afterwards. */
const ACTIONS = {
  APPROVE: { text: 'Fine', step: { status: 'APPROVED', decisions: [{ comment: 'Fine' }] } },
  REJECT: { text: 'Too dear', step: { status: 'REJECTED', decisions: [{ comment: 'Too dear' }] } },
  SEND_BACK: { text: 'Add a quote', step: { status: 'PENDING', sentBack: { message: 'Add a quote' } } },
} as const

/** More than a decision has points. */
const MOST_POINTS = 12

describe('a decision from an email whose answer was lost', () => {
  let scene = {} as FilingScene
  beforeAll(async () => {
    scene = await makeFilingScene()
  })

  const filed = async (title: string) => {
    const id = await file(scene.requester, scene.category.id, { title, amount: usd(500_00) })
    const mail = await vi.waitFor(
      async () => {
        const found = sentMails(scene.people.approver.email).find(({ subject }) =>
          subject.includes(`Approve: ${title}`),
        )
        if (found) return found
        await runTicks(env)
        throw new Error('No mail')
      },
      { timeout: 10_000, interval: 50 },
    )
    return { id, token: LINK.exec(mail.text)?.[1] ?? '' }
  }

  for (const [action, { text, step }] of Object.entries(ACTIONS))
    it(`is answered when it is repeated, wherever it broke off, and is in the history once: ${action}`, async () => {
      let brokenOff = 0
      for (let point = 1; point <= MOST_POINTS; point += 1) {
        const { id, token } = await filed(`${action} ${point}`)
        const breaker = new Breaker(Math.ceil(point / 2), point % 2 === 0)
        const body = JSON.stringify({ action, text })
        const headers = { 'Content-Type': 'application/json', Origin: ORIGIN }
        const request = new Request(`${ORIGIN}/public-api/decisions/${token}`, { method: 'POST', headers, body })
        const killed = await app.fetch(request, faultyEnv(breaker), createExecutionContext())
        await killed.text()
        brokenOff += killed.status === 200 ? 0 : 1
        const again = await anonymous.post(`/public-api/decisions/${token}`, { action, text })
        expect(again, `broken off at ${point}`).toMatchObject({ status: 200, body: { action } })
        const { levels } = await approvals(scene.requester, id)
        expect(levels[0].blocks[0]).toMatchObject(step)
        const entries = await rows(
          `SELECT 1 FROM audit_log WHERE target_id = ? AND full_action = 'approvals.decided-from-email'`,
          id,
        )
        expect(entries, `history after ${point}`).toHaveLength(1)
        const other = await anonymous.post(`/public-api/decisions/${token}`, { action: 'REJECT', text: 'Otherwise' })
        expect(other.status).toBe(409)
      }
      expect(brokenOff).toBeGreaterThan(3)
    }, 60_000)
})
