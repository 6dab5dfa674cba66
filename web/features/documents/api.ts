import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type DocumentView,
  deleteDocument,
  getDocument,
  getDocumentsFromIds,
} from '../../../schema/documents/endpoints.ts'
import { graphql, runGraphql } from '../../lib/graphql.ts'
import { call } from '../../lib/rest.ts'

export const documentKeys = {
  all: ['documents'] as const,
  byIds: (ids: string[]) => ['documents', 'ids', ids] as const,
  search: (text: string) => ['documents', 'search', text] as const,
  fresh: (id: string) => ['documents', 'fresh', id] as const,
}

export const useDocuments = (ids: string[]) =>
  useQuery({
    queryKey: documentKeys.byIds(ids),
    queryFn: ({ signal }) => call(getDocumentsFromIds, { query: { documentId: ids }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

/** With addresses that have not run out yet. */
export const readDocument = (documentId: string, signal?: AbortSignal): Promise<DocumentView> =>
  call(getDocument, { params: { documentId }, signal })

export const useFreshDocument = (id: string) =>
  useQuery({ queryKey: documentKeys.fresh(id), queryFn: ({ signal }) => readDocument(id, signal) })

export const removeDocument = (documentId: string, commandId: string): Promise<null> =>
  call(deleteDocument, { params: { documentId }, commandId })

const documentsQuery = graphql(
  `query Documents($displayName: String, $first: Int) {
    documents(displayName: $displayName, first: $first) {
      edges { cursor node { id displayName mimeType createdAt } }
      pageInfo { hasNextPage startCursor endCursor }
    }
  }`,
)

const FOUND = 20

/** Existing documents by name; the caller shows errors in place. */
export const useDocumentSearch = (text: string, enabled: boolean) =>
  useQuery({
    queryKey: documentKeys.search(text),
    queryFn: async ({ signal }) => {
      const { documents } = await runGraphql(
        documentsQuery,
        { displayName: text, first: FOUND },
        { signal, quiet: true },
      )
      return documents.edges.map((edge) => edge.node)
    },
    enabled,
    placeholderData: keepPreviousData,
  })
