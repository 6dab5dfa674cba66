import { z } from 'zod'
import { money } from '../../shared/money.ts'
import { pageQuery } from '../../shared/paging.ts'
import { id, person, requiredText } from '../../shared/values.ts'

/** What all units of a company have in common: groups, departments, business units, locations, entities, categories. */

export const unitName = requiredText(120)

/** The most units that a bulk save can change at once. */
export const MAX_UNITS_AT_ONCE = 200

export const unitMember = person.extend({
  /** Can no longer sign in, and approves nothing. */
  disabled: z.boolean(),
  /** Departments and business units only: approves the requests of this unit. */
  approvesRequests: z.boolean(),
})
export type UnitMember = z.infer<typeof unitMember>

/** A unit's counterparts in an accounting system, a plan or an HR system. */
export const mappings = z.array(z.object({ id: z.string(), name: z.string() }))

export const unit = z.object({ id: z.string(), name: z.string(), version: z.number().int() })
export type Unit = z.infer<typeof unit>

export const group = unit.extend({ memberCount: z.number().int() })
export const department = group.extend({
  /** Spend of this month and the eleven before it, in the company's currency. */
  /** Null for people who don't manage settings. */
  l12m: money.nullable(),
  erpDepartmentMappings: mappings,
})
export const businessUnit = group.extend({
  /** As for a department. Null for people who don't manage settings. */
  l12m: money.nullable(),
  erpClassifications: mappings,
})
export const location = group.extend({ erpLocations: mappings, planLocations: mappings, hrLocations: mappings })
export const entity = unit
export type Group = z.infer<typeof group>
export type Department = z.infer<typeof department>
export type BusinessUnit = z.infer<typeof businessUnit>
export type Location = z.infer<typeof location>

/** Specification 1 §3. */
export const EXPENSE_CATEGORY_TYPES = ['COGS', 'OPEX', 'OTHER'] as const
export const expenseCategoryType = z.enum(EXPENSE_CATEGORY_TYPES)
export const REVENUE_CATEGORY_TYPES = ['REVENUE', 'OTHER_INCOME'] as const
export const revenueCategoryType = z.enum(REVENUE_CATEGORY_TYPES)

export const spendCategory = unit.extend({
  type: expenseCategoryType,
  /** Whether spend requests offer it. */
  isEnabledForSpendRequests: z.boolean(),
  erpExpenseAccountMappings: mappings,
  planExpenseCategories: mappings,
  spendRuleSets: mappings,
})
export const revenueCategory = unit.extend({
  type: revenueCategoryType,
  revenueAccountMappings: mappings,
  planRevenueCategories: mappings,
})
export type SpendCategory = z.infer<typeof spendCategory>
export type RevenueCategory = z.infer<typeof revenueCategory>

const members = z.object({ companyMemberships: z.array(unitMember) })
export const groupWithMembers = group.extend(members.shape)
export const departmentWithMembers = department.extend(members.shape)

/** One unit has a page of its members, by name, and where the next one begins: null after the last. */
const membersPage = { ...members.shape, membersCursor: z.string().nullable() }
export const membersQuery = pageQuery.pick({ cursor: true })
export const groupPage = group.extend(membersPage)
export const departmentPage = department.extend(membersPage)
export const businessUnitPage = businessUnit.extend(membersPage)
export type GroupWithMembers = z.infer<typeof groupWithMembers>
export type DepartmentWithMembers = z.infer<typeof departmentWithMembers>

const USE_KINDS = [
  'WORKFLOW',
  'FORM',
  'RULE_SET',
  'MATRIX',
  'MEMBER',
  'SPEND',
  'SERVICE',
  'DELEGATION',
  'MAPPING',
  'APPROVAL',
  'ANSWER',
  'REQUEST',
  'DOCUMENT',
  'CONVERSATION',
  'PORTAL',
  'TRANSACTION',
  'PAYMENT',
  'APPROVAL_SETTING',
  'NOTIFICATION_SETTING',
] as const
export type UseKind = (typeof USE_KINDS)[number]

/** Uses that move to another unit in a merge. A pending request keeps what it was filed with. */
export const MOVABLE_USES: readonly UseKind[] = [
  'WORKFLOW',
  'FORM',
  'RULE_SET',
  'MATRIX',
  'MEMBER',
  'SPEND',
  'SERVICE',
  'DELEGATION',
  'MAPPING',
  'APPROVAL_SETTING',
  'NOTIFICATION_SETTING',
]

/** Why something in use can't be deleted: the details of RULE_BROKEN with the reason IN_USE. */
export const inUseReasons = z.array(z.object({ kind: z.enum(USE_KINDS), text: z.string(), href: z.string() }))
export type InUseReason = z.infer<typeof inUseReasons>[number]

export const searchedPage = pageQuery.extend({ search: z.string().trim().max(200).optional() })
export const named = z.object({ name: unitName })
/** The version that was read. Without it, the last save wins. */
export const readVersion = z.number().int().min(1).nullish()
export const identified = z.object({ id: z.string() })
export const userIds = z.array(id).min(1, 'Choose at least one person').max(100, 'At most 100 people at once')
export const mergeInto = z.object({ intoId: id })

/** Names of several units, saved all or none. */
export const renamings = z
  .array(z.object({ id, name: unitName, version: readVersion }))
  .min(1)
  .max(MAX_UNITS_AT_ONCE, `At most ${MAX_UNITS_AT_ONCE} at once`)
