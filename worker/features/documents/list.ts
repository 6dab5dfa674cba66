import { z } from 'zod'
import * as endpoints from '../../../schema/documents/endpoints.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import { pageQuery } from '../../../schema/shared/paging.ts'
import { inputOf, query, type StaffContext } from '../../core/operation.ts'
import { decodeCursor, toConnection } from '../../core/paging.ts'
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
  run: (context, { documentId }) => readDocuments(context, documentId),
})

/** What each order is sorted by; the id makes it unique. */
const SORTS = {
  createdAt: ['d.created_at', 'd.id'],
  displayName: ['lower(d.display_name)', 'd.id'],
} as const

const ARCHIVED = { ACTIVE: 'd.archived_at IS NULL', ALL: null, ARCHIVED: 'd.archived_at IS NOT NULL' } as const

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (c) => `\\${c}`)

type KeyedRow = DocumentRow & { sortKey: string }

/** One page: its keys in order from an index, and only then the rest of its rows. */
const pageStatement = ({ db, actor }: StaffContext, input: endpoints.DocumentListQuery): D1PreparedStatement => {
  const columns = SORTS[input.orderBy?.by[0] ?? 'createdAt']
  const direction = input.orderBy?.dir[0] ?? (columns === SORTS.createdAt ? 'DESC' : 'ASC')
  const params: unknown[] = [...readableParams(actor)]
  const bind = (value: unknown): string => `?${params.push(value)}`
  // What a form has uploaded ahead belongs to the form until that is sent.
  const where = [READABLE_DOCUMENT, 'd.temporary_since IS NULL']
  const archived = ARCHIVED[input.filter]
  if (archived) where.push(archived)
  if (input.unassociated) where.push('d.link_count = 0')
  const linked = (type: 'VENDOR' | 'SERVICE', id: string | undefined) => {
    if (!id) return
    where.push(`d.id IN (SELECT document_id FROM document_links
                          WHERE company_id = ?1 AND target_type = '${type}' AND target_id = ${bind(id)})`)
  }
  linked('VENDOR', input.vendorId)
  linked('SERVICE', input.serviceId)
  if (input.type) where.push(`EXISTS (SELECT 1 FROM json_each(d.types) t WHERE t.value = ${bind(input.type)})`)
  if (input.displayName) {
    where.push(`d.display_name LIKE ${bind(`%${escapeLike(input.displayName)}%`)} ESCAPE '\\'`)
  }
  if (input.cursor) {
    const key = decodeCursor(input.cursor, columns.length)
    where.push(`(${columns.join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${key.map(bind).join(', ')})`)
  }
  const order = columns.map((column) => `${column} ${direction}`).join(', ')
  const page = `SELECT d.id FROM documents d WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ${bind(input.first + 1)}`
  return db.sql(
    `WITH page (id) AS MATERIALIZED (${page})
     SELECT json_array(${columns.join(', ')}) AS sortKey, ${DOCUMENT_COLUMNS}
       FROM page CROSS JOIN ${DOCUMENT_SOURCE.replace('documents d', 'documents d ON d.id = page.id')} ORDER BY ${order}`,
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
