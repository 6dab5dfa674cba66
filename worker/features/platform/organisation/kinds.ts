import type * as shapes from '../../../../schema/platform/organisation/unit-shapes.ts'
import { type Kind, nounOf, slugOf } from '../../../../schema/shared/kinds.ts'
import type { Permission } from '../../../../schema/shared/permissions.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { Referred } from '../../../core/references.ts'
import type { UnitIdsField } from '../members/index.ts'

/**
 * The units of a company: objects with a unique name, ignoring case. All kinds are listed, created, renamed, merged and
 * deleted the same way. Their differences are declared here.
 */
export interface UnitKind<Row extends shapes.Unit = shapes.Unit> extends Referred {
  auditTarget: Kind
  plural: string
  table: string
  nameIndex: string
  members: UnitMembers | null
  /** The flag without which the company has none. */
  needs: Permission | null
  /** Spend is totaled for it. See unit_spend_months. */
  countsSpend: boolean
  /** Its fields besides the name: the column of each, and its name in the history. */
  fields: Record<string, { column: string; label: string }>
  /** A row as lists show it, from its columns. */
  toRow(row: StoredUnit, context: StaffContext): Row
}

export interface UnitMembers {
  table: string
  unitColumn: string
  /** SQL for whether a member `m` approves the unit's requests. */
  approves: string
  /** The unit's own rows, which are deleted with it. A location is only a field of the membership. */
  own: boolean
  /** The member field with its units, or null if it is only a field of the membership. */
  field: UnitIdsField | null
}

export interface StoredUnit extends shapes.Unit {
  memberCount: number
  /** For kinds that count spend: minor units of the company's currency. */
  l12m: number
  [field: string]: unknown
}

const base = ({ id, name, version }: StoredUnit) => ({ id, name, version })
const counted = (row: StoredUnit) => ({ ...base(row), memberCount: row.memberCount })
const spend = (row: StoredUnit, { actor }: StaffContext) => ({ value: row.l12m, currency: actor.company.currency })

type Mappings = { id: string; name: string }[]

/** HR systems can't be connected yet, so nothing is mapped. */
const noMappings = (): Mappings => []

/** The unit's counterparts in the accounting system and in plans, which their areas list (`ReferenceHolder.lists`). */
const mappingsIn = (row: StoredUnit, field: string): Mappings => JSON.parse(String(row[field] ?? '[]')) as Mappings

/** What all have. Most have no more than a name. */
const named = (auditTarget: Kind, plural: string) => ({
  auditTarget,
  noun: nounOf(auditTarget),
  plural,
  key: slugOf(auditTarget),
  table: plural.replaceAll(' ', '_'),
  nameIndex: `${plural.replaceAll(' ', '_')}_name`,
  fields: {},
  asks: false,
  countsSpend: false,
  members: null,
  needs: null,
  services: null,
})

export const GROUP: UnitKind<shapes.Group> = {
  ...named('GROUP', 'groups'),
  members: { table: 'group_members', unitColumn: 'group_id', approves: '0', own: true, field: 'groupIds' },
  asks: true,
  toRow: counted,
}

export const DEPARTMENT: UnitKind<shapes.Department> = {
  ...named('DEPARTMENT', 'departments'),
  members: {
    table: 'department_members',
    unitColumn: 'department_id',
    approves: 'm.approves_requests',
    own: true,
    field: 'departmentIds',
  },
  services: { link: 'DEPARTMENT' },
  asks: true,
  countsSpend: true,
  toRow: (row, context) => ({
    ...counted(row),
    l12m: spend(row, context),
    erpDepartmentMappings: mappingsIn(row, 'erpDepartmentMappings'),
  }),
}

export const BUSINESS_UNIT: UnitKind<shapes.BusinessUnit> = {
  ...named('BUSINESS_UNIT', 'business units'),
  members: {
    table: 'business_unit_members',
    unitColumn: 'business_unit_id',
    approves: 'm.approves_requests',
    own: true,
    field: 'businessUnitIds',
  },
  services: { column: 'business_unit_id' },
  needs: 'business-units.use',
  asks: true,
  countsSpend: true,
  toRow: (row, context) => ({
    ...counted(row),
    l12m: spend(row, context),
    erpClassifications: mappingsIn(row, 'erpClassifications'),
  }),
}

export const LOCATION: UnitKind<shapes.Location> = {
  ...named('LOCATION', 'locations'),
  members: { table: 'company_memberships', unitColumn: 'location_id', approves: '0', own: false, field: null },
  services: { link: 'LOCATION' },
  toRow: (row) => ({
    ...counted(row),
    erpLocations: mappingsIn(row, 'erpLocations'),
    planLocations: mappingsIn(row, 'planLocations'),
    hrLocations: noMappings(),
  }),
}

export const ENTITY: UnitKind = {
  ...named('ENTITY', 'entities'),
  toRow: base,
}

export const SPEND_CATEGORY: UnitKind<shapes.SpendCategory> = {
  ...named('SPEND_CATEGORY', 'spend categories'),
  services: { column: 'spend_category_id' },
  fields: {
    type: { column: 'type', label: 'type' },
    isEnabledForSpendRequests: { column: 'is_enabled_for_spend_requests', label: 'offered in spend requests' },
  },
  toRow: (row) => ({
    ...base(row),
    type: row.type as shapes.SpendCategory['type'],
    isEnabledForSpendRequests: row.isEnabledForSpendRequests === 1,
    erpExpenseAccountMappings: mappingsIn(row, 'erpExpenseAccountMappings'),
    planExpenseCategories: mappingsIn(row, 'planExpenseCategories'),
    spendRuleSets: mappingsIn(row, 'spendRuleSets'),
  }),
}

export const REVENUE_CATEGORY: UnitKind<shapes.RevenueCategory> = {
  ...named('REVENUE_CATEGORY', 'revenue categories'),
  fields: { type: { column: 'type', label: 'type' } },
  toRow: (row) => ({
    ...base(row),
    type: row.type as shapes.RevenueCategory['type'],
    revenueAccountMappings: mappingsIn(row, 'revenueAccountMappings'),
    planRevenueCategories: mappingsIn(row, 'planRevenueCategories'),
  }),
}

export const UNIT_KINDS: readonly UnitKind[] = [
  GROUP,
  DEPARTMENT,
  BUSINESS_UNIT,
  LOCATION,
  ENTITY,
  SPEND_CATEGORY,
  REVENUE_CATEGORY,
]
