import {
  isDuty,
  mailKindOf,
  type NotificationPreferences,
  wantsNews,
} from '../../../../schema/platform/notifications/levels.ts'
import type { MailKind } from '../../../../schema/platform/notifications/mail-kinds.ts'
import { beyondDelegation } from '../../../core/actor.ts'
import type { Database } from '../../../core/database.ts'
import { delegationHolds } from '../../../core/kinds/delegation-period.ts'
import type { NotificationRecipient } from '../../../core/outbox.ts'
import { EVERYONE, mutesStatement } from '../bell/index.ts'
import { PREFERENCE_COLUMNS, toPreferences } from './preferences.ts'

/** Decides who is told which of several messages about one event: in the bell, and by email. */

export interface Delegation {
  userId: string
  delegateUserId: string
  /** What it is about, because a delegation can be limited. */
  targetId: string
}

export interface Reachable {
  email: string
  preferences: NotificationPreferences
}

/**
 * Whether a delegate can take that role, which they can't for requests of their own. See the visibility of requests.
 */
export const mayActFor = (
  { userId, delegateUserId, targetId }: Delegation,
  request: { id: string; requestorUserId: string; createdByUserId: string },
): boolean =>
  targetId === request.id &&
  delegateUserId !== request.requestorUserId &&
  (delegateUserId !== request.createdByUserId || userId === request.requestorUserId)

const ASKS: NotificationRecipient['kind'][] = ['APPROVAL_REQUESTED', 'TASK_REQUESTED', 'REMINDER']

export const askedOf = (recipients: readonly NotificationRecipient[]): string[] => [
  ...new Set(recipients.filter(({ kind }) => ASKS.includes(kind)).map(({ userId }) => userId)),
]

/** Messages from before people could choose are for everyone. */
const isWanted = (
  { kind, role, isOwn = true }: NotificationRecipient,
  preferences: NotificationPreferences,
  isMuted: boolean,
): boolean => {
  if (role === undefined) return true
  const news = { kind, role, isOwn }
  return wantsNews(preferences, news) && (!isMuted || isDuty(news))
}

const kindOf = ({ kind, role, isOwn = true }: NotificationRecipient): MailKind | null =>
  role === undefined ? null : mailKindOf({ kind, role, isOwn })

/** A person who is told of an event. */
export interface Told extends NotificationRecipient {
  email: string
  /** Otherwise only the bell tells them. */
  byMail: boolean
  /** How they can stop emails like this. Null if they can't. */
  mailKind: MailKind | null
}

interface Subject {
  /** The company hasn't turned emails off. */
  isMailOn: boolean
  /** Who has muted it. EVERYONE for sample data, about which no one is told. */
  mutedBy: ReadonlySet<string>
}

/**
 * At most one message for each person: the first one they want. People who act for an approver are asked too, whatever
 * the absent approver wants to get. Messages about their own role come first.
 */
export const chooseTold = (
  recipients: readonly NotificationRecipient[],
  delegations: readonly Delegation[],
  people: ReadonlyMap<string, Reachable>,
  { isMailOn, mutedBy }: Subject = { isMailOn: true, mutedBy: new Set() },
): Told[] => {
  if (mutedBy.has(EVERYONE)) return []
  const delegated = recipients
    .filter(({ kind }) => ASKS.includes(kind))
    .flatMap((recipient) =>
      delegations
        .filter(({ userId }) => userId === recipient.userId)
        .map(({ delegateUserId }) => ({ ...recipient, userId: delegateUserId })),
    )
  const chosen = new Map<string, Told>()
  for (const news of [...recipients, ...delegated]) {
    const person = people.get(news.userId)
    if (!person || chosen.has(news.userId)) continue
    if (!isWanted(news, person.preferences, mutedBy.has(news.userId))) continue
    const mailKind = kindOf(news)
    const { receiveEmail, mailsOff } = person.preferences
    const byMail = isMailOn && receiveEmail && !(mailKind && mailsOff.includes(mailKind))
    chosen.set(news.userId, { ...news, email: person.email, byMail, mailKind })
  }
  return [...chosen.values()]
}

