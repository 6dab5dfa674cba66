import { useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/vendors/imports/endpoints.ts'
import { postFile } from '../../../lib/post-file.ts'
import { type BodyOf, call, type QueryOf } from '../../../lib/rest.ts'
import type { PageRequest } from '../../../ui/table/data-table.tsx'

export type {
  ImportRow,
  ImportSummary,
  RowOutcome,
  VendorImport,
} from '../../../../schema/vendors/imports/endpoints.ts'

export const importKeys = {
  all: ['vendor-imports'] as const,
  list: ['vendor-imports', 'list'] as const,
  one: (id: string) => ['vendor-imports', 'one', id] as const,
  rows: (id: string, filter: string, version: number) => ['vendor-imports', 'rows', id, filter, version] as const,
}

export const fetchImports = ({ cursor, first }: PageRequest, signal: AbortSignal) =>
  call(endpoints.listVendorImports, { query: { cursor, first }, signal })

/** How often the screen asks for an import's progress. */
const POLL_MS = 700

export const isBusy = ({ status }: Pick<endpoints.VendorImport, 'status'>): boolean =>
  status === 'RUNNING' || status === 'ROLLING_BACK'

export const useImport = (importId: string) =>
  useQuery({
    queryKey: importKeys.one(importId),
    queryFn: ({ signal }) => call(endpoints.getVendorImport, { params: { importId }, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? POLL_MS : false),
  })

export type RowFilter = NonNullable<QueryOf<typeof endpoints.listVendorImportRows>['filter']>

export const fetchImportRows = (
  importId: string,
  filter: RowFilter,
  { cursor, first }: PageRequest,
  signal: AbortSignal,
) => call(endpoints.listVendorImportRows, { params: { importId }, query: { filter, cursor, first }, signal })

/** Returns the import's id. Throws UploadError with what is wrong with the file. */
export const uploadImport = async (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  const form = new FormData()
  form.append('file', file)
  const answer = await postFile(endpoints.uploadVendorImport.path, form, onProgress, signal)
  return endpoints.uploadVendorImport.response.parse(JSON.parse(answer)).id
}

export const checkImport = (importId: string, body: BodyOf<typeof endpoints.checkVendorImport>, commandId: string) =>
  call(endpoints.checkVendorImport, { params: { importId }, body, commandId })

export const startImport = (importId: string, version: number, commandId: string) =>
  call(endpoints.startVendorImport, { params: { importId }, body: { version }, commandId })

export const rollBackImport = (importId: string, version: number, commandId: string) =>
  call(endpoints.rollBackVendorImport, { params: { importId }, body: { version }, commandId })

export const deleteImport = (importId: string, commandId: string) =>
  call(endpoints.deleteVendorImport, { params: { importId }, commandId })

export const TEMPLATE_HREF = endpoints.importTemplate.path
export const badRowsHref = (importId: string): string => endpoints.badRowsCsv.path.replace('{importId}', importId)
