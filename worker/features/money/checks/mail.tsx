/** @jsxImportSource hono/jsx */

import { CHECK_RULE_WORDS, type CheckRule } from '../../../../schema/money/checks/values.ts'
import { livesHere } from '../../../core/cells.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { ring } from '../../platform/bell/index.ts'
import { Facts, MailLayout, Paragraph } from '../../platform/notifications/index.ts'

/** Tells people who work with payments what holds some of them, by email and bell, at most once an hour. */

const HOUR_MS = 60 * 60 * 1000
const COMPANIES_AT_ONCE = 100

/** Companies with findings that no email has said, and none was sent for an hour. */
export const tellFinance = async (context: SystemContext): Promise<void> => {
  const { db, env, clock, waitUntil, log } = context
  const now = clock.now()
  const due = await db.all<{ companyId: string }>(
    db.sql(
      `SELECT c.company_id AS companyId FROM (SELECT DISTINCT f.company_id FROM check_findings f
                 INDEXED BY check_findings_unmailed
                WHERE f.state = 'OPEN' AND f.is_blocking = 1 AND f.mailed_at IS NULL) c
         LEFT JOIN check_mails m ON m.company_id = c.company_id
        WHERE coalesce(m.sent_at, 0) <= ? AND ${livesHere('c.company_id')} LIMIT ${COMPANIES_AT_ONCE}`,
      now - HOUR_MS,
    ),
  )
  for (const { companyId } of due) {
    const effect = { id: `checks:${companyId}:${now}`, companyId, topic: 'checks.mail' as const, payload: { at: now } }
    const rows = [{ ...effect, createdAt: now }]
    await db.batch([
      // Someone else may have been faster, so that an hour has not passed.
      db.sql(
        `INSERT INTO check_mails (company_id, sent_at) VALUES (?1, ?2)
           ON CONFLICT (company_id) DO UPDATE SET sent_at = ?2 WHERE sent_at <= ?3`,
        ...[companyId, now, now - HOUR_MS],
      ),
      db.sql(
        `UPDATE check_findings SET mailed_at = ?2 WHERE company_id = ?1 AND state = 'OPEN' AND is_blocking = 1
            AND mailed_at IS NULL AND (SELECT sent_at FROM check_mails WHERE company_id = ?1) = ?2`,
        ...[companyId, now],
      ),
      outboxStatement(db, rows),
    ])
    waitUntil(nudgeOutbox(env, rows, now).catch((error) => log.error('outbox.nudge-failed', { error: String(error) })))
  }
}

interface Row {
  id: string
  rule: CheckRule
  why: string
}
const MOST_SHOWN = 20

export const mailFindings: OutboxHandler<'checks.mail', SystemContext> =
  async ({ env, db }) =>
  async ({ id, companyId, createdAt: at, payload }) => {
    const [found, people] = await db.batch([
      db.sql(
        `SELECT f.id, f.rule, f.why FROM check_findings f INDEXED BY check_findings_state
          WHERE f.company_id = ? AND f.state = 'OPEN' AND f.mailed_at = ? ORDER BY f.found_at DESC LIMIT ${MOST_SHOWN}`,
        ...[companyId, payload.at],
      ),
      db.sql(
        `SELECT u.id, u.email FROM company_memberships m CROSS JOIN users u ON u.id = m.user_id
          WHERE m.company_id = ? AND m.disabled_at IS NULL AND (m.has_payments_access = 1 OR m.has_admin_access = 1)
           LIMIT 200`,
        companyId,
      ),
    ])
    const findings = (found?.results ?? []) as unknown as Row[]
    // All decided, or gone, meanwhile.
    if (findings.length === 0) return
    const recipients = (people?.results ?? []) as unknown as { id: string; email: string }[]
    const mail = compose(findings, env.OUTLAY_ORIGIN)
    await ring(
      db,
      recipients.map(({ id: userId }) => ({
        ...{ key: id, companyId, userId, at, kind: 'PAYMENT' as const, target: null },
        ...{ title: titleOf(findings), sentence: findings[0]?.why ?? WAITS, path: pathOf(findings) },
      })),
    )
    for (const person of recipients) await sendMail(env, { to: person.email, ...mail }, `${id}:${person.id}`, id)
  }

const WAITS = 'Payments wait until someone who didn’t enter them has looked at what was found.'
const titleOf = ({ length }: readonly Row[]): string =>
  length === 1 ? 'A check holds a payment' : `Checks hold payments: ${length} findings`
const pathOf = (findings: readonly Row[]): string =>
  findings.length === 1 ? `/payments/checks/${findings[0]?.id}` : '/payments/checks'

const compose = (findings: readonly Row[], origin: string) => {
  const [count, title, what, url] = [findings.length, titleOf(findings), WAITS, `${origin}${pathOf(findings)}`]
  const rows = findings.map(({ rule, why }): [string, string] => [CHECK_RULE_WORDS[rule], why])
  const html = String(
    <MailLayout
      title={title}
      preview={what}
      action={{ label: count === 1 ? 'Review finding' : 'Review findings', url }}
      footer="You got this email because you work with payments. Outlay sends at most one of these an hour."
    >
      <Paragraph>{what}</Paragraph>
      <Facts rows={rows} />
    </MailLayout>,
  )
  const text = [title, what, rows.map(([rule, why]) => `${rule}: ${why}`).join('\n'), url].join('\n\n')
  return { subject: `Review: ${title.toLowerCase()}`, html: `<!doctype html>${html}`, text: `${text}\n` }
}
