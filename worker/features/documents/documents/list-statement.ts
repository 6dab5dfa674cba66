import type { DocumentListQuery } from '../../../../schema/documents/documents/endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { actingFor } from '../../../core/actor.ts'
import {
  LOOKED_COLUMNS,
  LOOKED_ID,
  type Looking,
  lookedSql,
  lookingFrom,
  walkConditions,
} from '../../../core/looked-page.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { Direction } from '../../../core/order.ts'
import { Params } from '../../../core/params.ts'
import { containsText } from '../../../core/text-search.ts'
import { keptPart } from '../../platform/search/index.ts'
import { READABLE_DOCUMENT, readableParams } from './access.ts'
import { DOCUMENT_COLUMNS, DOCUMENT_SOURCE } from './view.ts'

/** The statement for a page of the list of documents, for people who can read all and for people who can read some. */

export interface PageStatement {
  sql: string
  params: unknown[]
  /** How many documents it reads, also marked in each row. Undefined if it reads only its page. */
  looking?: Looking
}

/** The columns of each sort order. The id makes it unique. */
const SORTS = {
  createdAt: ['d.created_at', 'd.id'],
  displayName: ['lower(d.display_name)', 'd.id'],
} as const

/** How many elements a document's position has in either order: the column and its id. */
const POSITION = 2

const ARCHIVED = { ACTIVE: 'd.archived_at IS NULL', ALL: null, ARCHIVED: 'd.archived_at IS NOT NULL' } as const
const IS_ARCHIVED = { ACTIVE: [0], ALL: [0, 1], ARCHIVED: [1] } as const

/** Uploads of an unfinished form belong to the form until it is sent. */
const LISTED = 'd.temporary_since IS NULL'
const LOOSE = `d.link_count = 0 AND d.deleted_at IS NULL AND ${LISTED}`

/** The readers of all documents, as stored in the types of documents. */
const READER_OF_ALL = "'+'"

interface Query {
  input: DocumentListQuery
  by: keyof typeof SORTS
  direction: Direction
  readsAll: boolean
  bind: Params['bind']
  /** The position of the last row of the previous page. */
  after: readonly string[] | null
}

const queryOf = ({ actor }: StaffContext, input: DocumentListQuery, { bind }: Params): Query => {
  const by = input.orderBy?.by[0] ?? 'createdAt'
  return {
    input,
    by,
    direction: input.orderBy?.dir[0] ?? (by === 'createdAt' ? 'DESC' : 'ASC'),
    readsAll: can(actor.policy, 'requests.see-all'),
    bind,
    after: lookingFrom(input, POSITION).after?.map(bind) ?? null,
  }
}

const afterOf = ({ after, direction }: Query, columns: readonly string[]): string[] =>
  after ? [`(${columns.join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${after.join(', ')})`] : []

export const pageStatement = (context: StaffContext, input: DocumentListQuery): PageStatement => {
  const params = new Params(...readableParams(context.actor))
  const query = queryOf(context, input, params)
  const isPlain = !input.unassociated && !input.type && !input.displayName
  // These filters match few documents, so they are applied first for every reader.
  const isAttached = Boolean(input.vendorId || input.serviceId)
  const sql = isAttached || (query.readsAll && isPlain) ? wholePage(query) : null
  if (sql) return { sql, params: params.values }
  // People who can read some have only their own documents in order, and filters are applied to those.
  return { ...lookedPageSql(context, query), params: params.values }
}

/** One page: reads its keys in order from an index, and only then the rest of its rows. */
const wholePage = (query: Query): string => {
  const { input, by, direction, bind } = query
  const columns = SORTS[by]
  const where: string[] = [READABLE_DOCUMENT, LISTED]
  const archived = ARCHIVED[input.filter]
  if (archived) where.push(archived)
  if (input.unassociated) where.push('d.link_count = 0')
  // The first of the two filters leads, because it matches few documents.
  const linked = (type: 'VENDOR' | 'SERVICE', id: string | undefined, leads: boolean) => {
    if (!id) return
    if (leads) where.push(`k.company_id = ?1 AND k.target_type = '${type}' AND k.target_id = ${bind(id)}`)
    else
      where.push(`d.id IN (SELECT document_id FROM document_links
                          WHERE company_id = ?1 AND target_type = '${type}' AND target_id = ${bind(id)})`)
  }
  linked('VENDOR', input.vendorId, true)
  linked('SERVICE', input.serviceId, !input.vendorId)
  if (input.type) where.push(isOfType('d.types', bind(input.type)))
  if (input.displayName) where.push(containsText('d.display_name', bind(input.displayName)))
  where.push(...afterOf(query, columns))
  const from =
    input.vendorId || input.serviceId
      ? 'document_links k INDEXED BY document_links_target CROSS JOIN documents d ON d.id = k.document_id'
      : 'documents d'
  const order = columns.map((column) => `${column} ${direction}`).join(', ')
  return `WITH page (id) AS MATERIALIZED (
      SELECT d.id FROM ${from} WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ${bind(input.first + 1)})
     SELECT json_array(${columns.join(', ')}) AS sortKey, ${DOCUMENT_COLUMNS}
       FROM page CROSS JOIN ${DOCUMENT_SOURCE.replace('documents d', 'documents d ON d.id = page.id')} ORDER BY ${order}`
}

const isOfType = (types: string, place: string): string =>
  `EXISTS (SELECT 1 FROM json_each(${types}) t WHERE t.value = ${place})`

