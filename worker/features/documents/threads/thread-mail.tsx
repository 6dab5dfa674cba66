/** @jsxImportSource hono/jsx */
import type { Database } from '../../../core/database.ts'
import type { ThreadNotification } from '../../../core/outbox.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { MailLayout, Paragraph, Quote } from '../../platform/notifications/mail-layout.tsx'
import { chooseMails, keyOf, peopleStatements, toPeople } from '../../platform/notifications/recipients.ts'
import { SUBJECT_WORD, threadHref } from './subjects.ts'

type Target = ThreadNotification['targetType']

/** Names of objects that still exist. 0 if the company has turned emails off. */
const namesStatement = (db: Pick<Database, 'sql'>, targets: readonly { type: Target; id: string }[]) => {
  const ids = (type: Target) => JSON.stringify(targets.filter((target) => target.type === type).map(({ id }) => id))
  return db.sql(
    `SELECT o.company_id AS companyId, o.id, o.name, COALESCE(n.enable_email_notifications, 1) AS isMailOn
       FROM (SELECT v.company_id, v.id, v.name FROM json_each(?1) j CROSS JOIN vendors v ON v.id = j.value
             UNION ALL
             SELECT s.company_id, s.id, s.name FROM json_each(?2) j CROSS JOIN services s ON s.id = j.value
             UNION ALL
             SELECT d.company_id, d.id, d.display_name FROM json_each(?3) j
              CROSS JOIN documents d ON d.id = j.value WHERE d.deleted_at IS NULL) o
       LEFT JOIN notification_settings n ON n.company_id = o.company_id`,
    ids('VENDOR'),
    ids('SERVICE'),
    ids('DOCUMENT'),
  )
}

const compose = (origin: string, payload: ThreadNotification, name: string, isMention: boolean) => {
  const { targetType, targetId, threadId, actorName, note } = payload
  const url = `${origin}${threadHref(targetType, targetId, threadId)}`
  const what = `the ${SUBJECT_WORD[targetType]} ${name}`
  const sentence = isMention
    ? `${actorName} mentioned you in a comment on ${what}.`
    : `${actorName} commented on ${what}.`
  const action = 'Read and reply'
  const html = String(
    <MailLayout
      title={name}
      preview={sentence}
      action={{ label: action, url }}
      footer="You got this email because you’re involved in this discussion."
    >
      <Paragraph>{sentence}</Paragraph>
      <Quote>{note}</Quote>
    </MailLayout>,
  )
  const text = [sentence, `> ${note.replaceAll('\n', '\n> ')}`, `${action}: ${url}`].join('\n\n')
  const subject = isMention ? `${actorName} mentioned you: ${name}` : `${actorName} commented: ${name}`
  return { subject, html: `<!doctype html>${html}`, text: `${text}\n` }
}

/** One email per person about one comment. The key makes a repeated delivery harmless. */
export const mailThreadNotifications: OutboxHandler<'thread.notify'> = async ({ env, db, clock }, effects) => {
  const [names, people] = await db.batch([
    namesStatement(
      db,
      effects.map(({ payload }) => ({ type: payload.targetType, id: payload.targetId })),
    ),
    ...peopleStatements(
      db,
      effects.map(({ companyId, payload }) => ({ companyId, recipients: payload.recipients })),
      clock.now(),
    ),
  ])
  const nameBy = new Map(names?.results.map((row) => [keyOf(row.companyId, row.id), row]))
  const peopleBy = toPeople(people?.results)
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { id, companyId, payload } = effect
    const object = nameBy.get(keyOf(companyId, payload.targetId))
    if (object?.isMailOn !== 1) return
    const letters = chooseMails(payload.recipients, [], peopleBy.get(companyId) ?? new Map()).map((recipient) => {
      const mail = compose(env.OUTLAY_ORIGIN, payload, String(object.name), recipient.kind === 'MENTIONED')
      return {
        key: `${id}:${recipient.userId}`,
        mail: { to: recipient.email, ...mail, threadKey: payload.threadId },
      }
    })
    await post(effect, letters)
  }
}
