/** @jsxImportSource hono/jsx */

import { hrefOf, type Kind, nounOf } from '../../../../schema/shared/kinds.ts'
import type { Database } from '../../../core/database.ts'
import { unionAll } from '../../../core/merged-walks.ts'
import type { ThreadNotification } from '../../../core/outbox.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import {
  chooseMails,
  keyOf,
  MailLayout,
  Paragraph,
  peopleStatements,
  Quote,
  toPeople,
} from '../../platform/notifications/index.ts'
import { discussedKinds } from './subjects.ts'

/** Names of objects that still exist. 0 if the company has turned emails off. */
const namesStatement = (db: Pick<Database, 'sql'>, targets: readonly { kind: Kind; id: string }[]) => {
  const objects = discussedKinds().map(
    ({ kind, rows: { from, id, company, name, present = '1' } }) =>
      `SELECT ${company} AS company_id, ${id} AS id, ${name} AS name FROM json_each(?1 ->> '${kind}') j
         CROSS JOIN ${from} ON ${id} = j.value WHERE ${present}`,
  )
  const byKind = Map.groupBy(targets, ({ kind }) => kind)
  return db.sql(
    `SELECT o.company_id AS companyId, o.id, o.name, COALESCE(n.enable_email_notifications, 1) AS isMailOn
       FROM (${unionAll(objects)}) o
       LEFT JOIN notification_settings n ON n.company_id = o.company_id`,
    JSON.stringify(Object.fromEntries([...byKind].map(([kind, some]) => [kind, some.map(({ id }) => id)]))),
  )
}

const compose = (origin: string, payload: ThreadNotification, name: string, isMention: boolean) => {
  const { targetType, targetId, threadId, actorName, note } = payload
  const url = `${origin}${hrefOf(targetType, targetId, 'threads')}?thread=${threadId}`
  const what = `the ${nounOf(targetType)} ${name}`
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
      effects.map(({ payload }) => ({ kind: payload.targetType, id: payload.targetId })),
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
