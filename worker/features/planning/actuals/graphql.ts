import type { MappingRow } from '../../../../schema/planning/actuals/mapping-values.ts'
import { TRACKING_LEVELS } from '../../../../schema/platform/accounting/values.ts'
import { EXPENSE_CATEGORY_TYPES, REVENUE_CATEGORY_TYPES } from '../../../../schema/platform/organisation/unit-shapes.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload, moneyType, pageInfoType } from '../../../transport/graphql/shared-types.ts'
import {
  type ErpObject,
  erpClassifications,
  erpDepartments,
  erpLocations,
  mapByClassification,
} from './mapping-contract.ts'
import {
  classificationMappings,
  departmentMappings,
  expenseAccountMappings,
  revenueAccountMappings,
  vendorMappings,
} from './mapping-list.ts'
import * as saves from './mapping-saves.ts'
import './graphql-vendors.ts'

/** Mapping through GraphQL, by the names of the specification (3 §3 and §7.6). */

const trackingLevelType = builder.enumType('TransactionDepartmentFilter', { values: TRACKING_LEVELS })
// The same values as those of categories, which have types of their own in the schema.
const expenseTypeEnum = builder.enumType('ExpenseAccountType', { values: EXPENSE_CATEGORY_TYPES })
const revenueTypeEnum = builder.enumType('RevenueAccountType', { values: REVENUE_CATEGORY_TYPES })
type ExpenseType = (typeof EXPENSE_CATEGORY_TYPES)[number]
type RevenueType = (typeof REVENUE_CATEGORY_TYPES)[number]

const expenseType = ({ type }: MappingRow): ExpenseType => (type === 'COGS' || type === 'OPEX' ? type : 'OTHER')
const revenueType = ({ type }: MappingRow): RevenueType => (type === 'OTHER_INCOME' ? type : 'REVENUE')

// ---- What every member reads

const unitType = (name: string, field: 'departmentId' | 'locationId' | 'businessUnitId') =>
  builder.objectRef<ErpObject>(name).implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      erpId: t.exposeString('erpId'),
      name: t.exposeString('name'),
      isActive: t.exposeBoolean('isActive'),
      isEnabledForTracking: t.exposeBoolean('isTracked'),
      [field]: t.id({ nullable: true, resolve: (unit) => unit[field] }),
    }),
  })
const departmentType = unitType('ErpDepartment', 'departmentId')
const locationType = unitType('ErpLocation', 'locationId')
const classificationType = unitType('ErpClassification', 'businessUnitId')

// ---- What people map

const departmentMapping = builder.objectRef<MappingRow>('ErpDepartmentMapping').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    departmentId: t.id({ nullable: true, resolve: ({ target }) => target?.id ?? null }),
    isEnabledForTracking: t.exposeBoolean('isTracked'),
    isActive: t.exposeBoolean('isActive'),
    version: t.exposeInt('version'),
  }),
})
const classificationMapping = builder.objectRef<MappingRow>('ErpClassificationMapping').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    businessUnitId: t.id({ nullable: true, resolve: ({ target }) => target?.id ?? null }),
    isActive: t.exposeBoolean('isActive'),
    version: t.exposeInt('version'),
  }),
})
const vendorMapping = builder.objectRef<MappingRow>('ErpVendorMapping').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    vendorId: t.id({ nullable: true, resolve: ({ target }) => target?.id ?? null }),
    vendorName: t.string({ nullable: true, resolve: ({ target }) => target?.name ?? null }),
    erpVendorName: t.exposeString('name'),
    last12Spend: t.field({ type: moneyType, resolve: ({ last12 }) => last12 }),
    createdAt: t.exposeString('createdAt'),
    isDismissed: t.exposeBoolean('isDismissed'),
    version: t.exposeInt('version'),
  }),
})
const vendorEdge = builder.objectRef<{ cursor: string; node: MappingRow }>('ErpVendorMappingEdge').implement({
  fields: (t) => ({ cursor: t.exposeString('cursor'), node: t.field({ type: vendorMapping, resolve: (e) => e.node }) }),
})
const vendorConnection = builder.objectRef<Connection<MappingRow>>('ErpVendorMappingConnection').implement({
  fields: (t) => ({
    edges: t.field({ type: [vendorEdge], resolve: (connection) => connection.edges }),
    pageInfo: t.field({ type: pageInfoType, resolve: (connection) => connection.pageInfo }),
  }),
})

