/** @jsxImportSource hono/jsx */

import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { Facts, MailLayout, Paragraph } from '../notifications/index.ts'
import { publicKeysOf } from './head-keys.ts'
import { type SignedHead, storedHeads } from './heads.ts'

/**
 * Emails the signed head of a day to the company's auditors, because no one here can rewrite what is in their
 * mailboxes.
 */
export const mailHeads: OutboxHandler<'audit.head-mail'> = async ({ env, db, clock }) => {
  const post = openPost({ env, db, clock })
  const publicKeys = await publicKeysOf(env.OUTLAY_AUDIT_KEYS)
  return async (effect) => {
    const { id, companyId, payload } = effect
    const [company, heads] = await Promise.all([
      db.first<{ name: string; recipients: string }>(
        db.sql('SELECT name, audit_recipients AS recipients FROM companies WHERE id = ?', companyId),
      ),
      storedHeads(db, companyId),
    ])
    const head = heads.find(({ day }) => day === payload.day)
    if (!company || !head) return
    const publicKey = publicKeys.find((one) => one.id === head.keyId)?.key ?? ''
    const mail = compose(company.name, head, publicKey)
    const recipients = JSON.parse(company.recipients) as string[]
    await post(
      effect,
      recipients.map((to) => ({ key: `${id}:${to}`, mail: { to, ...mail, threadKey: `audit-${companyId}` } })),
    )
  }
}

const compose = (company: string, head: SignedHead, publicKey: string) => {
  const subject = `Audit log summary, ${head.day}: ${company}`
  const what = `On ${head.day} the audit log of ${company} had ${head.sequence} entries. Keep this email: if the log is ever shortened or rewritten, the summary below proves it.`
  const how =
    'Save the summary as a .json file and check it with verify-audit --heads, or against the public key with any Ed25519 tool.'
  const json = JSON.stringify(head, null, 2)
  const rows: [string, string][] = [
    ['Entries', String(head.sequence)],
    ['Hash', head.hash],
    ['Key', `${head.keyId} (${publicKey})`],
  ]
  const html = String(
    <MailLayout
      title={`Audit log summary, ${head.day}`}
      preview={what}
      footer={`You got this email because an admin at ${company} chose you to receive its audit log summaries.`}
    >
      <Paragraph>{what}</Paragraph>
      <Facts rows={rows} />
      <Paragraph>{how}</Paragraph>
      <pre style="font-size:12px;white-space:pre-wrap;word-break:break-all">{json}</pre>
    </MailLayout>,
  )
  const text = `${what}\n\n${rows.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${how}\n\n${json}\n`
  return { subject, html: `<!doctype html>${html}`, text }
}
