/** @jsxImportSource hono/jsx */

import { periodWords } from '../../../../schema/approvals/delegates/delegation.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { livesHere } from '../../../core/cells.ts'
import { endsAt } from '../../../core/kinds/delegation-period.ts'
import type { DelegationNews } from '../../../core/outbox.ts'
import type { OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { ring } from '../../platform/bell/index.ts'
import { BY_MAIL, MailLayout, Paragraph } from '../../platform/notifications/index.ts'
import { limitWords } from './limits.ts'
import { categoriesSql, type DelegationDbRow, maxAmountOf, todayOf } from './read.ts'

/**
 * How a delegation is handed back. Who may act is asked when someone acts, so the approvals are the member's alone as
 * soon as it ends; this tells both people.
 */

const PAGE = 200

/** Where it is earliest, the last day can be over while it has just begun in UTC. */
const ENDED = `FROM delegate_approvers g WHERE ends_on <= ?1 AND handed_back_at IS NULL AND ${endsAt('g')} <= ?2
    AND ${livesHere('g.company_id')}
  ORDER BY ends_on LIMIT ${PAGE}`

/** Writes the news of delegations whose last day has passed, in one transaction with having told it. */
export const handBackEnded = async ({ db, clock }: Pick<OutboxContext, 'db' | 'clock'>): Promise<void> => {
  const [today, now] = [todayOf(clock), clock.now()]
  for (let page = 0; page < 50; page++) {
    const [, told] = await db.batch([
      db.sql(
        `INSERT OR IGNORE INTO outbox (id, company_id, topic, payload, created_at, available_at)
         SELECT 'delegation:' || company_id || ':' || user_id || ':' || delegate_user_id || ':' || ends_on, company_id,
                'delegation.notify',
                json_object('userId', user_id, 'delegateUserId', delegate_user_id, 'by', NULL, 'what', 'ENDED'), ?2, ?2
           ${ENDED}`,
        today,
        now,
      ),
      db.sql(
        `UPDATE delegate_approvers SET handed_back_at = ?2
          WHERE (company_id, user_id, delegate_user_id) IN (
            SELECT company_id, user_id, delegate_user_id ${ENDED}) RETURNING user_id`,
        today,
        now,
      ),
    ])
    if ((told?.results.length ?? 0) < PAGE) return
  }
}

interface Person {
  id: string
  email: string
  firstName: string
  lastName: string
  byMail: number
}

const PEOPLE = `SELECT u.id, u.email, u.first_name AS firstName, u.last_name AS lastName,
       ${BY_MAIL} AS byMail
  FROM company_memberships m JOIN users u ON u.id = m.user_id
  LEFT JOIN notification_preferences p ON p.company_id = m.company_id AND p.user_id = m.user_id
  LEFT JOIN notification_settings n ON n.company_id = m.company_id
 WHERE m.company_id = ?1 AND m.user_id IN (?2, ?3) AND m.disabled_at IS NULL`

const TERMS = `SELECT note, starts_on AS startsOn, ends_on AS endsOn, max_amount AS maxAmount, max_currency AS maxCurrency,
       CASE WHEN category_ids IS NOT NULL THEN ${categoriesSql('category_ids')} END AS categories
  FROM delegate_approvers WHERE company_id = ?1 AND user_id = ?2 AND delegate_user_id = ?3`

const MOST = 100
const WAITING = `SELECT count(*) AS waiting FROM (SELECT 1 FROM request_participants
  WHERE company_id = ?1 AND user_id = ?2 AND action_since IS NOT NULL LIMIT ${MOST})`

/** "3 approvals wait for you alone." */
const waitingWords = (count: number): string => {
  if (count === 0) return 'Nothing is waiting for you right now.'
  if (count === 1) return '1 approval is waiting for you alone.'
  return `${count === MOST ? `${MOST} or more` : count} approvals are waiting for you alone.`
}

interface Letter {
  to: Person
  subject: string
  sentences: string[]
  path: string
  action: string
}

interface Facts {
  member: Person
  delegate: Person
  terms: Omit<DelegationDbRow, 'userId'> | undefined
  waiting: number
}

const DELEGATES = '/user/settings/delegate-approvers'

const lettersOf = ({ what, by }: DelegationNews, { member, delegate, terms, waiting }: Facts): Letter[] => {
  const [name, other] = [fullName(member), fullName(delegate)]
  if (what === 'REMOVED' || what === 'ENDED') {
    const why = what === 'ENDED' ? 'The last day of the delegation has passed.' : `${by} ended the delegation.`
    return [
      {
        to: delegate,
        subject: `You no longer approve for ${name}`,
        sentences: [why, `What was waiting for ${name} no longer appears on your Home. Your past decisions remain.`],
        path: DELEGATES,
        action: 'View delegations',
      },
      {
        to: member,
        subject: `${other} no longer approves for you`,
        sentences: [why, waitingWords(waiting)],
        path: '/',
        action: 'Open Home',
      },
    ]
  }
  if (!terms) return []
  const categories = terms.categories === null ? null : (JSON.parse(terms.categories) as { id: string; name: string }[])
  const words = [periodWords(terms, dayText), limitWords(categories, maxAmountOf(terms))].filter(Boolean).join(', ')
  const sentences = [
    what === 'ADDED' ? `${by} made you a delegate approver.` : `${by} changed what you can approve.`,
    `You can approve for ${name}${words && ` ${words}`}. This never includes your own requests.`,
    ...(terms.note ? [`“${terms.note}”`] : []),
  ]
  return [
    {
      to: delegate,
      subject: what === 'ADDED' ? `You can approve for ${name}` : `Changed: what you can approve for ${name}`,
      sentences,
      path: DELEGATES,
      action: 'View delegations',
    },
  ]
}

/** One notification to each of the two people, and one email if they want emails. */
export const mailDelegations: OutboxHandler<'delegation.notify'> = async ({ env, db, clock }) => {
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { id, companyId, createdAt: at, payload } = effect
    const key = [companyId, payload.userId, payload.delegateUserId]
    const [people, terms, waiting] = await db.batch([
      db.sql(PEOPLE, ...key),
      db.sql(TERMS, ...key),
      db.sql(WAITING, companyId, payload.userId),
    ])
    const found = (people?.results ?? []) as unknown as Person[]
    const member = found.find((person) => person.id === payload.userId)
    const delegate = found.find((person) => person.id === payload.delegateUserId)
    if (!member || !delegate) return
    const told = lettersOf(payload, {
      member,
      delegate,
      terms: terms?.results[0] as unknown as Facts['terms'],
      waiting: Number(waiting?.results[0]?.waiting ?? 0),
    })
    await ring(
      db,
      told.map(({ to, subject, sentences, path }) => ({
        ...{ key: id, companyId, at, userId: to.id, kind: 'DELEGATED', target: null, path },
        title: subject,
        sentence: sentences.slice(0, 2).join(' '),
      })),
    )
    const letters = told.filter(({ to }) => to.byMail === 1)
    await post(
      effect,
      letters.map((letter) => ({ key: `${id}:${letter.to.id}`, mail: mailOf(env.OUTLAY_ORIGIN, letter) })),
    )
  }
}

const mailOf = (origin: string, { to, subject, sentences, path, action }: Letter) => {
  const url = `${origin}${path}`
  const html = String(
    <MailLayout
      title={subject}
      preview={sentences[0] ?? ''}
      action={{ label: action, url }}
      footer="You got this email because a delegation of approvals names you."
    >
      {sentences.map((sentence) => (
        <Paragraph key={sentence}>{sentence}</Paragraph>
      ))}
    </MailLayout>,
  )
  return {
    to: to.email,
    subject,
    html: `<!doctype html>${html}`,
    text: `${sentences.join('\n\n')}\n\n${action}: ${url}\n`,
  }
}
