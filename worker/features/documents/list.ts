import { z } from 'zod'
import * as endpoints from '../../../schema/documents/endpoints.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import { pageQuery } from '../../../schema/shared/paging.ts'
import { can } from '../../../schema/shared/permissions.ts'
import { inputOf, query, type StaffContext } from '../../core/operation.ts'
import { decodeCursor, toConnection } from '../../core/paging.ts'
import { containsText } from '../../core/text-search.ts'
import { READABLE_DOCUMENT, readableParams } from './access.ts'
import {
  DOCUMENT_COLUMNS,
  DOCUMENT_SOURCE,
  type DocumentRow,
  readDocuments,
  requireDocument,
  toDocumentView,
} from './view.ts'

export const readDocument = query({
  id: 'documents.get',
  access: 'staff.use',
  input: inputOf(endpoints.getDocument),
  run: (context, { documentId }) => requireDocument(context, documentId),
})

export const readDocumentsFromIds = query({
  id: 'documents.from-ids',
  access: 'staff.use',
  input: inputOf(endpoints.getDocumentsFromIds),
  run: async (context, { documentId, companyId }) => {
    // Another company's documents are read there, after changing over to it.
    if (companyId && companyId !== context.actor.companyId) return []
    return readDocuments(context, documentId)
  },
})

/** What each order is sorted by; the id makes it unique. */
const SORTS = {
  createdAt: ['d.created_at', 'd.id'],
  displayName: ['lower(d.display_name)', 'd.id'],
} as const

const ARCHIVED = { ACTIVE: 'd.archived_at IS NULL', ALL: null, ARCHIVED: 'd.archived_at IS NOT NULL' } as const

type KeyedRow = DocumentRow & { sortKey: string }

/** The same where the readers of documents `r` have it. */
const READER_SORTS = {
  createdAt: { columns: ['r.created_at', 'r.document_id'], index: 'document_readers_created' },
  displayName: { columns: ['r.name_key', 'r.document_id'], index: 'document_readers_name' },
} as const

const IS_ARCHIVED = { ACTIVE: [0], ALL: [0, 1], ARCHIVED: [1] } as const

/** What a form has uploaded ahead belongs to the form until that is sent. */
const LISTED = 'd.temporary_since IS NULL'

/** What narrows the list, of documents `d`. */
const conditionsOf = (input: endpoints.DocumentListQuery, bind: (value: unknown) => string): string[] => {
  const where: string[] = []
  if (input.unassociated) where.push('d.link_count = 0')
  // The first of the two leads: of it there are few documents.
  const linked = (type: 'VENDOR' | 'SERVICE', id: string | undefined, leads: boolean) => {
    if (!id) return
    if (leads) where.push(`k.company_id = ?1 AND k.target_type = '${type}' AND k.target_id = ${bind(id)}`)
    else
      where.push(`d.id IN (SELECT document_id FROM document_links
                          WHERE company_id = ?1 AND target_type = '${type}' AND target_id = ${bind(id)})`)
  }
  linked('VENDOR', input.vendorId, true)
  linked('SERVICE', input.serviceId, !input.vendorId)
  if (input.type) where.push(`EXISTS (SELECT 1 FROM json_each(d.types) t WHERE t.value = ${bind(input.type)})`)
  if (input.displayName) where.push(containsText('d.display_name', bind(input.displayName)))
  return where
}

/** Those whose documents the person may read, beside everybody's and their own: whom they act for, and their categories. */
const OTHER_READERS = `SELECT value AS reader FROM json_each(?4) WHERE value <> ?2
  UNION ALL SELECT intake_category_id FROM intake_category_owners WHERE company_id = ?1 AND user_id = ?2`