const erpAccountType = builder.objectRef<MappingRow>('ErpAccountState').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    status: t.string({
      description: 'ACTIVE or INACTIVE',
      resolve: ({ isActive }) => (isActive ? 'ACTIVE' : 'INACTIVE'),
    }),
  }),
})
const expenseMapping = builder.objectRef<MappingRow>('ExpenseAccountMapping').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    generalLedgerAccountNumber: t.exposeString('number', { nullable: true }),
    departmentId: t.id({ nullable: true, resolve: ({ department }) => department?.id ?? null }),
    businessUnitId: t.id({ nullable: true, resolve: ({ businessUnit }) => businessUnit?.id ?? null }),
    spendCategoryId: t.id({ nullable: true, resolve: ({ target }) => target?.id ?? null }),
    enabledForTrackingLevel: t.field({ type: trackingLevelType, resolve: (row) => row.trackingLevel }),
    last12Spend: t.field({ type: moneyType, resolve: ({ last12 }) => last12 }),
    isPayroll: t.exposeBoolean('isPayroll'),
    type: t.field({ type: expenseTypeEnum, resolve: expenseType }),
    erpAccount: t.field({ type: erpAccountType, resolve: (row) => row }),
    version: t.exposeInt('version'),
  }),
})
/** An account without a department is the whole company's. */
const revenueDepartment = builder.objectRef<MappingRow>('RevenueAccountDepartment').implement({
  fields: (t) => ({
    id: t.id({ nullable: true, resolve: ({ department }) => department?.id ?? null }),
    name: t.string({ resolve: ({ department }) => department?.name ?? 'Total company' }),
    isTotalCompany: t.boolean({ resolve: ({ department }) => department === null }),
  }),
})
const revenueMapping = builder.objectRef<MappingRow>('RevenueAccountMapping').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    generalLedgerAccountNumber: t.exposeString('number', { nullable: true }),
    department: t.field({ type: revenueDepartment, resolve: (row) => row }),
    departmentId: t.id({ nullable: true, resolve: ({ department }) => department?.id ?? null }),
    businessUnitId: t.id({ nullable: true, resolve: ({ businessUnit }) => businessUnit?.id ?? null }),
    revenueCategoryId: t.id({ nullable: true, resolve: ({ target }) => target?.id ?? null }),
    enabledForTrackingLevel: t.field({ type: trackingLevelType, resolve: (row) => row.trackingLevel }),
    last12Revenue: t.field({ type: moneyType, resolve: ({ last12 }) => last12 }),
    type: t.field({ type: revenueTypeEnum, resolve: revenueType }),
    erpAccount: t.field({ type: erpAccountType, resolve: (row) => row }),
    version: t.exposeInt('version'),
  }),
})

const vendorPage = resolveWith('query.erpVendorMappings', vendorMappings)

builder.queryFields((t) => ({
  erpClassifications: t.field({
    type: [classificationType],
    resolve: resolveWith('query.erpClassifications', erpClassifications),
  }),
  erpDepartments: t.field({ type: [departmentType], resolve: resolveWith('query.erpDepartments', erpDepartments) }),
  erpLocations: t.field({ type: [locationType], resolve: resolveWith('query.erpLocations', erpLocations) }),
  erpClassificationMappings: t.field({
    type: [classificationMapping],
    resolve: resolveWith('query.erpClassificationMappings', classificationMappings),
  }),
  erpDepartmentMappings: t.field({
    type: [departmentMapping],
    resolve: resolveWith('query.erpDepartmentMappings', departmentMappings),
  }),
  expenseAccountMappings: t.field({
    type: [expenseMapping],
    resolve: resolveWith('query.expenseAccountMappings', expenseAccountMappings),
  }),
  revenueAccountMappings: t.field({
    type: [revenueMapping],
    resolve: resolveWith('query.revenueAccountMappings', revenueAccountMappings),
  }),
  erpVendorMappings: t.field({
    type: vendorConnection,
    args: { first: t.arg.int(), after: t.arg.string() },
    resolve: (root, { first, after }, context, info) =>
      vendorPage(root, { first, cursor: after ?? null }, context, info),
  }),
}))