/** Reading documents in order: `k` has the sort keys, and `name` the name in lower case if that is another column. */
interface Walks {
  walks: string[]
  /** Whether the rows have no other columns. */
  areNarrow: boolean
  /** Whether it reads only documents of the requested type. */
  areOfType: boolean
  match: string[]
}

const lookedPageSql = (context: StaffContext, query: Query): Pick<PageStatement, 'sql' | 'looking'> => {
  const { input, by, bind, direction, readsAll } = query
  const { walks, areNarrow, areOfType, match } = input.unassociated ? looseWalks(query) : walksOf(context, query)
  const isNamed = by === 'displayName'
  if (input.displayName) match.push(containsText(isNamed ? 'w.k' : 'w.name', bind(input.displayName)))
  const needsRow = input.type && !areOfType
  if (needsRow && input.type) match.push(isOfType('m.types', bind(input.type)))
  // If everything it reads matches, one page is enough.
  const looking = lookingFrom(input, POSITION, needsRow ? 2 : 1)
  const most = match.length > 0 ? looking.most : input.first + 1
  const looked = lookedSql({
    walks,
    order: {
      columns: ['k', 'id'],
      directions: [direction, direction],
      others: areNarrow && !isNamed ? ['name'] : [],
    },
    match,
    joins: needsRow ? 'LEFT JOIN documents m ON m.id = w.id' : '',
    most: bind(most),
  })
  const readable = readsAll ? '' : `AND ${READABLE_DOCUMENT}`
  const sql = `SELECT ${LOOKED_COLUMNS}, ${DOCUMENT_COLUMNS} FROM (${looked}) seen
      LEFT JOIN json_each(seen.found) j ON j.key < ${bind(input.first + 1)}
      LEFT JOIN documents d ON d.id = ${LOOKED_ID} ${readable} LEFT JOIN users u ON u.id = d.uploaded_by_user_id`
  return { sql, looking: { ...looking, most } }
}

const keysOf = (by: Query['by'], key: string, id: string, name: string): string =>
  by === 'displayName' ? `${key} AS k, ${id} AS id` : `${key} AS k, ${id} AS id, ${name} AS name`

/** The documents themselves, with what decides whether they are listed. */
const documentsWalk = (query: Query, index: string, where: readonly string[]): Walks => {
  const { by, input } = query
  const [key, id] = SORTS[by]
  const walk = `SELECT ${keysOf(by, key, id, 'lower(d.display_name)')}, d.archived_at AS archived_at,
        d.deleted_at IS NULL AND ${LISTED} AS listed
      FROM documents d INDEXED BY ${index}
     WHERE ${['d.company_id = ?1', ...where, ...afterOf(query, [key, id])].join(' AND ')}`
  const archived = ARCHIVED[input.filter]?.replace('d.', 'w.')
  return { walks: [walk], areNarrow: false, areOfType: false, match: ['w.listed', ...(archived ? [archived] : [])] }
}

/** Unattached documents. People who can read some see only their own uploads. */
const looseWalks = (query: Query): Walks => {
  const { by, readsAll } = query
  const index = `documents_loose${readsAll ? '' : '_own'}${by === 'displayName' ? '_name' : ''}`
  return documentsWalk(query, index, [...(readsAll ? [] : ['d.uploaded_by_user_id = ?2']), LOOSE])
}

const walksOf = ({ actor }: StaffContext, query: Query): Walks => {
  const { input, by, readsAll, bind } = query
  const isSortedByName = by === 'displayName'
  const part = keptPart(input.displayName)
  const isKept = part !== null
  // Searches too short for stored name parts match many documents, so a page fills up soon.
  if (readsAll && !isKept && !input.type) {
    return documentsWalk(query, isSortedByName ? 'documents_by_name' : 'documents_company', [])
  }
  const partPlace = isKept ? bind(part) : ''
  const type = input.type ? bind(input.type) : ''
  const key = isSortedByName ? 'r.name_key' : 'r.created_at'
  const along = (table: string, index: string | null, conditions: string[]): string[] =>
    IS_ARCHIVED[input.filter].map((isArchived) => {
      const where = ['r.company_id = ?1', ...conditions, `r.is_archived = ${isArchived}`]
      return `SELECT ${keysOf(by, key, 'r.document_id', 'r.name_key')} FROM ${table} r ${index ? `INDEXED BY ${index}` : ''}
       WHERE ${[...where, ...afterOf(query, [key, 'r.document_id'])].join(' AND ')}`
    })
  const named = (isOpen: 0 | 1): string[] =>
    along('document_name_parts', isSortedByName ? 'document_name_parts_name' : null, [
      ...[`r.part = ${partPlace}`, `r.is_open = ${isOpen}`],
    ])
  /** @param isReader which reader `r.reader` is */
  const readBy = (isReader: string): string[] =>
    type
      ? along('document_types', isSortedByName ? 'document_types_name' : null, [...[isReader, `r.type = ${type}`]])
      : along('document_readers', `document_readers_${isSortedByName ? 'name' : 'created'}`, [isReader])
  const found = { areNarrow: true, areOfType: !isKept, match: [] }
  if (readsAll) return { ...found, walks: isKept ? [...named(0), ...named(1)] : readBy(`r.reader = ${READER_OF_ALL}`) }
  const readers = walkConditions('r.reader', [...actingFor(actor), ...actor.ownedCategoryIds], bind)
  return { ...found, walks: [...(isKept ? named(1) : readBy("r.reader = '*'")), ...readers.flatMap(readBy)] }
}
