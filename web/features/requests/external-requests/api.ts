import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/requests/external-requests/endpoints.ts'
import { toApiError } from '../../../lib/errors.ts'
import { call, newCommandId, send } from '../../../lib/rest.ts'

export const externalKeys = {
  all: (companyId: string) => ['external-requests', companyId] as const,
}

/** How often the screen asks how far an import is. */
const POLL_MS = 700

const isBusy = ({ status }: endpoints.ExternalUpload): boolean => status === 'RUNNING' || status === 'ROLLING_BACK'

export const categoriesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...externalKeys.all(companyId), 'categories'],
    queryFn: ({ signal }) => call(endpoints.listExternalCategories, { params: { companyId }, signal }),
  })

export const uploadsQuery = (companyId: string) =>
  infiniteQueryOptions({
    queryKey: [...externalKeys.all(companyId), 'uploads'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listExternalUploads, { params: { companyId }, query: { cursor: pageParam, first: 10 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? (last.pageInfo.endCursor ?? undefined) : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.edges.map(({ node }) => node)),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.edges.some(({ node }) => isBusy(node))) ? POLL_MS : false,
  })

export const problemsQuery = (companyId: string, { id, version }: Pick<endpoints.ExternalUpload, 'id' | 'version'>) =>
  infiniteQueryOptions({
    queryKey: [...externalKeys.all(companyId), 'problems', id, version],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listExternalRows, {
        params: { companyId, uploadId: id },
        query: { filter: 'PROBLEMS', cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? (last.pageInfo.endCursor ?? undefined) : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.edges.map(({ node }) => node)),
  })

export interface NewUpload {
  companyId: string
  intakeCategoryId: string
  system: string
  file: File | null
}

/** @throws ApiError with messages for the fields */
export const uploadRequests = async ({ file, ...fields }: NewUpload): Promise<{ id: string }> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('file', file)
  const { method, path, response: shape } = endpoints.uploadExternalRequests
  const response = await send(path, { method, body: form, headers: { 'idempotency-key': newCommandId() } })
  const body: unknown = await response.json().catch(() => null)
  const { status, statusText } = response
  if (!response.ok) throw toApiError({ status, statusText, call: `${method} ${path}` }, body)
  return shape.parse(body)
}

const paramsOf = (companyId: string, { id }: endpoints.ExternalUpload) => ({ companyId, uploadId: id })

export const startUpload = (companyId: string, upload: endpoints.ExternalUpload, commandId: string) =>
  call(endpoints.startExternalUpload, {
    params: paramsOf(companyId, upload),
    body: { version: upload.version },
    commandId,
  })

export const undoUpload = (companyId: string, upload: endpoints.ExternalUpload, commandId: string) =>
  call(endpoints.rollBackExternalUpload, {
    params: paramsOf(companyId, upload),
    body: { version: upload.version },
    commandId,
  })

export const discardUpload = (companyId: string, upload: endpoints.ExternalUpload, commandId: string) =>
  call(endpoints.deleteExternalUpload, { params: paramsOf(companyId, upload), commandId })
