import { z } from 'zod'
import {
  EXPENSE_ACCOUNT_TYPES,
  type MappedKind,
  mappedKind,
  REVENUE_ACCOUNT_TYPES,
  trackingLevel,
} from '../../platform/accounting/values.ts'
import { money } from '../../shared/money.ts'
import { id, instant, requiredText } from '../../shared/values.ts'

/** What the objects of an accounting system are in the company (specification 3 §3 and §4). */

/** The most rows that one save changes. */
export const MOST_MAPPED_AT_ONCE = 500
/** Units and vendors have names of this length. */
export const LONGEST_NEW_NAME = 120
/** How long a save can be undone. */
export const UNDO_DAYS = 30

/** What a row is mapped to: the field with its id, and the field with the name of one to make. */
export const TARGETS = {
  DEPARTMENT: { id: 'departmentId', newName: 'newDepartmentName', noun: 'department' },
  LOCATION: { id: 'locationId', newName: 'newLocationName', noun: 'location' },
  VENDOR: { id: 'vendorId', newName: 'newVendorName', noun: 'vendor' },
  EXPENSE_ACCOUNT: { id: 'categoryId', newName: 'newCategoryName', noun: 'spend category' },
  REVENUE_ACCOUNT: { id: 'categoryId', newName: 'newCategoryName', noun: 'revenue category' },
  CLASSIFICATION: { id: 'businessUnitId', newName: 'newBusinessUnitName', noun: 'business unit' },
  ENTITY: { id: 'entityId', newName: 'newEntityName', noun: 'entity' },
} as const satisfies Record<MappedKind, { id: string; newName: string; noun: string }>
export type TargetField = (typeof TARGETS)[MappedKind]['id']
export type NewNameField = (typeof TARGETS)[MappedKind]['newName']

const accountType = z.enum([...EXPENSE_ACCOUNT_TYPES, ...REVENUE_ACCOUNT_TYPES])
const target = id.nullable().optional()
const newName = requiredText(LONGEST_NEW_NAME).nullable().optional()

/** One row's change. Missing fields stay, null unmaps. A name makes a new one, or means the one that has it. */
export const mappingChange = z.object({
  id,
  /** The version that was read. Without it the last save wins. */
  version: z.number().int().min(1).nullish(),
  departmentId: target,
  newDepartmentName: newName,
  locationId: target,
  newLocationName: newName,
  vendorId: target,
  newVendorName: newName,
  categoryId: target,
  newCategoryName: newName,
  businessUnitId: target,
  newBusinessUnitName: newName,
  entityId: target,
  newEntityName: newName,
  /** For departments and locations: whether their lines are tracked. */
  isTracked: z.boolean().nullish(),
  /** For vendors: no one needs to map it. */
  isDismissed: z.boolean().nullish(),
  /** For accounts. */
  trackingLevel: trackingLevel.nullish(),
  isPayroll: z.boolean().nullish(),
  type: accountType.nullish(),
})
export type MappingChange = z.output<typeof mappingChange>

/** Which fields the rows of a kind have besides what they are mapped to. */
export const FURTHER_FIELDS: Record<MappedKind, readonly (keyof MappingChange)[]> = {
  DEPARTMENT: ['isTracked'],
  LOCATION: ['isTracked'],
  VENDOR: ['isDismissed'],
  EXPENSE_ACCOUNT: ['departmentId', 'businessUnitId', 'trackingLevel', 'isPayroll', 'type'],
  REVENUE_ACCOUNT: ['departmentId', 'businessUnitId', 'trackingLevel', 'type'],
  CLASSIFICATION: [],
  ENTITY: [],
}

const named = z.object({ id: z.string(), name: z.string() })

/** A row of a mapping page. */
export const mappingRow = z.object({
  id: z.string(),
  kind: mappedKind,
  name: z.string(),
  /** An account's general-ledger number. */
  number: z.string().nullable(),
  erpId: z.string(),
  isActive: z.boolean(),
  /** For accounts, the system's own name of their group. */
  classification: z.string().nullable(),
  /** What it is mapped to. */
  target: named.nullable(),
  /** What ticking it maps it to. Without an id it is a new one with that name. Null while it is mapped. */
  proposal: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  department: named.nullable(),
  businessUnit: named.nullable(),
  type: accountType.nullable(),
  trackingLevel,
  isPayroll: z.boolean(),
  isTracked: z.boolean(),
  isDismissed: z.boolean(),
  /** Whether people should still say what it is. */
  isUnmapped: z.boolean(),
  last12: money,
  createdAt: instant,
  version: z.number().int(),
})
export type MappingRow = z.infer<typeof mappingRow>
