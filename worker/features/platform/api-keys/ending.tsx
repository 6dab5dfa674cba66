/** @jsxImportSource hono/jsx */

import { KEY_END_TOLD_MS } from '../../../../schema/platform/api-keys/endpoints.ts'
import { apiKeys } from '../../../../schema/platform/api-keys/tables.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { livesHere } from '../../../core/cells.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { select, typed } from '../../../core/record.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { ADMINS } from '../members/index.ts'
import { MailLayout, Paragraph } from '../notifications/index.ts'

/** Two weeks before a key ends, all admins hear of it, its creator among them: only admins have keys. */

const AT_ONCE = 50
const ENDING = typed`SELECT ${select(apiKeys, 'k', ['id', 'companyId'])} FROM api_keys k INDEXED BY api_keys_ending
  WHERE k.revoked_at IS NULL AND k.end_told_at IS NULL AND k.expires_at <= ? AND ${livesHere('k.company_id')} ORDER BY k.expires_at LIMIT ${AT_ONCE}`

/** Each is noted in the batch that puts its email into the outbox, so that it goes out once. */
export const announceEnds = async ({ db, clock }: SystemContext): Promise<void> => {
  const now = clock.now()
  const ending = await db.all(db.sql(ENDING, now + KEY_END_TOLD_MS))
  if (ending.length === 0) return
  await db.batch([
    outboxStatement(
      db,
      ending.map(({ id, companyId }) => ({
        id: `api-key:${id}:ending`,
        companyId,
        topic: 'api-keys.ending' as const,
        payload: { apiKeyId: id },
        createdAt: now,
      })),
    ),
    db.sql(
      'UPDATE api_keys SET end_told_at = ?1 WHERE id IN (SELECT value FROM json_each(?2)) AND end_told_at IS NULL',
      now,
      JSON.stringify(ending.map(({ id }) => id)),
    ),
  ])
}

const KEY = typed`SELECT ${select(apiKeys, 'k', ['name', 'expiresAt', 'revokedAt'])} FROM api_keys k
  WHERE k.id = ? AND k.company_id = ?`
export const mailEnd: OutboxHandler<'api-keys.ending'> =
  async ({ env, db, clock }) =>
  async ({ id, companyId, payload: { apiKeyId } }) => {
    const key = await db.first(db.sql(KEY, apiKeyId, companyId))
    if (!key || key.revokedAt !== null || key.expiresAt <= clock.now()) return
    const title = `The API key ${key.name} expires soon`
    const what = `Programs that use the API key ${key.name} stop working on ${dayText(utcDayOf(key.expiresAt))}. Create another key, give it to them, and revoke this one.`
    const url = `${env.OUTLAY_ORIGIN}/settings/api-keys`
    const html = String(
      <MailLayout
        title={title}
        preview={what}
        action={{ label: 'Open API keys', url }}
        footer="You got this email because you’re an admin of your company in Outlay."
      >
        <Paragraph>{what}</Paragraph>
      </MailLayout>,
    )
    for (const { id: userId, email } of await db.all(db.sql(ADMINS, companyId)))
      await sendMail(
        env,
        { to: email, subject: title, html: `<!doctype html>${html}`, text: `${what}\n\n${url}\n` },
        `${id}:${userId}`,
        id,
      )
  }
