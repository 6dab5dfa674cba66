import { z } from 'zod'
import * as endpoints from '../../../../schema/documents/documents/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { pageQuery } from '../../../../schema/shared/paging.ts'
import { type LookedRow, lookedPage } from '../../../core/looked-page.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { toConnection } from '../../../core/paging.ts'
import { pageStatement } from './list-statement.ts'
import { type DocumentRow, readDocuments, requireDocument, toDocumentView } from './view.ts'

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
    // Another company's documents are read after switching to that company.
    if (companyId && companyId !== context.actor.companyId) return []
    return readDocuments(context, documentId)
  },
})

const pageOf = async (
  context: StaffContext,
  input: endpoints.DocumentListQuery,
): Promise<Connection<endpoints.DocumentView>> => {
  const { sql, params, looking } = pageStatement(context, input)
  const rows = await context.db.all<DocumentRow & LookedRow & { id: string; sortKey: string }>(
    context.db.sql(sql, ...params),
  )
  const page = looking
    ? lookedPage(rows, { first: input.first, ...looking }, (row) => row)
    : toConnection(
        rows,
        input.first,
        (row) => JSON.parse(row.sortKey) as (string | number | null)[],
        (row) => row,
      )
  const edges = page.edges.map(async ({ cursor, node }) => ({ cursor, node: await toDocumentView(context, node) }))
  return { ...page, edges: await Promise.all(edges) }
}

/** Documents the person can read, newest first, or by part of the name. For attaching an existing one. */
export const listDocuments = query({
  id: 'documents.list',
  access: 'staff.use',
  input: inputOf(endpoints.listDocuments),
  readsFirst: true,
  run: pageOf,
})

/** Unattached documents, to be assigned to something. */
export const listUnassociated = query({
  id: 'documents.list-unassociated',
  access: 'staff.use',
  input: pageQuery,
  run: (context, { first, cursor }) =>
    pageOf(context, { first, filter: 'ACTIVE', unassociated: true, ...(cursor && { cursor }) }),
})

/** What the form for a new document offers before anyone searches: the first vendors by name. */
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