/** One page: its keys in order from an index, and only then the rest of its rows. */
const pageStatement = ({ db, actor }: StaffContext, input: endpoints.DocumentListQuery): D1PreparedStatement => {
  const by = input.orderBy?.by[0] ?? 'createdAt'
  const columns = SORTS[by]
  const direction = input.orderBy?.dir[0] ?? (by === 'createdAt' ? 'DESC' : 'ASC')
  const params: unknown[] = [...readableParams(actor)]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const where = conditionsOf(input, bind)
  const key = input.cursor ? decodeCursor(input.cursor, columns.length).map(bind).join(', ') : null
  const after = (of: readonly string[]): string[] =>
    key ? [`(${of.join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${key})`] : []
  const orderOf = (of: readonly string[]): string => of.map((column) => `${column} ${direction}`).join(', ')
  const limit = bind(input.first + 1)
  const order = orderOf(columns)
  /** As many of one reader's documents as the page has. */
  const stream = (reader: string, isArchived: number): string => {
    const sorted = READER_SORTS[by]
    const narrowed = where.length > 0 ? 'CROSS JOIN documents d ON d.id = r.document_id' : ''
    const conditions = [
      `r.company_id = ?1 AND r.reader = ${reader} AND r.is_archived = ${isArchived}`,
      ...where,
      ...after(sorted.columns),
    ]
    return `SELECT r.document_id AS id, ${sorted.columns[0]} AS key FROM document_readers r INDEXED BY ${sorted.index} ${narrowed}
      WHERE ${conditions.join(' AND ')} ORDER BY ${orderOf(sorted.columns)} LIMIT ${limit}`
  }
  const streams = (isArchived: number): string =>
    `SELECT id, key FROM (${stream("'*'", isArchived)}) everybody
      UNION ALL SELECT id, key FROM (${stream('?2', isArchived)}) own
      UNION ALL SELECT j.value ->> 0, j.value ->> 1 FROM (${OTHER_READERS}) others CROSS JOIN json_each(
        (SELECT json_group_array(json_array(id, key)) FROM (${stream('others.reader', isArchived)}) theirs)) j`
  // Few are asked for by what they are attached to: these are looked at first, whoever asks.
  const isWhole = can(actor.policy, 'requests.see-all') || input.vendorId || input.serviceId
  const archived = ARCHIVED[input.filter]
  const attached = input.vendorId ?? input.serviceId
  const page = isWhole
    ? `SELECT d.id FROM ${attached ? `document_links k INDEXED BY document_links_target CROSS JOIN documents d ON d.id = k.document_id` : 'documents d'}
        WHERE ${[READABLE_DOCUMENT, LISTED, ...(archived ? [archived] : []), ...where, ...after(columns)].join(' AND ')}
        ORDER BY ${order} LIMIT ${limit}`
    : `SELECT DISTINCT streams.id FROM (${IS_ARCHIVED[input.filter].map((of) => `SELECT * FROM (${streams(of)}) s${of}`).join(' UNION ALL ')}) AS streams
        ORDER BY streams.key ${direction}, streams.id ${direction} LIMIT ${limit}`
  const readable = isWhole ? '' : `WHERE ${READABLE_DOCUMENT} AND ${LISTED}`
  return db.sql(
    `WITH page (id) AS MATERIALIZED (${page})
     SELECT json_array(${columns.join(', ')}) AS sortKey, ${DOCUMENT_COLUMNS}
       FROM page CROSS JOIN ${DOCUMENT_SOURCE.replace('documents d', 'documents d ON d.id = page.id')} ${readable} ORDER BY ${order}`,
    ...params,
  )
}

const pageOf = async (
  context: StaffContext,
  input: endpoints.DocumentListQuery,
): Promise<Connection<endpoints.DocumentView>> => {
  const page = toConnection(
    await context.db.all<KeyedRow>(pageStatement(context, input)),
    input.first,
    (row) => JSON.parse(row.sortKey) as (string | number | null)[],
    (row) => row,
  )
  const edges = page.edges.map(async ({ cursor, node }) => ({ cursor, node: await toDocumentView(context, node) }))
  return { ...page, edges: await Promise.all(edges) }
}

/** Documents the person may read, newest first; by a part of the name, for attaching an existing one. */
export const listDocuments = query({
  id: 'documents.list',
  access: 'staff.use',
  input: inputOf(endpoints.listDocuments),
  readsFirst: true,
  run: pageOf,
})

/** Those that are attached to nothing: to be sorted. */
export const listUnassociated = query({
  id: 'documents.list-unassociated',
  access: 'staff.use',
  input: pageQuery,
  run: (context, { first, cursor }) =>
    pageOf(context, { first, filter: 'ACTIVE', unassociated: true, ...(cursor && { cursor }) }),
})

/** What the form for a new document offers before anybody searches: the first vendors by name. */
export const readFormData = query({
  id: 'documents.form-data',
  access: 'staff.use',
  input: z.object({}),
  run: async ({ db, actor }) => ({
    vendors: await db.all<{ id: string; name: string }>(
      db.sql(
        `SELECT id, name FROM vendors WHERE company_id = ? AND archived_at IS NULL ORDER BY lower(name), id LIMIT 100`,
        actor.companyId,
      ),
    ),
  }),
})
