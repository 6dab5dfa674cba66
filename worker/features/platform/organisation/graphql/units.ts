import {
  type BusinessUnit,
  EXPENSE_CATEGORY_TYPES,
  type Location,
  REVENUE_CATEGORY_TYPES,
  type RevenueCategory,
  type SpendCategory,
  type UnitMember,
} from '../../../../../schema/platform/organisation/unit-shapes.ts'
import { builder, resolveWith } from '../../../../transport/graphql/builder.ts'
import { idPayload, moneyType, namedType } from '../../../../transport/graphql/shared-types.ts'
import * as units from '../business-units.ts'
import * as categories from '../categories.ts'
import * as places from '../places.ts'
import {
  byId,
  byName,
  countedUnitFields,
  type MembersPage,
  membersCursor,
  memberType,
  renaming,
  renamingInput,
  unitFields,
} from './unit-types.ts'

/** Business units, locations, spend and revenue categories, and the company's own settings. */

const { businessUnits } = units
const { locations } = places
const { spendCategories, revenueCategories } = categories

const businessUnitType = builder
  .objectRef<BusinessUnit & MembersPage & { companyMemberships?: UnitMember[] }>('BusinessUnit')
  .implement({
    fields: (t) => ({
      ...countedUnitFields(t),
      l12m: t.field({
        type: moneyType,
        nullable: true,
        description: 'Spend of the last 12 months, without payroll; null for those who do not manage settings',
        resolve: (unit) => unit.l12m,
      }),
      erpClassifications: t.field({ type: [namedType], resolve: (unit) => unit.erpClassifications }),
      companyMemberships: t.field({
        type: [memberType],
        nullable: true,
        description: 'Of businessUnitById; null in the list',
        resolve: (unit) => unit.companyMemberships ?? null,
      }),
      membersCursor: membersCursor(t),
    }),
  })
const locationType = builder.objectRef<Location>('Location').implement({
  fields: (t) => ({
    ...countedUnitFields(t),
    erpLocations: t.field({ type: [namedType], resolve: (location) => location.erpLocations }),
    planLocations: t.field({ type: [namedType], resolve: (location) => location.planLocations }),
    hrLocations: t.field({ type: [namedType], resolve: (location) => location.hrLocations }),
  }),
})
const expenseCategoryType = builder.enumType('ExpenseCategoryType', { values: EXPENSE_CATEGORY_TYPES })
const revenueCategoryType = builder.enumType('RevenueCategoryType', { values: REVENUE_CATEGORY_TYPES })
const spendCategoryType = builder.objectRef<SpendCategory>('SpendCategory').implement({
  fields: (t) => ({
    ...unitFields(t),
    type: t.field({ type: expenseCategoryType, resolve: (category) => category.type }),
    isEnabledForSpendRequests: t.exposeBoolean('isEnabledForSpendRequests'),
    erpExpenseAccountMappings: t.field({
      type: [namedType],
      resolve: (category) => category.erpExpenseAccountMappings,
    }),
    planExpenseCategories: t.field({ type: [namedType], resolve: (category) => category.planExpenseCategories }),
    spendRuleSets: t.field({ type: [namedType], resolve: (category) => category.spendRuleSets }),
  }),
})
const revenueCategoryObject = builder.objectRef<RevenueCategory>('RevenueCategory').implement({
  fields: (t) => ({
    ...unitFields(t),
    type: t.field({ type: revenueCategoryType, resolve: (category) => category.type }),
    revenueAccountMappings: t.field({ type: [namedType], resolve: (category) => category.revenueAccountMappings }),
    planRevenueCategories: t.field({ type: [namedType], resolve: (category) => category.planRevenueCategories }),
  }),
})

const businessUnit = resolveWith('query.businessUnitById', units.readBusinessUnit)

builder.queryFields((t) => ({
  businessUnits: t.field({
    type: [businessUnitType],
    resolve: resolveWith('query.businessUnits', units.allBusinessUnits),
  }),
  businessUnitById: t.field({
    type: businessUnitType,
    args: { businessUnitId: t.arg.id({ required: true }), after: t.arg.string() },
    resolve: (root, { businessUnitId, after }, context, info) =>
      businessUnit(root, { businessUnitId, cursor: after }, context, info),
  }),
  locations: t.field({ type: [locationType], resolve: resolveWith('query.locations', places.allLocations) }),
  spendCategories: t.field({
    type: [spendCategoryType],
    args: { isEnabledForSpendRequests: t.arg.boolean() },
    resolve: resolveWith('query.spendCategories', categories.allSpendCategories),
  }),
  revenueCategories: t.field({
    type: [revenueCategoryObject],
    resolve: resolveWith('query.revenueCategories', categories.allRevenueCategories),
  }),
}))

