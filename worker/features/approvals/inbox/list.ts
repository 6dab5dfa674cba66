import { z } from 'zod'
import { getInbox, INBOX_PAGE, type InboxItem, URGENT_OF } from '../../../../schema/approvals/inbox/endpoints.ts'
import { byUrgency, firstDue } from '../../../../schema/approvals/inbox/urgency.ts'
import { isModuleOn } from '../../../../schema/platform/company/approved-modules.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { actingFor, isLimited, type StaffActor, withinDelegation } from '../../../core/actor.ts'
import { invalidField } from '../../../core/errors.ts'
import { mergedWalks } from '../../../core/merged-walks.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { inboxRows } from './rows.ts'

interface Row {
  targetType: string
  id: string
  since: number
  actions: string
  userId: string
  userName: string | null
  reference: string
  title: string
  requestorName: string
  amountValue: number | null
  amountCurrency: Currency | null
}

/**
 * Each person and kind is a walk along one index. No one acts for someone else on what they requested or filed
 * themselves, except for tasks of the requester. Nothing of a module that is off waits. ?1 the company, ?2 the people,
 * ?3 and ?4 the end of the previous page, ?5 the current person, ?6 the limit.
 */
const inboxSql = (people: number, actor: StaffActor): string => {
  const kinds = inboxRows().filter(({ targetType }) => isModuleOn(targetType, actor.policy.company))
  const reach = isLimited(actor) ? `AND ${withinDelegation('?5')}` : ''
  const walks = Array.from({ length: people }, (_, person) => person).flatMap((person) =>
    kinds.map(
      ({ targetType, columns, from }) =>
        `SELECT p.target_type AS targetType, p.target_id AS id, p.action_since AS since, p.actions,
                p.user_id AS userId, ${columns}
           FROM request_participants p INDEXED BY request_participants_action CROSS JOIN ${from}
          WHERE p.company_id = ?1 AND p.user_id = ?2 ->> ${person} AND p.target_type = '${targetType}'
            AND p.action_since >= ?3 AND (p.action_since > ?3 OR p.target_id > ?4)
            AND s.archived_at IS NULL AND s.deleted_at IS NULL
            AND (p.user_id = ?5 OR (s.requestor_user_id <> ?5
                 AND (s.created_by_user_id <> ?5 OR p.user_id = s.requestor_user_id))) ${reach}`,
    ),
  )
  return `SELECT w.*, trim(u.first_name || ' ' || u.last_name) AS userName
    FROM (${mergedWalks(walks, 'ORDER BY since, id LIMIT ?6')}) w
    LEFT JOIN users u ON u.id = w.userId AND u.id <> ?5 ORDER BY w.since, w.id`
}

const place = z.tuple([z.number().int(), z.string().max(100)])

const placeOf = ({ since, id }: Row): string => JSON.stringify([since, id])

const readCursor = (cursor: string | undefined): [number, string] => {
  if (cursor === undefined) return [0, '']
  try {
    return place.parse(JSON.parse(cursor))
  } catch {
    throw invalidField('cursor', 'Start again from the first page')
  }
}

const storedActions = z.array(
  z.object({
    id: z.string(),
    label: z.string(),
    ruleType: z.string(),
    since: z.number().optional(),
    sentBack: z.literal(true).optional(),
    dueAt: z.number().nullable().optional(),
  }),
)

const isoOf = (at: number): string => new Date(at).toISOString()

/** One item for each subject: the person's own actions, then those they can take for others. */
const toItems = (rows: readonly Row[], userId: string): InboxItem[] => {
  const items = new Map<string, InboxItem>()
  for (const row of rows) {
    const onBehalfOf = row.userId === userId ? null : { id: row.userId, name: row.userName ?? '' }
    const actions = storedActions
      .parse(JSON.parse(row.actions))
      // No one answers for a requester.
      .filter(({ sentBack }) => !sentBack || !onBehalfOf)
      .map(({ since, dueAt, ...action }) => ({
        ...action,
        since: isoOf(since ?? row.since),
        ...(dueAt !== undefined && { dueAt: dueAt === null ? null : isoOf(dueAt) }),
        onBehalfOf,
      }))
    const { targetType, id, reference, title, requestorName, amountValue, amountCurrency } = row
    const key = `${targetType} ${id}`
    const item = items.get(key) ?? {
      ...{ targetType, id, reference, title, requestorName },
      amount: amountValue === null ? null : { value: amountValue, currency: amountCurrency ?? 'USD' },
      since: isoOf(row.since),
      actions: [],
    }
    const has = new Set(item.actions.map((action) => action.id))
    item.actions.push(...(actions.filter((action) => !has.has(action.id)) as InboxItem['actions']))
    if (item.actions.length > 0) items.set(key, item)
  }
  return [...items.values()]
}

/**
 * What waits for a person, also as a delegate, longest first.
 * @param most rows; an item has one for each person it is done for
 */
export const inboxOf = async (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  most: number,
  cursor?: string,
): Promise<z.output<typeof getInbox.response>> => {
  const people = actingFor(actor)
  const [since, id] = readCursor(cursor)
  const rows = await db.all<Row>(
    db.sql(
      inboxSql(people.length, actor),
      ...[actor.companyId, JSON.stringify(people), since, id, actor.userId, most + 1],
    ),
  )
  const page = rows.slice(0, most)
  const last = rows.length > most ? page.at(-1) : undefined
  return {
    items: toItems(page, actor.userId),
    pageInfo: {
      hasNextPage: last !== undefined,
      startCursor: page[0] ? placeOf(page[0]) : null,
      endCursor: last ? placeOf(last) : null,
    },
  }
}

const mostUrgent = async (
  context: Pick<StaffContext, 'db' | 'actor' | 'clock'>,
): Promise<z.output<typeof getInbox.response>> => {
  const { items, pageInfo } = await inboxOf(context, URGENT_OF)
  const urgent = byUrgency(
    items.map((item) => ({ item, since: item.since, dueAt: firstDue(item.actions) })),
    context.clock.now(),
  )
  return {
    items: urgent.slice(0, INBOX_PAGE).map(({ item }) => item),
    pageInfo: {
      hasNextPage: pageInfo.hasNextPage || urgent.length > INBOX_PAGE,
      startCursor: null,
      endCursor: null,
    },
  }
}

export const readInbox = query({
  id: 'approvals.inbox',
  access: 'approvals.take-part',
  input: inputOf(getInbox),
  readsFirst: true,
  run: (context, { cursor, order }) => {
    if (order === 'longest') return inboxOf(context, INBOX_PAGE, cursor)
    if (cursor !== undefined) throw invalidField('cursor', 'The most urgent ones are a single page')
    return mostUrgent(context)
  },
})
