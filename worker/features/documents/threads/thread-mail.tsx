/** @jsxImportSource hono/jsx */

import { REPLY_LINE } from '../../../../schema/documents/inbound-mail/values.ts'
import { hrefOf, type Kind, nounOf } from '../../../../schema/shared/kinds.ts'
import type { Database } from '../../../core/database.ts'
import { unionAll } from '../../../core/merged-walks.ts'
import type { ThreadNotification } from '../../../core/outbox.ts'
import type { Effect, OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { type Ring, ring } from '../../platform/bell/index.ts'
import {
  chooseTold,
  keyOf,
  MailLayout,
  Paragraph,
  peopleStatements,
  Quote,
  type Told,
  toMutes,
  toPeople,
  unsubscribeLine,
  unsubscribeUrls,
} from '../../platform/notifications/index.ts'
import { offerReplies } from './reply-address.ts'
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

const pathOf = ({ targetType, targetId, threadId }: ThreadNotification): string =>
  `${hrefOf(targetType, targetId, 'threads')}?thread=${threadId}`

const sentenceOf = (actorName: string, what: string, isMention: boolean): string =>
  isMention ? `${actorName} mentioned you in a comment on ${what}.` : `${actorName} commented on ${what}.`

const compose = (
  origin: string,
  payload: ThreadNotification,
  {
    name,
    isMention,
    canReply,
    stop,
  }: { name: string; isMention: boolean; canReply: boolean; stop: string | undefined },
) => {
  const { targetType, actorName, note } = payload
  const url = `${origin}${pathOf(payload)}`
  const sentence = sentenceOf(actorName, `the ${nounOf(targetType)} ${name}`, isMention)
  const action = 'Read and reply'
  const html = String(
    <MailLayout
      title={name}
      preview={sentence}
      action={{ label: action, url }}
      above={canReply ? REPLY_LINE : undefined}
      footer="You got this email because you’re involved in this discussion."
      unsubscribeUrl={stop}
    >
      <Paragraph>{sentence}</Paragraph>
      <Quote>{note}</Quote>
    </MailLayout>,
  )
  const text = [
    ...(canReply ? [REPLY_LINE] : []),
    sentence,
    `> ${note.replaceAll('\n', '\n> ')}`,
    `${action}: ${url}`,
    unsubscribeLine(stop),
  ]
    .filter((line) => line !== undefined)
    .join('\n\n')
  const subject = isMention ? `${actorName} mentioned you: ${name}` : `${actorName} commented: ${name}`
  return { subject, html: `<!doctype html>${html}`, text: `${text}\n`, unsubscribeUrl: stop }
}

/** The list says what it is called. */
const toRing = (
  { id: key, companyId, createdAt: at, payload }: Effect<'thread.notify'>,
  { userId, kind }: Told,
): Ring => ({
  ...{ key, companyId, at, userId, kind, path: pathOf(payload) },
  target: { type: payload.targetType, id: payload.targetId },
  sentence: sentenceOf(payload.actorName, `the ${nounOf(payload.targetType)}`, kind === 'MENTIONED'),
})

/** One notification, and one email, per person about one comment. Their keys make a repeated delivery harmless. */
export const mailThreadNotifications: OutboxHandler<'thread.notify'> = async ({ env, db, clock }, effects) => {
  const [names, people, , mutes] = await db.batch([
    namesStatement(
      db,
      effects.map(({ payload }) => ({ kind: payload.targetType, id: payload.targetId })),
    ),
    ...peopleStatements(
      db,
      effects.map(({ companyId, payload }) => ({ companyId, target: payload, recipients: payload.recipients })),
      clock.now(),
    ),
  ])
  const nameBy = new Map(names?.results.map((row) => [keyOf(row.companyId, row.id), row]))
  const peopleBy = toPeople(people?.results)
  const mutesBy = toMutes(mutes?.results)
  const told = effects.flatMap((effect) => {
    const { companyId, payload } = effect
    const key = keyOf(companyId, payload.targetId)
    const object = nameBy.get(key)
    if (!object) return []
    const chosen = chooseTold(payload.recipients, [], peopleBy.get(companyId) ?? new Map(), {
      isMailOn: object.isMailOn === 1,
      mutedBy: mutesBy.get(key) ?? new Set(),
    })
    return chosen.map((recipient) => ({ effect, object, recipient }))
  })
  await ring(
    db,
    told.map(({ effect, recipient }) => toRing(effect, recipient)),
  )
  const mailed = told
    .filter(({ recipient }) => recipient.byMail)
    .map((one) => {
      const { companyId, payload } = one.effect
      const target = { type: payload.targetType, id: payload.targetId }
      return { ...one, companyId, userId: one.recipient.userId, target, threadId: payload.threadId }
    })
  const replies = await offerReplies({ env, db, clock }, mailed)
  const stops = await unsubscribeUrls(env, mailed, ({ companyId, userId, recipient: { mailKind: kind } }) => {
    return { companyId, userId, kind }
  })
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { id, payload } = effect
    const letters = mailed
      .filter((one) => one.effect.id === id)
      .map((one) => {
        const { object, recipient } = one
        const replyTo = replies.get(one)
        const isMention = recipient.kind === 'MENTIONED'
        const stop = stops.get(one)
        const said = { name: String(object.name), isMention, canReply: replyTo !== undefined, stop }
        return {
          key: `${id}:${recipient.userId}`,
          mail: {
            ...{ to: recipient.email, ...compose(env.OUTLAY_ORIGIN, payload, said), threadKey: payload.threadId },
            ...(replyTo && { replyTo }),
          },
        }
      })
    await post(effect, letters)
  }
}