// ---- Saving

const VERSION = 'The version that was read; if omitted, the last save wins'

const departmentInput = builder.inputType('ErpDepartmentMappingInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    departmentId: t.id(),
    newDepartmentName: t.string(),
    isEnabledForTracking: t.boolean(),
    version: t.int({ description: VERSION }),
  }),
})
const locationFields = (name: string) =>
  builder.inputType(name, {
    fields: (t) => ({
      id: t.id({ required: true }),
      locationId: t.id(),
      newLocationName: t.string(),
      isEnabledForTracking: t.boolean(),
      version: t.int({ description: VERSION }),
    }),
  })
const locationInput = locationFields('LocationMappingInput')
const updateLocationInput = locationFields('UpdateErpLocationInput')
const classificationInput = builder.inputType('ErpClassificationMappingInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    businessUnitId: t.id(),
    newBusinessUnitName: t.string(),
    version: t.int({ description: VERSION }),
  }),
})
const vendorInput = builder.inputType('ErpVendorMappingInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    vendorId: t.id(),
    newVendorName: t.string(),
    version: t.int({ description: VERSION }),
  }),
})
const expenseInput = builder.inputType('ErpExpenseAccountMappingInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    departmentId: t.id(),
    businessUnitId: t.id(),
    spendCategoryId: t.id(),
    newCategoryName: t.string(),
    enabledForTrackingLevel: t.field({ type: trackingLevelType }),
    isPayroll: t.boolean(),
    type: t.field({ type: expenseTypeEnum }),
    version: t.int({ description: VERSION }),
  }),
})
const revenueInput = builder.inputType('RevenueAccountMappingInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    departmentId: t.id(),
    businessUnitId: t.id(),
    revenueCategoryId: t.id(),
    newCategoryName: t.string(),
    enabledForTrackingLevel: t.field({ type: trackingLevelType }),
    type: t.field({ type: revenueTypeEnum }),
    version: t.int({ description: VERSION }),
  }),
})

type RowInput = typeof departmentInput | typeof locationInput | typeof classificationInput | typeof vendorInput
type AnyRowInput = RowInput | typeof expenseInput | typeof revenueInput
type Save = typeof saves.saveDepartments

/** `Update…Input { mappings: […] }` and the mutation that takes one. */
const savingField = (name: string, inputName: string, row: AnyRowInput, operation: unknown) => {
  const input = builder.inputType(inputName, {
    fields: (t) => ({ mappings: t.field({ type: [row as typeof departmentInput], required: true }) }),
  })
  const save = resolveWith(`mutation.${name}`, operation as Save)
  builder.mutationField(name, (t) =>
    t.field({
      type: [idPayload],
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (root, args, context, info) => save(root, { ...args.input }, context, info),
    }),
  )
}

savingField(
  'updateErpClassificationMappings',
  'UpdateErpClassificationMappingsInput',
  classificationInput,
  saves.saveClassifications,
)
savingField('updateErpDepartmentMappings', 'UpdateErpDepartmentMappingsInput', departmentInput, saves.saveDepartments)
savingField('updateErpVendorMappings', 'UpdateErpVendorMappingsInput', vendorInput, saves.saveVendors)
savingField(
  'updateErpExpenseAccountMappings',
  'UpdateErpExpenseAccountMappingsInput',
  expenseInput,
  saves.saveExpenseAccounts,
)
savingField('saveRevenueAccountMappings', 'SaveRevenueAccountMappingsInput', revenueInput, saves.saveRevenueAccounts)
savingField('saveLocationMappings', 'SaveLocationMappingsInput', locationInput, saves.saveLocations)

builder.mutationFields((t) => ({
  updateErpLocations: t.field({
    type: [idPayload],
    args: { erpLocations: t.arg({ type: [updateLocationInput], required: true }) },
    resolve: resolveWith('mutation.updateErpLocations', saves.updateLocations),
  }),
  createExpenseAccountMappingsForAccountClassifications: t.field({
    type: [idPayload],
    args: {
      accountClassifications: t.arg.stringList({ required: true }),
      companyId: t.arg.id({ required: true }),
    },
    resolve: resolveWith('mutation.createExpenseAccountMappingsForAccountClassifications', mapByClassification),
  }),
}))
