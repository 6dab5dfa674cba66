import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  archiveDocuments,
  type DocumentView,
  deleteDocument,
  getDocument,
  getDocumentsFromIds,
  listDocuments,
} from '../../../../schema/documents/documents/endpoints.ts'
import type { DocumentChange } from '../../../../schema/documents/documents/inputs.ts'
import type { DocumentType } from '../../../../schema/documents/documents/types.ts'
import { extractText, getPredictions, summarizeDocument } from '../../../../schema/documents/reading/readings.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import { filledPage } from '../../../ui/table/filled-page.ts'

export const documentKeys = {
  all: ['documents'] as const,
  byIds: (ids: string[]) => ['documents', 'ids', ids] as const,
  search: (text: string, type?: DocumentType) => ['documents', 'search', text, type] as const,
  fresh: (id: string) => ['documents', 'fresh', id] as const,
  of: ({ type, id }: DocumentsOf) => ['documents', 'of', type, id] as const,
  history: (id: string) => ['documents', 'history', id] as const,
  predictions: (id: string) => ['documents', 'predictions', id] as const,
}

/** A vendor or a service with its documents. */
export interface DocumentsOf {
  type: 'VENDOR' | 'SERVICE'
  id: string
}

/** The most shown at once on the object's page. The list of documents has the rest. */
const SHOWN = 100

export const useDocumentsOf = (object: DocumentsOf) =>
  useQuery({
    queryKey: documentKeys.of(object),
    queryFn: async ({ signal }) => {
      const narrowed = object.type === 'VENDOR' ? { vendorId: object.id } : { serviceId: object.id }
      const { edges, pageInfo } = await call(listDocuments, { query: { ...narrowed, first: SHOWN }, signal })
      return { documents: edges.map(({ node }) => node), hasMore: pageInfo.hasNextPage }
    },
  })

const addToVendor = graphql(
  `mutation AddDocumentsToVendor($id: ID!, $documentIds: [ID!]!) {
    addDocumentsToVendor(vendorId: $id, documentIds: $documentIds) { id }
  }`,
)
const removeFromVendor = graphql(
  `mutation RemoveDocumentsFromVendor($id: ID!, $documentIds: [ID!]!) {
    removeDocumentsFromVendor(vendorId: $id, documentIds: $documentIds) { id }
  }`,
)
const addToService = graphql(
  `mutation AddDocumentsToService($id: ID!, $documentIds: [ID!]!) {
    addDocumentsToService(serviceId: $id, documentIds: $documentIds) { id }
  }`,
)
const removeFromService = graphql(
  `mutation RemoveDocumentsFromService($id: ID!, $documentIds: [ID!]!) {
    removeDocumentsFromService(serviceId: $id, documentIds: $documentIds) { id }
  }`,
)

export const attachTo = async ({ type, id }: DocumentsOf, documentIds: string[], commandId: string): Promise<void> => {
  const variables = { id, documentIds }
  if (type === 'VENDOR') await runGraphql(addToVendor, variables, { commandId })
  else await runGraphql(addToService, variables, { commandId })
}

export const detachFrom = async (
  { type, id }: DocumentsOf,
  documentIds: string[],
  commandId: string,
): Promise<void> => {
  const variables = { id, documentIds }
  if (type === 'VENDOR') await runGraphql(removeFromVendor, variables, { commandId })
  else await runGraphql(removeFromService, variables, { commandId })
}

export const archive = (documentIds: string[], archived: boolean, commandId: string) =>
  call(archiveDocuments, { body: { documentIds, archived }, commandId })

export const useDocuments = (ids: string[]) =>
  useQuery({
    queryKey: documentKeys.byIds(ids),
    queryFn: ({ signal }) => call(getDocumentsFromIds, { query: { documentId: ids }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

/** With signed addresses that haven't expired. */
export const readDocument = (documentId: string, signal?: AbortSignal): Promise<DocumentView> =>
  call(getDocument, { params: { documentId }, signal })

export const freshDocumentQuery = (id: string) =>
  queryOptions({ queryKey: documentKeys.fresh(id), queryFn: ({ signal }) => readDocument(id, signal) })
export const useFreshDocument = (id: string) => useQuery(freshDocumentQuery(id))

export const removeDocument = (documentId: string, commandId: string): Promise<null> =>
  call(deleteDocument, { params: { documentId }, commandId })

/** The page polls while something is being read. */
const LOOK_AGAIN_MS = 2000

export const usePredictions = (documentId: string, isShown = true) =>
  useQuery({
    enabled: isShown,
    queryKey: documentKeys.predictions(documentId),
    queryFn: ({ signal }) => call(getPredictions, { params: { documentId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data && [data.state, data.text.state, data.summary.state].includes('PENDING') ? LOOK_AGAIN_MS : false,
  })

export const readAgain = (documentId: string, commandId: string) =>
  call(extractText, { params: { documentId }, commandId })

export const summarize = (documentId: string, again: boolean, commandId: string) =>
  call(summarizeDocument, { params: { documentId }, body: { again }, commandId })

const updateDocument = graphql(
  'mutation UpdateDocument($input: UpdateDocumentInput!) { updateDocument(input: $input) { id } }',
)

export const changeDocument = (input: DocumentChange & { version: number }, commandId: string) =>
  runGraphql(updateDocument, { input }, { commandId, quiet: true })

const FOUND = 20

/** Existing documents by name. The caller shows errors in place. */
export const useDocumentSearch = (text: string, type: DocumentType | undefined, enabled: boolean) =>
  useQuery({
    queryKey: documentKeys.search(text, type),
    queryFn: async ({ signal }) => {
      const { edges } = await filledPage({ cursor: undefined, first: FOUND }, (page) =>
        call(listDocuments, { query: { displayName: text, type, ...page }, signal }),
      )
      return edges.map(({ node }) => node)
    },
    enabled,
    placeholderData: keepPreviousData,
  })
