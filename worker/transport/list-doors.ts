import type { AnyEndpoint } from '../../schema/shared/endpoint.ts'
import { csvResponse } from '../core/csv.ts'
import type { ListOperations, ViewOperations } from '../core/list/operations.ts'
import { type Door, rawDoor } from './rest.ts'

/** The addresses of a list. Its operations are made from the same definition, so their types need no comparison. */
export const listDoors = (
  { list, totals }: { list: AnyEndpoint; totals: AnyEndpoint },
  file: AnyEndpoint,
  operations: ListOperations,
): Door[] => [
  ...(operations.totals ? [{ endpoint: totals, operation: operations.totals }] : []),
  { endpoint: list, operation: operations.list },
  rawDoor(file, operations.file, csvResponse),
]

type Endpoints = Record<
  'list' | 'totals' | 'download' | 'byFilter' | 'saveFilters' | 'views' | 'deleteView',
  AnyEndpoint
>

export const viewDoors = (endpoints: Endpoints, operations: ViewOperations): Door[] => [
  ...listDoors(endpoints, endpoints.download, operations),
  ...(['byFilter', 'saveFilters', 'views', 'deleteView'] as const).map((name) => ({
    endpoint: endpoints[name],
    operation: operations[name],
  })),
]
