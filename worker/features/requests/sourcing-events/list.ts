import { EVENT_STATUS_WORDS, type eventFilters } from '../../../../schema/requests/sourcing-events/filters.ts'
import {
  type EVENT_SORTS,
  type EventListQuery,
  type EventRow,
  eventFile,
  eventList,
} from '../../../../schema/requests/sourcing-events/list.ts'
import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { listOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows, Way } from '../../../core/list/rows.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'

type Sort = (typeof EVENT_SORTS)[number]

const keys = (alias: string, prefix: string) =>
  ({
    createdAt: { columns: [`${alias}.created_at`], index: `${prefix}_created`, usual: 'DESC' },
    deadline: { columns: [`${alias}.deadline`], index: `${prefix}_deadline` },
  }) as const

const OWN = { from: 'sourcing_events e', id: 'e.id', sorts: keys('e', 'sourcing_events') } as const
const OF_PERSON: Way<Sort> = {
  from: 'sourcing_event_people p',
  id: 'p.event_id',
  sorts: keys('p', 'sourcing_event_people'),
}
const THERE = 'e.deleted_at IS NULL'

export const eventRows: ListRows<EventListQuery, keyof typeof eventFilters, Sort> = {
  own: { ...OWN, present: THERE },
  join: (id) => `sourcing_events e ON e.id = ${id}`,
  usual: () => 'createdAt',
  looks: 5,
  clauses: ({ reader: { actor }, input, bind, is }) => {
    const seesAll = can(actor.policy, 'requests.see-all')
    // Bound only where it is used.
    const me = seesAll ? '' : bind(actor.userId)
    return {
      walks: seesAll ? [{ way: OWN, where: [THERE] }] : [{ way: OF_PERSON, where: [`p.user_id = ${me}`] }],
      conditions: {
        search: input.search ? containsText('e.title', bind(input.search)) : null,
        status: [
          is('e.status', input.status),
          THERE,
          // Reviewers see it once it is published.
          seesAll
            ? null
            : `(e.status <> 'DRAFT' OR EXISTS (SELECT 1 FROM sourcing_event_people o WHERE o.company_id = ?1
                 AND o.event_id = e.id AND o.user_id = ${me} AND o.is_owner = 1))`,
        ],
      },
    }
  },
}

interface DbRow extends Omit<EventRow, 'deadline' | 'createdAt' | 'isOwner' | 'isReviewer'> {
  deadline: number
  createdAt: number
  role: string | null
}

const bidders = (more: string) =>
  `(SELECT COUNT(*) FROM sourcing_bidders b WHERE b.company_id = e.company_id AND b.event_id = e.id AND ${more})`

const COLUMNS = `e.id, e.title, e.status, e.deadline, e.created_at AS createdAt,
  ${bidders("b.status <> 'REVOKED'")} AS bidders, ${bidders("b.status = 'SUBMITTED'")} AS bids`

const toRow = ({ id, title, status, deadline, createdAt, bidders: invited, bids, role }: DbRow): EventRow => {
  const [isOwner, isReviewer] = JSON.parse(role ?? '[0,0]') as [number, number]
  return {
    ...{ id, title, status, bidders: invited, bids },
    deadline: new Date(deadline).toISOString(),
    createdAt: new Date(createdAt).toISOString(),
    isOwner: isOwner === 1,
    isReviewer: isReviewer === 1,
  }
}

const readPage = async (context: StaffContext, input: EventListQuery): Promise<Connection<EventRow>> => {
  const { db, actor } = context
  const page = pageOf(eventRows, context, input)
  const rows = await db.all<DbRow>(db.sql(pageSql(page, COLUMNS), ...page.params))
  const shown = toPage(page, rows, input.first, (row) => row)
  const ids = shown.edges.map(({ node }) => node.id)
  const roles = ids.length
    ? await db.all<{ eventId: string; role: string }>(
        db.sql(
          `SELECT event_id AS eventId, json_array(is_owner, is_reviewer) AS role FROM sourcing_event_people
            WHERE company_id = ?1 AND user_id = ?2 AND event_id IN (SELECT value FROM json_each(?3))`,
          ...[actor.companyId, actor.userId, JSON.stringify(ids)],
        ),
      )
    : []
  const roleOf = new Map(roles.map(({ eventId, role }) => [eventId, role]))
  return {
    ...shown,
    edges: shown.edges.map(({ cursor, node }) => ({
      cursor,
      node: toRow({ ...node, role: roleOf.get(node.id) ?? null }),
    })),
  }
}

const FILE: [string, (row: EventRow) => string | number][] = [
  ['Event', (row) => row.title],
  ['Status', (row) => EVENT_STATUS_WORDS[row.status]],
  [timeColumn('Deadline'), (row) => timeInFile(row.deadline)],
  ['Bidders', (row) => row.bidders],
  ['Bids', (row) => row.bids],
  [timeColumn('Created'), (row) => timeInFile(row.createdAt)],
]

export const eventOperations = listOperations({
  list: eventList,
  file: eventFile,
  rows: eventRows,
  access: 'sourcing.use',
  read: readPage,
  columns: () => ({
    header: () => FILE.map(([label]) => label),
    linesOf: (row) => [FILE.map(([, text]) => text(row))],
  }),
})
