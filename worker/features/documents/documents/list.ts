import { z } from 'zod'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import * as endpoints from '../../../../schema/documents/documents/endpoints.ts'
import { typeName } from '../../../../schema/documents/documents/types.ts'
import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { pageQuery } from '../../../../schema/shared/paging.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { viewOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import { byMonthOf, bySeveral } from '../../../core/list/totals.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { documentRows } from './list-statement.ts'
import { type DocumentRow, documentColumns, readDocumentViews, toDocumentViews } from './view.ts'

export const readDocumentsFromIds = query({
  id: 'documents.from-ids',
  access: 'staff.use',
  input: inputOf(endpoints.getDocumentsFromIds),
  run: async (context, { documentId, companyId }) => {
    // Another company's documents are read after switching to that company.
    if (companyId && companyId !== context.actor.companyId) return []
    return readDocumentViews(context, documentId)
  },
})

const readPage = async (
  context: StaffContext,
  input: endpoints.DocumentListQuery,
): Promise<Connection<DocumentView>> => {
  const page = pageOf(documentRows, context, input)
  const rows = await context.db.all<DocumentRow>(context.db.sql(pageSql(page, documentColumns()), ...page.params))
  const { edges, pageInfo } = toPage(page, rows, input.first, (row) => row)
  const shown = await toDocumentViews(
    context,
    edges.map(({ node }) => node),
  )
  return { edges: shown.map((node, at) => ({ cursor: edges[at]?.cursor ?? '', node })), pageInfo }
}

const COLUMNS: [string, (document: DocumentView) => string | number | null][] = [
  ['Document', ({ displayName }) => displayName],
  ['Type', ({ type }) => type.map(typeName).join('; ')],
  ['Vendor', ({ vendor, billedBy }) => vendor?.name ?? billedBy?.name ?? null],
  ['Services', ({ relatedServices }) => relatedServices.map(({ name }) => name).join('; ')],
  ['Description', ({ description }) => description],
  ['Added by', ({ uploadedByUser, uploadedByEmail }) => (uploadedByUser ? fullName(uploadedByUser) : uploadedByEmail)],
  [timeColumn('Added'), ({ createdAt }) => timeInFile(createdAt)],
  ['Size in bytes', ({ size }) => size],
  ['Archived', ({ archived }) => (archived ? 'Yes' : 'No')],
]

/** Documents the person can read, newest first, or by part of the name. For attaching an existing one. */
export const documentOperations = viewOperations({
  ...{ list: endpoints.documentList, rows: documentRows, access: 'staff.use', read: readPage },
  totals: {
    groups: {
      type: bySeveral('d.types'),
      vendor: {
        sql: `(SELECT l.target_id FROM document_links l
          WHERE l.company_id = ?1 AND l.document_id = d.id AND l.target_type = 'VENDOR')`,
      },
      createdAt: byMonthOf('d.created_at'),
    },
  },
  columns: () => ({
    header: () => COLUMNS.map(([label]) => label),
    linesOf: (document) => [COLUMNS.map(([, value]) => value(document))],
  }),
})

/** Unattached documents, to be assigned to something. */
export const listUnassociated = query({
  id: 'documents.list-unassociated',
  access: 'staff.use',
  input: pageQuery,
  run: (context, page) => readPage(context, { ...page, filter: 'ACTIVE', unassociated: true }),
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
