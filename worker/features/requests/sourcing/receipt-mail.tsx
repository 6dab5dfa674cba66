/** @jsxImportSource hono/jsx */

import { withStop } from '../../../../schema/shared/name-lists.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { Facts, MailLayout, Paragraph } from '../../platform/notifications/index.ts'
import { receiptUrl } from './receipt-address.ts'

interface Row {
  number: number
  title: string
  category: string
  companyName: string
  name: string
  email: string
}

/** Tells the person who sent a sourcing form that it arrived, with the address of its state. */
export const mailReceipts: OutboxHandler<'sourcing.receipt'> = async ({ env, db, clock }) => {
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { id, companyId, payload } = effect
    const row = await db.first<Row>(
      db.sql(
        `SELECT s.number, s.title, c.name AS category, o.name AS companyName, s.contact_name AS name,
                s.contact_email AS email
           FROM intake_submissions s
           JOIN intake_categories c ON c.id = s.intake_category_id
           JOIN companies o ON o.id = s.company_id
          WHERE s.id = ? AND s.company_id = ? AND c.type = 'PUBLIC' AND s.contact_email IS NOT NULL
            AND s.deleted_at IS NULL`,
        payload.submissionId,
        companyId,
      ),
    )
    if (!row) return
    const url = await receiptUrl(env, companyId, payload.submissionId)
    await post(effect, [{ key: id, mail: mailOf(row, url) }])
  }
}

const mailOf = ({ number, title, category, companyName, name, email }: Row, url: string) => {
  const subject = `${companyName} received your form`
  const sentence = `${name}, ${companyName} received what you sent and will review it.`
  const more = 'You can check its status at any time, without an account.'
  const facts: [string, string][] = [
    ['Form', category],
    ['Title', title],
    ['Number', String(number)],
  ]
  const html = String(
    <MailLayout
      title={subject}
      preview={sentence}
      action={{ label: 'Check status', url }}
      footer={`You got this email because this address was given in a form of ${withStop(companyName)} If you did not send it, you can ignore it.`}
    >
      <Paragraph>{sentence}</Paragraph>
      <Facts rows={facts} />
      <Paragraph>{more}</Paragraph>
    </MailLayout>,
  )
  const lines = facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  return {
    to: email,
    subject,
    html: `<!doctype html>${html}`,
    text: `${sentence}\n\n${lines}\n\n${more}\n\nCheck status: ${url}\n`,
  }
}
