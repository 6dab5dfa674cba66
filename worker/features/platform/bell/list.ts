import * as endpoints from '../../../../schema/platform/bell/endpoints.ts'
import type { BellKind } from '../../../../schema/platform/bell/kinds.ts'
import { isModuleOn } from '../../../../schema/platform/company/approved-modules.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { kindOf } from '../../../core/kinds/registry.ts'
import { readableRow, readerParams } from '../../../core/kinds/rows.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { isMutedSql } from './mutes.ts'

interface Pointing {
  targetType: Kind | null
  targetId: string | null
}

interface Row extends Pointing {
  id: string
  kind: BellKind
  title: string | null
  sentence: string
  path: string
  createdAt: number
  readAt: number | null
  isMuted: number
}

const keyOf = (type: string, id: string) => `${type} ${id}`

/** The current names of what these are about and the person can read. Nothing of a module that is off is told. */
const readableNames = async (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  rows: readonly Pointing[],
): Promise<Map<string, string>> => {
  const byKind = Map.groupBy(
    rows.filter(({ targetId }) => targetId !== null),
    ({ targetType }) => targetType,
  )
  const asked = [...byKind].flatMap(([kind, some]) => {
    const found = kind && isModuleOn(kind, actor.policy.company) && kindOf(kind)?.rows
    return found ? [{ kind, rows: found, ids: JSON.stringify([...new Set(some.map(({ targetId }) => targetId))]) }] : []
  })
  if (asked.length === 0) return new Map()
  const results = await db.readBatch(
    asked.map(({ rows: { from, id, name, ...more }, ids }) =>
      db.sql(
        `SELECT ${id} AS id, ${name} AS name FROM json_each(?6) j CROSS JOIN ${from} ON ${id} = j.value
          WHERE ${readableRow({ from, id, name, ...more })}`,
        ...readerParams(actor),
        ids,
      ),
    ),
  )
  return new Map(
    asked.flatMap(({ kind }, place) =>
      (results[place]?.results ?? []).map((row): [string, string] => [keyOf(kind, String(row.id)), String(row.name)]),
    ),
  )
}

/** Null: the person can't read it anymore. */
const titleOf = (
  { targetType, targetId }: Pointing,
  title: string | null,
  names: Map<string, string>,
): string | null => (targetType && targetId ? (names.get(keyOf(targetType, targetId)) ?? null) : (title ?? ''))

const ROWS = `SELECT n.id, n.kind, n.target_type AS targetType, n.target_id AS targetId, n.title, n.sentence, n.path,
  n.created_at AS createdAt, n.read_at AS readAt,
  ${isMutedSql('n.company_id', 'n.user_id', 'n.target_type', 'n.target_id')} AS isMuted
  FROM notifications n`

export const listNotifications = query({
  id: 'bell.list',
  access: 'staff.use',
  input: inputOf(endpoints.listNotifications),
  readsFirst: true,
  run: async (context, { cursor, first, show }): Promise<Connection<endpoints.Notification>> => {
    const { db, actor } = context
    const [at, id] = cursor ? decodeCursor(cursor, 2) : [null, null]
    const index = show === 'UNREAD' ? 'notifications_unread' : 'notifications_person'
    const rows = await db.all<Row>(
      db.sql(
        `${ROWS} INDEXED BY ${index} WHERE n.company_id = ?1 AND n.user_id = ?2
          ${show === 'UNREAD' ? 'AND n.read_at IS NULL' : ''} ${cursor ? 'AND (n.created_at, n.id) < (?4, ?5)' : ''}
          ORDER BY n.created_at DESC, n.id DESC LIMIT ?3`,
        ...[actor.companyId, actor.userId, first + 1],
        ...(cursor ? [at, id] : []),
      ),
    )
    const names = await readableNames(context, rows.slice(0, first))
    const page = toConnection(
      rows,
      first,
      (row) => [row.createdAt, row.id],
      (row) => ({ row, title: titleOf(row, row.title, names) }),
    )
    return {
      pageInfo: page.pageInfo,
      // A page can be short, because what the person can't read is left out.
      edges: page.edges.flatMap(({ cursor: own, node: { row, title } }) =>
        title === null ? [] : [{ cursor: own, node: toNotification(row, title) }],
      ),
    }
  },
})

const toNotification = (
  { id, kind, sentence, path, targetType, targetId, createdAt, readAt, isMuted }: Row,
  title: string,
): endpoints.Notification => ({
  ...{ id, kind, title, sentence, path, targetType, targetId },
  createdAt: new Date(createdAt).toISOString(),
  isRead: readAt !== null,
  isMuted: isMuted === 1,
})

/**
 * What a person hasn't read of what happened after an instant (ms since 1970), newest first, without what is muted or
 * can't be read anymore.
 */
export const unreadSince = async (
  context: Pick<StaffContext, 'db' | 'actor'>,
  since: number,
  most: number,
): Promise<endpoints.Notification[]> => {
  const { db, actor } = context
  const rows = await db.all<Row>(
    db.sql(
      `${ROWS} INDEXED BY notifications_unread
        WHERE n.company_id = ?1 AND n.user_id = ?2 AND n.read_at IS NULL AND n.created_at > ?3
        ORDER BY n.created_at DESC, n.id DESC LIMIT ?4`,
      ...[actor.companyId, actor.userId, since, most],
    ),
  )
  const names = await readableNames(context, rows)
  return rows.flatMap((row) => {
    const title = titleOf(row, row.title, names)
    return title === null || row.isMuted === 1 ? [] : [toNotification(row, title)]
  })
}

/** The newest of the unread are compared with what the person can read, so that a small number is exact. */
const COMPARED = 10

export const countUnread = query({
  id: 'bell.count',
  access: 'staff.use',
  input: inputOf(endpoints.countNotifications),
  readsFirst: true,
  run: async (context) => {
    const { db, actor } = context
    const person = [actor.companyId, actor.userId]
    const [counts, newest] = await db.batch([
      db.sql('SELECT unread FROM notification_counts WHERE company_id = ? AND user_id = ?', ...person),
      db.sql(
        `SELECT target_type AS targetType, target_id AS targetId FROM notifications INDEXED BY notifications_unread
          WHERE company_id = ? AND user_id = ? AND read_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ${COMPARED}`,
        ...person,
      ),
    ])
    const compared = (newest?.results ?? []) as unknown as Pointing[]
    const names = await readableNames(context, compared)
    const hidden = compared.filter((row) => titleOf(row, null, names) === null).length
    return { unread: Math.max(0, Number(counts?.results[0]?.unread ?? 0) - hidden) }
  },
})
