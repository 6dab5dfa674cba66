/** @jsxImportSource hono/jsx */

import { dayIn, dayText } from '../../../../schema/shared/calendar.ts'
import { hrefOf, type Kind } from '../../../../schema/shared/kinds.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { MailLayout, unsubscribeLine, unsubscribeUrls } from '../../platform/notifications/index.ts'
import { type Digest, type DigestItem, readDigest } from './read.ts'

/** The digest as an email. */

interface Line {
  title: string
  url: string
  about: string
  decideUrl: string | null
}

const dayOf = (instant: string, timeZone: string): string => dayText(dayIn(timeZone, Date.parse(instant)))

/** When the first of its steps has to be decided. */
const dueOf = ({ actions }: DigestItem): string | undefined => actions.flatMap(({ dueAt }) => dueAt ?? []).toSorted()[0]

const itemLine = (item: DigestItem, timeZone: string, origin: string): Line => {
  const due = dueOf(item)
  const absent = item.actions.flatMap(({ onBehalfOf }) => onBehalfOf?.name ?? [])
  const isSentBack = item.actions.some(({ sentBack }) => sentBack)
  const about = [
    isSentBack ? 'Sent back to you' : item.actions.map(({ label }) => label).join(', '),
    item.amount && formatMoney(item.amount),
    item.reference,
    item.requestorName,
    absent.length > 0 && `for ${[...new Set(absent)].join(', ')}`,
    `since ${dayOf(item.since, timeZone)}`,
    due && `decide by ${dayOf(due, timeZone)}`,
  ]
  return {
    title: item.title,
    url: `${origin}${hrefOf(item.targetType as Kind, item.id)}`,
    about: about.filter(Boolean).join(' · '),
    decideUrl: item.decideUrl,
  }
}

const counted = (count: number, hasMore: boolean): string => `${count}${hasMore ? '+' : ''}`

/** "3 wait for you, 2 unread" */
const summaryOf = ({ items, hasMoreItems, unread }: Digest): string => {
  const parts = [
    items.length > 0 && `${counted(items.length, hasMoreItems)} ${items.length === 1 ? 'waits' : 'wait'} for you`,
    unread.length > 0 && `${unread.length} unread`,
  ]
  return parts.filter(Boolean).join(', ')
}

const linkStyle = 'color:#2f5bd7;font-weight:600;text-decoration:none'

const Lines = ({ heading, lines }: { heading: string; lines: readonly Line[] }) => (
  <>
    <h2 style="margin:20px 0 4px;font-size:14px;line-height:20px">{heading}</h2>
    <table role="presentation" width="100%" style="font-size:14px;line-height:20px;border-collapse:collapse">
      {lines.map(({ title, url, about, decideUrl }) => (
        <tr key={url}>
          <td style="padding:8px 12px 8px 0;border-bottom:1px solid #e3e6ea">
            <a href={url} style={linkStyle}>
              {title}
            </a>
            <div style="color:#5b6570">{about}</div>
          </td>
          <td style="padding:8px 0;border-bottom:1px solid #e3e6ea;text-align:right;white-space:nowrap">
            {decideUrl && (
              <a href={decideUrl} style={linkStyle}>
                Decide
              </a>
            )}
          </td>
        </tr>
      ))}
    </table>
  </>
)

const textOf = (heading: string, lines: readonly Line[]): string =>
  lines.length === 0
    ? ''
    : [
        heading,
        ...lines.map(({ title, url, about, decideUrl }) =>
          [title, about, url, decideUrl && `Decide without signing in: ${decideUrl}`].filter(Boolean).join('\n'),
        ),
      ].join('\n\n')

const compose = (digest: Digest, origin: string, unsubscribeUrl: string | undefined) => {
  const items = digest.items.map((item) => itemLine(item, digest.timeZone, origin))
  const unread = digest.unread.map(({ title, sentence, path, createdAt }) => ({
    title: title || sentence,
    url: `${origin}${path}`,
    about: [title && sentence, dayOf(createdAt, digest.timeZone)].filter(Boolean).join(' · '),
    decideUrl: null,
  }))
  const summary = summaryOf(digest)
  const action =
    items.length > 0
      ? { label: 'Open inbox', url: `${origin}/inbox` }
      : { label: 'Open notifications', url: `${origin}/notifications` }
  const links = items.some(({ decideUrl }) => decideUrl)
  const html = String(
    <MailLayout
      title="This morning"
      preview={summary}
      action={action}
      unsubscribeUrl={unsubscribeUrl}
      footer={`You get this email on working mornings because you chose it in your notification settings.${
        links ? ' The decision links are only for you and work for a week. Don’t forward them.' : ''
      }`}
    >
      {items.length > 0 && <Lines heading="Waits for you" lines={items} />}
      {unread.length > 0 && <Lines heading="Not read yet" lines={unread} />}
    </MailLayout>,
  )
  const text = [
    textOf('Waiting for you', items),
    textOf('Unread', unread),
    `${action.label}: ${action.url}`,
    unsubscribeLine(unsubscribeUrl),
  ]
  return {
    subject: `This morning: ${summary}`,
    html: `<!doctype html>${html}`,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    unsubscribeUrl,
  }
}

export const mailDigests: OutboxHandler<'digest.send'> = async ({ env, db, clock }, effects) => {
  const read = await Promise.all(
    effects.map(async (effect) => [effect.id, await readDigest({ env, db, clock }, effect)] as const),
  )
  const digestBy = new Map(read)
  const people = new Map(effects.map(({ id, companyId, payload: { userId } }) => [id, { companyId, userId }]))
  const stops = await unsubscribeUrls(env, [...digestBy.keys()], (id) => {
    const { companyId = '', userId = '' } = people.get(id) ?? {}
    return { companyId, userId, kind: 'DIGEST' }
  })
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const digest = digestBy.get(effect.id)
    if (!digest) return
    const mail = compose(digest, env.OUTLAY_ORIGIN, stops.get(effect.id))
    await post(effect, [{ key: effect.id, mail: { to: digest.email, ...mail, threadKey: effect.id } }])
  }
}
