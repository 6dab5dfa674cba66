import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/provisioning/endpoints.ts'
import * as mappings from '../../../../schema/platform/provisioning/mapping-endpoints.ts'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { call, type ResponseOf } from '../../../lib/rest.ts'
import { provisioningKeys } from './query-keys.ts'

export type ProvisioningKey = ResponseOf<typeof endpoints.getProvisioning>['keys'][number]

export const useProvisioning = () =>
  useQuery({ queryKey: provisioningKeys.keys, queryFn: ({ signal }) => call(endpoints.getProvisioning, { signal }) })

export const revokeKey = (keyId: string, commandId: string) =>
  call(endpoints.revokeProvisioningKey, { params: { keyId }, commandId })

export const saveNewPeople = (addsPeople: boolean, commandId: string) =>
  call(endpoints.setNewPeople, { body: { addsPeople }, commandId })

export const useNeedsAttention = () =>
  useQuery({ queryKey: provisioningKeys.open, queryFn: ({ signal }) => call(mappings.needsAttention, { signal }) })

export const MAPPED_KINDS = ['departments', 'business-units', 'entities', 'groups'] as const
export type MappedKind = (typeof MAPPED_KINDS)[number]

/** What one of the provider's names means here. */
export interface Meaning {
  value: string
  unit: { id: string; name: string } | null
  /** Of groups only. */
  role: AccessFlag | null
  isLeftOut: boolean
  isSent: boolean
  /** How many who were here already moved by it. */
  moved: { people: number; isDone: boolean } | null
}

interface Page {
  rows: Meaning[]
  next: string | null
}

type Stated = Pick<Meaning, 'isLeftOut' | 'isSent' | 'moved'>
interface Listed<Node> {
  edges: { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const pageOf = <Node extends Stated>(
  { edges, pageInfo }: Listed<Node>,
  rowOf: (node: Node) => Omit<Meaning, keyof Stated>,
): Page => ({
  rows: edges.map(({ node }) => ({
    ...rowOf(node),
    isLeftOut: node.isLeftOut,
    isSent: node.isSent,
    moved: node.moved,
  })),
  next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
})

interface Asked {
  cursor: string | undefined
  signal: AbortSignal
}

const READ: Record<MappedKind, (asked: Asked) => Promise<Page>> = {
  departments: async ({ cursor, signal }) =>
    pageOf(await call(mappings.listDepartmentMappings, { query: { cursor }, signal }), (node) => ({
      value: node.integrationDepartment,
      unit: node.department,
      role: null,
    })),
  'business-units': async ({ cursor, signal }) =>
    pageOf(await call(mappings.listBusinessUnitMappings, { query: { cursor }, signal }), (node) => ({
      value: node.integrationBusinessUnit,
      unit: node.businessUnit,
      role: null,
    })),
  entities: async ({ cursor, signal }) =>
    pageOf(await call(mappings.listEntityMappings, { query: { cursor }, signal }), (node) => ({
      value: node.integrationEntity,
      unit: node.entity,
      role: null,
    })),
  groups: async ({ cursor, signal }) =>
    pageOf(await call(mappings.listGroupMappings, { query: { cursor }, signal }), (node) => ({
      value: node.integrationGroup,
      unit: node.group,
      role: node.role,
    })),
}

/** People move in steps, which are looked at meanwhile. */
const MOVING_MS = 3000
const isMoving = ({ rows }: Page): boolean => rows.some(({ moved }) => moved !== null && !moved.isDone)

export const useMeanings = (kind: MappedKind) =>
  useInfiniteQuery({
    queryKey: [...provisioningKeys.mappings, kind],
    queryFn: ({ pageParam, signal }) => READ[kind]({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some(isMoving) ? MOVING_MS : false),
  })

export interface Change {
  value: string
  unitId: string | null
  role: AccessFlag | null
  isLeftOut: boolean
}

const SAVE: Record<MappedKind, (change: Change, commandId: string) => Promise<unknown>> = {
  departments: ({ value, unitId, isLeftOut }, commandId) =>
    call(mappings.saveDepartmentMappings, {
      body: [{ integrationDepartment: value, departmentId: unitId, isLeftOut }],
      commandId,
    }),
  'business-units': ({ value, unitId, isLeftOut }, commandId) =>
    call(mappings.saveBusinessUnitMappings, {
      body: [{ integrationBusinessUnit: value, businessUnitId: unitId, isLeftOut }],
      commandId,
    }),
  entities: ({ value, unitId, isLeftOut }, commandId) =>
    call(mappings.saveEntityMappings, { body: [{ integrationEntity: value, entityId: unitId, isLeftOut }], commandId }),
  groups: ({ value, unitId, role, isLeftOut }, commandId) =>
    call(mappings.saveGroupMappings, {
      body: [{ integrationGroup: value, groupId: unitId, role, isLeftOut }],
      commandId,
    }),
}

export const saveMeaning = (kind: MappedKind, change: Change, commandId: string) => SAVE[kind](change, commandId)
