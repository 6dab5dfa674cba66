import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Waits } from '../../../../schema/platform/guarded/endpoints.ts'
import type { UnitMember } from '../../../../schema/platform/organisation/unit-shapes.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { Address } from '../../../lib/address.ts'
import type { PageRequest } from '../../../ui/table/data-table.tsx'
import type { AuditTarget } from '../audit/index.ts'

/** The units of a company share their screens. A `UnitKind` (kinds.ts) has the differences. */
export interface UnitKind {
  noun: string
  /** The cache's name for it, if it isn't the noun: units of another company. */
  key?: string
  plural: string
  title: string
  /** Its purpose, shown under the title and in the empty list. */
  purpose: string
  href: Address
  auditTarget: AuditTarget
  /** People belong to it, by its own list ('own') or by each person's settings ('elsewhere'). */
  members: 'own' | 'elsewhere' | null
  /** What a unit without people means for workflows. */
  withoutPeople?: string
  /** Members can approve the unit's requests. */
  hasApprovers: boolean
  fields: UnitField[]
  /** Its counterparts in other systems: lists of names. */
  mappings: { name: string; header: string }[]
  /** Its creation. Forms are checked by its body. */
  created: { body?: z.ZodType<UnitValues> }
  calls: UnitCalls
  /** Has its own page, with members and history. */
  page?: UnitPageCalls
  /** Several names are saved at once. */
  saveNames?: (list: NameToSave[], commandId: string) => Promise<unknown>
}

export type UnitField =
  | { name: string; kind: 'choice'; label: string; options: { value: string; label: string }[]; initial: string }
  | { name: string; kind: 'switch'; label: string; header: string; initial: boolean }

export interface UnitRow {
  id: string
  name: string
  version: number
  memberCount?: number | undefined
  l12m?: Money | null | undefined
  [field: string]: unknown
}
export type UnitWithMembers = UnitRow & { memberCount: number; companyMemberships: UnitMember[] }
/** A name and the values of the kind's fields. */
export type UnitValues = { name: string } & Record<string, unknown>

export interface NameToSave {
  /** Missing for a new one. */
  id?: string
  name: string
  version?: number
}

interface UnitCalls {
  list(query: PageRequest & { search?: string | undefined }, signal?: AbortSignal): Promise<Connection<UnitRow>>
  /** The current unit, or null if it was deleted. */
  current(id: string): Promise<UnitRow | null>
  create(values: UnitValues, commandId: string): Promise<{ id: string }>
  update(id: string, values: Partial<UnitValues> & { version: number }, commandId: string): Promise<unknown>
  remove(id: string, commandId: string): Promise<unknown>
  merge(id: string, intoId: string, commandId: string): Promise<{ id: string; waits?: Waits | undefined }>
}

export interface AddedMembers {
  userIds: string[]
  approvesRequests?: boolean
}

interface UnitPageCalls {
  hrefOf: (id: string) => Address
  read(id: string, signal?: AbortSignal): Promise<UnitWithMembers>
  /** How members are added. Forms are checked by its body. */
  added: { body?: z.ZodType<AddedMembers> }
  addMembers(id: string, body: AddedMembers, commandId: string): Promise<{ id: string; waits?: Waits | undefined }>
  removeMember(id: string, userId: string, commandId: string): Promise<{ id: string; warning?: string | undefined }>
}

/** The page of a unit, for kinds that have one. */
export const unitHref = (kind: UnitKind, id: string): Address => pageOf(kind).hrefOf(id)

/** For kinds that have a page. Asking for another kind is a programming error. */
export const pageOf = (kind: UnitKind): UnitPageCalls => {
  if (!kind.page) throw new Error(`${kind.title} have no pages`)
  return kind.page
}

export const unitKeys = {
  all: (kind: UnitKind) => ['organisation', kind.key ?? kind.noun] as const,
  list: (kind: UnitKind, search: string | undefined) =>
    ['organisation', kind.key ?? kind.noun, 'list', search ?? ''] as const,
  names: (kind: UnitKind) => ['organisation', kind.key ?? kind.noun, 'names'] as const,
  one: (kind: UnitKind, id: string) => ['organisation', kind.key ?? kind.noun, 'one', id] as const,
  history: (kind: UnitKind, id: string) => ['organisation', kind.key ?? kind.noun, 'history', id] as const,
}

export const useUnit = (kind: UnitKind, id: string) =>
  useQuery({ queryKey: unitKeys.one(kind, id), queryFn: ({ signal }) => pageOf(kind).read(id, signal) })
