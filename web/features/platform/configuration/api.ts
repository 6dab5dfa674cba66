import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/configuration/endpoints.ts'
import { call } from '../../../lib/rest.ts'

export type { ConfigurationImport, Difference } from '../../../../schema/platform/configuration/endpoints.ts'

export const configurationKeys = { all: ['configuration'] as const, imports: ['configuration', 'imports'] as const }

/** How often the screen asks how far an import is. */
const POLL_MS = 700

export const exportAddress = endpoints.exportConfiguration.path
export const beforeAddress = (id: string): string =>
  endpoints.getConfigurationBefore.path.replace('{configurationImportId}', id)

export const isBusy = ({ state }: endpoints.ConfigurationImport): boolean => state === 'RUNNING' || state === 'UNDOING'

export const importsQuery = queryOptions({
  queryKey: configurationKeys.imports,
  queryFn: ({ signal }) => call(endpoints.listConfigurationImports, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isBusy) ? POLL_MS : false),
})

export interface Decided {
  file: string
  mappings: endpoints.Mapping[]
  removals: endpoints.Removal[]
}

/** @param read counts the files that were read, so that a key isn't as long as a file */
export const differenceQuery = (read: number, decided: Decided) =>
  queryOptions({
    queryKey: [...configurationKeys.all, 'difference', read, decided.mappings, decided.removals],
    queryFn: ({ signal }) => call(endpoints.compareConfiguration, { body: decided, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export const startImport = (body: Decided & { fileName: string; fingerprint: string }, commandId: string) =>
  call(endpoints.startConfigurationImport, { body, commandId })

export const undoImport = ({ id, version }: endpoints.ConfigurationImport, commandId: string) =>
  call(endpoints.undoConfigurationImport, { params: { configurationImportId: id }, body: { version }, commandId })
