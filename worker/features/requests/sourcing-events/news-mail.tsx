import { withStop } from '../../../../schema/shared/name-lists.ts'
/** @jsxImportSource hono/jsx */

import type { SourcingNews } from '../../../../schema/requests/sourcing-events/effects.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { isMutedSql, ring } from '../../platform/bell/index.ts'
import {
  byMailOf,
  MailLayout,
  Paragraph,
  Quote,
  unsubscribeLine,
  unsubscribeUrls,
} from '../../platform/notifications/index.ts'

/** Notifications and emails to the people who work on an event. */

interface Row {
  effectId: string
  userId: string
  email: string
  byMail: number
  title: string
  bids: number
  isReviewer: number
}

/** ?1: the effects. Without disabled members, and people who have muted the event. */
const RECIPIENTS = `
  SELECT j.value ->> 'id' AS effectId, u.id AS userId, u.email, ${byMailOf('SOURCING_EVENT')} AS byMail, e.title, w.is_reviewer AS isReviewer,
         (SELECT COUNT(*) FROM sourcing_bidders b
           WHERE b.company_id = e.company_id AND b.event_id = e.id AND b.content IS NOT NULL) AS bids
    FROM json_each(?1) j
   CROSS JOIN sourcing_events e ON e.id = j.value ->> 'eventId' AND e.company_id = j.value ->> 'companyId'
   CROSS JOIN sourcing_event_people w ON w.company_id = e.company_id AND w.event_id = e.id
   CROSS JOIN company_memberships m ON m.company_id = e.company_id AND m.user_id = w.user_id AND m.disabled_at IS NULL
   CROSS JOIN users u ON u.id = m.user_id
    LEFT JOIN notification_preferences p ON p.company_id = m.company_id AND p.user_id = m.user_id
    LEFT JOIN notification_settings n ON n.company_id = m.company_id
   WHERE NOT ${isMutedSql('m.company_id', 'm.user_id', "'SOURCING_EVENT'", 'e.id')}
     AND (j.value ->> 'userIds' IS NULL AND (j.value ->> 'kind' <> 'ASKED' OR w.is_owner = 1)
       OR w.user_id IN (SELECT value FROM json_each(j.value, '$.userIds')))`

const wordsOf = ({ kind }: SourcingNews, { title, bids, isReviewer }: Row) => {
  if (kind === 'ASKED')
    return {
      subject: `Question from a bidder: ${title}`,
      lead: `A bidder asked a question about ${withStop(title)}`,
      action: 'Answer question',
    }
  if (kind === 'REVIEWER')
    return {
      subject: `You review bids: ${title}`,
      lead: `You were added as a reviewer of ${withStop(title)} You score the bids once they are opened at the deadline.`,
      action: 'Open event',
    }
  const opened = bids === 1 ? '1 bid was' : `${bids} bids were`
  return {
    subject: `Bids opened: ${title}`,
    lead: `The deadline has passed and ${opened} opened.${isReviewer === 1 && bids > 0 ? ' Score them to see what the others think.' : ''}`,
    action: isReviewer === 1 && bids > 0 ? 'Score bids' : 'Open event',
  }
}

export const mailSourcingNews: OutboxHandler<'sourcing-event.notify'> = async ({ env, db, clock }, effects) => {
  const asked = effects.map(({ id, companyId, payload: { eventId, kind, userIds } }) => ({
    ...{ id, companyId, eventId, kind },
    userIds,
  }))
  const found = await db.all<Row>(db.sql(RECIPIENTS, JSON.stringify(asked)))
  const effectBy = new Map(effects.map((effect) => [effect.id, effect]))
  await ring(
    db,
    found.flatMap((row) => {
      const effect = effectBy.get(row.effectId)
      if (!effect) return []
      const { companyId, createdAt: at, payload } = effect
      return [
        {
          ...{ key: row.effectId, companyId, at, userId: row.userId, kind: 'SOURCING' as const },
          target: { type: 'SOURCING_EVENT' as const, id: payload.eventId },
          sentence: wordsOf(payload, row).lead,
          path: hrefOf('SOURCING_EVENT', payload.eventId),
        },
      ]
    }),
  )
  const stops = await unsubscribeUrls(env, found, ({ effectId, userId }) => {
    const companyId = effectBy.get(effectId)?.companyId ?? ''
    return { companyId, userId, kind: 'SOURCING_EVENT' }
  })
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { payload } = effect
    const letters = found
      .filter(({ effectId, byMail }) => effectId === effect.id && byMail === 1)
      .map((row) => {
        const { subject, lead, action } = wordsOf(payload, row)
        const url = `${env.OUTLAY_ORIGIN}${hrefOf('SOURCING_EVENT', payload.eventId)}`
        const stop = stops.get(row)
        const html = String(
          <MailLayout
            title={subject}
            preview={lead}
            action={{ label: action, url }}
            footer="You got this email because you work on this sourcing event."
            unsubscribeUrl={stop}
          >
            <Paragraph>{lead}</Paragraph>
            {payload.text ? <Quote>{payload.text}</Quote> : null}
          </MailLayout>,
        )
        const text = `${[lead, payload.text, `${action}: ${url}`, unsubscribeLine(stop)].filter(Boolean).join('\n\n')}\n`
        return {
          key: `${effect.id}:${row.userId}`,
          mail: {
            to: row.email,
            subject,
            html: `<!doctype html>${html}`,
            text,
            threadKey: payload.eventId,
            unsubscribeUrl: stop,
          },
        }
      })
    await post(effect, letters)
  }
}