/** Keys of a person, or an object, within a company. */
export const keyOf = (companyId: unknown, id: unknown): string => `${companyId} ${id}`

interface News {
  companyId: string
  /** What it is about. */
  target: { targetType: string; targetId: string }
  recipients: readonly NotificationRecipient[]
}

/**
 * The three reads behind `people`, `delegations` and `mutes`, for any number of messages. They share the round trip of
 * the emails' own reads.
 */
export const peopleStatements = (
  db: Pick<Database, 'sql'>,
  news: readonly News[],
  now: number,
): [D1PreparedStatement, D1PreparedStatement, D1PreparedStatement] => {
  const told = news.flatMap(({ companyId, recipients }) => recipients.map(({ userId }) => [companyId, userId]))
  const asked = news.flatMap(({ companyId, recipients, target }) =>
    askedOf(recipients).map((userId) => [companyId, userId, target.targetType, target.targetId]),
  )
  const pairs = (name: string, parameter: string, more: [string, string] = ['', '']) =>
    `${name} (company_id, user_id${more[0]}) AS MATERIALIZED (
       SELECT DISTINCT value ->> 0, value ->> 1${more[1]} FROM json_each(${parameter}))`
  return [
    db.sql(
      `WITH ${pairs('told', '?1')}, ${pairs('asked', '?2')}, concerned (company_id, user_id) AS MATERIALIZED (
         SELECT * FROM told
         UNION SELECT d.company_id, d.delegate_user_id
           FROM asked a CROSS JOIN delegate_approvers d ON d.company_id = a.company_id AND d.user_id = a.user_id)
       SELECT m.company_id AS companyId, u.id, u.email, ${PREFERENCE_COLUMNS}
         FROM concerned n CROSS JOIN company_memberships m ON m.company_id = n.company_id AND m.user_id = n.user_id
        CROSS JOIN users u ON u.id = m.user_id
         LEFT JOIN notification_preferences p ON p.company_id = m.company_id AND p.user_id = m.user_id
        WHERE m.disabled_at IS NULL`,
      JSON.stringify(told),
      JSON.stringify(asked),
    ),
    db.sql(
      `WITH ${pairs('asked', '?1', [', target_type, target_id', ', value ->> 2, value ->> 3'])}
       SELECT d.company_id AS companyId, d.user_id AS userId, d.delegate_user_id AS delegateUserId,
              a.target_id AS targetId
         FROM asked a CROSS JOIN delegate_approvers d ON d.company_id = a.company_id AND d.user_id = a.user_id
        WHERE ${delegationHolds('d', '?2')}
          AND NOT ${beyondDelegation('d', 'a')}`,
      JSON.stringify(asked),
      now,
    ),
    mutesStatement(
      db,
      news.map(({ companyId, target }) => ({ companyId, ...target })),
    ),
  ]
}

type Rows = Record<string, unknown>[]

/** People by company. */
export const toPeople = (rows: Rows = []): Map<string, Map<string, Reachable>> =>
  new Map(
    [...Map.groupBy(rows, (row) => String(row.companyId))].map(([companyId, members]) => [
      companyId,
      new Map(members.map((row) => [String(row.id), { email: String(row.email), preferences: toPreferences(row) }])),
    ]),
  )

/** Who has muted an object, by its key. */
export const toMutes = (rows: Rows = []): Map<string, Set<string>> =>
  new Map(
    [...Map.groupBy(rows, (row) => keyOf(row.companyId, row.targetId))].map(([key, some]) => [
      key,
      new Set(some.map(({ userId }) => String(userId))),
    ]),
  )

/** Delegations by the key of the absent person. */
export const toDelegations = (rows: Rows = []): Map<string, Delegation[]> =>
  Map.groupBy(
    rows.map((row) => ({
      ...row,
      userId: String(row.userId),
      delegateUserId: String(row.delegateUserId),
      targetId: String(row.targetId),
    })),
    (row) => keyOf((row as Record<string, unknown>).companyId, row.userId),
  )
