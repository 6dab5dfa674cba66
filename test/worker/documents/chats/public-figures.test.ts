import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

const CONTEXT = { env, db: new Database(env.DB), clock: systemClock, log: createLogger({}, 'error') }

it('a category of public forms is counted when it is named, as in its list, and not among all requests', async () => {
  const company = await makeCompany(['enableIntakeRequests', 'enableRequestAnalyticsChat'])
  const person = await company.addPerson({ flags: ['hasSuperViewerAccess'] })
  const viewer = await signIn(company, person)
  const category = `${company.id}-public`
  await run(
    `INSERT INTO intake_categories (id, company_id, name, ordinal, type, form_version, created_at)
     VALUES (?, ?, 'Ideas', 1, 'PUBLIC', 1, 0)`,
    ...[category, company.id],
  )
  await run(
    `INSERT INTO intake_submissions (id, company_id, intake_category_id, form_version, title, requestor_user_id,
       requestor_name, created_by_user_id, is_draft, contact_email, created_at, updated_at, number)
     VALUES (?1, ?2, ?3, 1, 'An idea', ?4, 'Dana', ?4, 0, 'public@form.test', ?5, ?5, 1)`,
    ...[crypto.randomUUID(), company.id, category, person.userId, Date.parse('2025-03-10T12:00:00Z')],
  )
  const { threadId } = (await viewer.post('/api/chat-threads', {})).body
  const path = `/api/chat-interface/threads/${threadId}/messages`
  const asked = async (content: string): Promise<string> => {
    expect((await viewer.post(path, { content })).status).toBe(200)
    const open = await rows<{ id: string }>(
      "SELECT id FROM outbox WHERE topic = 'chat.answer' AND payload ->> 'threadId' = ? AND done_at IS NULL",
      threadId,
    )
    for (const { id } of open) {
      await run('UPDATE outbox SET available_at = 0 WHERE id = ?', id)
      await runGroup(CONTEXT as never, 'chat.answer', [id])
    }
    return JSON.stringify((await viewer.get(path)).body.messages.at(-1).content)
  }
  expect(await asked('How many requests in the category Ideas in 2025?')).toContain('1 requests in Ideas')
  expect(await asked('How many requests in 2025?')).not.toContain('1 request')
})
