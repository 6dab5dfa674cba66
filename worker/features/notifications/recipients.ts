import { type NotificationPreferences, wantsMail } from '../../../schema/notifications/levels.ts'
import type { Database } from '../../core/database.ts'
import type { NotificationRecipient } from '../../core/outbox.ts'
import { PREFERENCE_COLUMNS, toPreferences } from '../notification-settings/preferences.ts'

/** Of several news of one event, who gets which by mail. */

export interface Delegation {
  userId: string
  delegateUserId: string
}

export interface Reachable {
  email: string
  preferences: NotificationPreferences
}

const ASKS: NotificationRecipient['kind'][] = ['APPROVAL_REQUESTED', 'TASK_REQUESTED', 'REMINDER']

export const askedOf = (recipients: readonly NotificationRecipient[]): string[] => [
  ...new Set(recipients.filter(({ kind }) => ASKS.includes(kind)).map(({ userId }) => userId)),
]

/** News from before people could choose are meant for everybody who gets mails at all. */
const isWanted = ({ kind, role, isOwn }: NotificationRecipient, preferences: NotificationPreferences): boolean =>
  role === undefined ? preferences.receiveEmail : wantsMail(preferences, { kind, role, isOwn: isOwn ?? true })

/**
 * At most one for a person: the first that they want. Who may act for somebody who is asked is asked too, whatever
 * the one who is away wants to hear; news of their own come first.
 */
export const chooseMails = (
  recipients: readonly NotificationRecipient[],
  delegations: readonly Delegation[],
  people: ReadonlyMap<string, Reachable>,
): (NotificationRecipient & { email: string })[] => {
  const delegated = recipients
    .filter(({ kind }) => ASKS.includes(kind))
    .flatMap((recipient) =>
      delegations
        .filter(({ userId }) => userId === recipient.userId)
        .map(({ delegateUserId }) => ({ ...recipient, userId: delegateUserId })),
    )
  const chosen = new Map<string, NotificationRecipient & { email: string }>()
  for (const news of [...recipients, ...delegated]) {
    const person = people.get(news.userId)
    if (!person || chosen.has(news.userId) || !isWanted(news, person.preferences)) continue
    chosen.set(news.userId, { ...news, email: person.email })
  }
  return [...chosen.values()]
}

/** The two reads behind `people` and `delegations`, for the round trip of the mail's own. */
export const peopleStatements = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  recipients: readonly NotificationRecipient[],
  now: number,
): [D1PreparedStatement, D1PreparedStatement] => {
  const ids = JSON.stringify([...new Set(recipients.map(({ userId }) => userId))])
  const asked = JSON.stringify(askedOf(recipients))
  return [
    db.sql(
      `SELECT u.id, u.email, ${PREFERENCE_COLUMNS}
         FROM company_memberships m JOIN users u ON u.id = m.user_id
         LEFT JOIN notification_preferences p ON p.company_id = m.company_id AND p.user_id = m.user_id
        WHERE m.company_id = ?1 AND m.disabled_at IS NULL AND m.user_id IN (
          SELECT value FROM json_each(?2)
          UNION SELECT delegate_user_id FROM delegate_approvers
           WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?3)))`,
      companyId,
      ids,
      asked,
    ),
    db.sql(
      `SELECT user_id AS userId, delegate_user_id AS delegateUserId FROM delegate_approvers
        WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?2))
          AND (starts_on IS NULL OR starts_on <= ?3) AND (ends_on IS NULL OR ends_on >= ?3)`,
      companyId,
      asked,
      new Date(now).toISOString().slice(0, 10),
    ),
  ]
}

type Rows = Record<string, unknown>[]

export const toPeople = (rows: Rows = []): Map<string, Reachable> =>
  new Map(rows.map((row) => [String(row.id), { email: String(row.email), preferences: toPreferences(row) }]))

export const toDelegations = (rows: Rows = []): Delegation[] =>
  rows.map((row) => ({ userId: String(row.userId), delegateUserId: String(row.delegateUserId) }))