const updateBusinessUnitInput = renamingInput('UpdateBusinessUnitInput')
const createSpendCategoryInput = builder.inputType('CreateSpendCategoryInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    isEnabledForSpendRequests: t.boolean(),
    type: t.field({ type: expenseCategoryType }),
  }),
})
const updateSpendCategoryInput = builder.inputType('UpdateSpendCategoryInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    name: t.string(),
    isEnabledForSpendRequests: t.boolean(),
    type: t.field({ type: expenseCategoryType }),
    version: t.int({ description: 'The version that was read; if omitted, the last save wins' }),
  }),
})
const createRevenueCategoryInput = builder.inputType('CreateRevenueCategoryInput', {
  fields: (t) => ({ name: t.string({ required: true }), type: t.field({ type: revenueCategoryType }) }),
})
const updateRevenueCategoryInput = builder.inputType('UpdateRevenueCategoryInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    name: t.string(),
    type: t.field({ type: revenueCategoryType }),
    version: t.int({ description: 'The version that was read; if omitted, the last save wins' }),
  }),
})

const createSpendCategory = resolveWith('mutation.createSpendCategory', spendCategories.create)
const updateSpendCategory = resolveWith('mutation.updateSpendCategory', spendCategories.update)
const createRevenueCategory = resolveWith('mutation.createRevenueCategory', revenueCategories.create)
const updateRevenueCategory = resolveWith('mutation.updateRevenueCategory', revenueCategories.update)

builder.mutationFields((t) => ({
  createBusinessUnit: byName(t, 'createBusinessUnit', businessUnits.create),
  updateBusinessUnit: renaming(t, 'updateBusinessUnit', businessUnits.update),
  updateBusinessUnits: t.field({
    type: [idPayload],
    args: { businessUnits: t.arg({ type: [updateBusinessUnitInput], required: true }) },
    resolve: resolveWith('mutation.updateBusinessUnits', units.renameBusinessUnits),
  }),
  deleteBusinessUnit: byId(t, 'deleteBusinessUnit', businessUnits.remove),
  addUserToBusinessUnit: t.field({
    type: idPayload,
    args: { businessUnitId: t.arg.id({ required: true }), userId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.addUserToBusinessUnit', units.addUserToBusinessUnit),
  }),
  removeUserFromBusinessUnit: t.field({
    type: idPayload,
    args: { businessUnitId: t.arg.id({ required: true }), userId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.removeUserFromBusinessUnit', units.removeBusinessUnitMember),
  }),
  createLocation: byName(t, 'createLocation', locations.create),
  updateLocation: renaming(t, 'updateLocation', locations.update),
  deleteLocation: byId(t, 'deleteLocation', locations.remove),
  createSpendCategory: t.field({
    type: idPayload,
    args: { input: t.arg({ type: createSpendCategoryInput, required: true }) },
    resolve: (root, { input }, context, info) => createSpendCategory(root, given(input), context, info),
  }),
  updateSpendCategory: t.field({
    type: idPayload,
    args: { input: t.arg({ type: updateSpendCategoryInput, required: true }) },
    resolve: (root, { input }, context, info) => updateSpendCategory(root, given(input), context, info),
  }),
  deleteSpendCategory: byId(t, 'deleteSpendCategory', spendCategories.remove),
  createRevenueCategory: t.field({
    type: idPayload,
    args: { input: t.arg({ type: createRevenueCategoryInput, required: true }) },
    resolve: (root, { input }, context, info) => createRevenueCategory(root, given(input), context, info),
  }),
  updateRevenueCategory: t.field({
    type: idPayload,
    args: { input: t.arg({ type: updateRevenueCategoryInput, required: true }) },
    resolve: (root, { input }, context, info) => updateRevenueCategory(root, given(input), context, info),
  }),
  deleteRevenueCategory: byId(t, 'deleteRevenueCategory', revenueCategories.remove),
}))

/** The given input as a plain object. */
const given = (input: object): Record<string, unknown> => ({ ...input })
