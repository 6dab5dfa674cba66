import { expect, it, vi } from 'vitest'
import { newId } from '../../../worker/core/clock.ts'
import { type FilingScene, makeFilingScene, usd } from '../../support/worker/filing-scene.ts'
import { saveBody } from '../../support/worker/intake.ts'
import { sentMails } from '../../support/worker/outside.ts'
import { countWrites } from '../../support/worker/stored/counted-writes.ts'

/**
 * What a company pays for what it does most. The first request of a category also writes texts and people that all later
 * ones share, so the second one is counted.
 */

const mailed = (email: string, subject: string) =>
  vi.waitFor(() => expect(sentMails(email).map((mail) => mail.subject)).toContain(subject), { timeout: 20_000 })

/** From filing to the last email, with the ten seconds in which a decision can be undone. */
const flow = async (
  { requester, approver, people, category }: FilingScene,
  answers: { title: string },
): Promise<void> => {
  const { title } = answers
  const filed = await requester.post('/api/intake-submission', saveBody(category.id, answers), newId())
  await mailed(people.approver.email, `Approve: ${title} ($500.00)`)
  const body = { status: 'APPROVED', levelGroupStatusId: `${filed.body.id}-1-1`, seenVersion: 1 }
  const decided = await approver.post(`/api/intake-submission/${filed.body.id}/status`, body, newId())
  expect(decided.body.status).toBe('APPROVED')
  await mailed(people.requester.email, `Approved: ${title}`)
  // What is written after an email was sent.
  await new Promise((resolve) => setTimeout(resolve, 500))
}

it('a request that is filed and approved, with its emails, writes few rows in few round trips', async () => {
  const scene = await makeFilingScene()
  const { admin, people } = scene
  const owners = [people.manager.userId]
  const vendor = await admin.post('/api/vendors', { name: 'Hetzner', owners, paymentMethod: 'CREDIT_CARD' })
  const department = await admin.post('/api/departments', { name: 'Infrastructure' })
  const answers = {
    ...{ kind: 'new', amount: usd(500_00), due: '2031-05-17', vendor: vendor.body.id },
    ...{ department: department.body.id, owner: people.manager.userId },
  }
  await flow(scene, { ...answers, title: 'Racks' })
  const cost = await countWrites(() => flow(scene, { ...answers, title: 'Servers' }))
  expect(cost.wakes).toEqual(['execute', 'execute'])
  expect(cost.trips).toBe(12)
  expect(cost.statements).toBeLessThanOrEqual(59)
  expect(cost.rows, JSON.stringify(cost.writers, null, 1)).toBeLessThanOrEqual(119)
}, 60_000)
