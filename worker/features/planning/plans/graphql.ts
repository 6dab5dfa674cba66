import { PLAN_TYPES, type PlanMappingKind, type PlanType } from '../../../../schema/planning/plans/values.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload, namedType, yearMonthType } from '../../../transport/graphql/shared-types.ts'
import { addExpenseEntries, addRevenueEntries, createPlan, deletePlan, updatePlan } from './change.ts'
import { copyLinks } from './copy.ts'
import { planType } from './graphql-plan.ts'
import './graphql-mappings.ts'
import { type PlanOptions, readPlanOptions } from './lookups.ts'
import { allPlans, readPlan } from './plan.ts'
import { type PlanImportData, readFinancialPlans, readImportData } from './plan-choices.ts'

/** Plans through GraphQL, by the names of the specification (3 §3 and §7.6). */

const optionsType = builder.objectRef<PlanOptions>('FiFilterPlanOptions').implement({
  description: 'What a plan can be filtered by: its own departments, vendors and so on',
  fields: (t) => ({
    departments: t.field({ type: [namedType], resolve: (options) => options.departments }),
    businessUnits: t.field({ type: [namedType], resolve: (options) => options.businessUnits }),
    categories: t.field({ type: [namedType], resolve: (options) => options.categories }),
    locations: t.field({ type: [namedType], resolve: (options) => options.locations }),
    vendors: t.field({ type: [namedType], resolve: (options) => options.vendors }),
  }),
})

const financial = resolveWith('query.financialPlans', readFinancialPlans)

const importDataType = builder.objectRef<PlanImportData>('PlanImportData').implement({
  description: 'What people need to know who import a table as a plan',
  fields: (t) => ({
    currency: t.exposeString('currency'),
    plans: t.field({ type: [planType], resolve: ({ plans }) => plans }),
    plansLeft: t.exposeInt('plansLeft', { description: 'How many more the company can have' }),
    mostMonths: t.exposeInt('mostMonths'),
    mostLines: t.exposeInt('mostLines'),
    mostBytes: t.exposeInt('mostBytes'),
    columns: t.exposeStringList('columns', { description: 'Besides one for each month, or Month and Amount' }),
  }),
})

builder.queryFields((t) => ({
  financialPlans: t.field({
    type: [planType],
    args: { vendorId: t.arg.id() },
    resolve: (root, { vendorId }, context, info) => financial(root, { ...(vendorId && { vendorId }) }, context, info),
  }),
  planImportData: t.field({ type: importDataType, resolve: resolveWith('query.planImportData', readImportData) }),
  plans: t.field({ type: [planType], resolve: resolveWith('query.plans', allPlans) }),
  plan: t.field({
    type: planType,
    args: { planId: t.arg.id({ required: true }) },
    resolve: resolveWith('query.plan', readPlan),
  }),
  fiFilterPlanOptions: t.field({
    type: optionsType,
    args: { planId: t.arg.id({ required: true }) },
    resolve: resolveWith('query.fiFilterPlanOptions', readPlanOptions),
  }),
}))

const createInput = builder.inputType('CreatePlanInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    description: t.string(),
    startYearMonth: t.field({ type: yearMonthType, required: true }),
    endYearMonth: t.field({ type: yearMonthType, required: true }),
  }),
})

const entryInput = (type: PlanType) =>
  builder.inputType(type === 'expense' ? 'PlanExpenseEntryInput' : 'PlanRevenueEntryInput', {
    description: 'What is planned for a month. Names make the plan’s own departments, vendors and so on',
    fields: (t) => ({
      yearMonth: t.field({ type: yearMonthType, required: true }),
      amount: t.float({ required: true, description: 'Minor units of the plan’s currency' }),
      department: t.string(),
      businessUnit: t.string(),
      category: t.string(),
      location: t.string(),
      vendor: t.string(),
    }),
  })
const [expenseEntry, revenueEntry] = [entryInput(PLAN_TYPES[0]), entryInput(PLAN_TYPES[1])]

const create = resolveWith('mutation.createPlan', createPlan)

builder.mutationFields((t) => ({
  createPlan: t.field({
    type: idPayload,
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (root, { input: { description, ...input } }, context, info) =>
      create(root, { ...input, ...(description && { description }) }, context, info),
  }),
  updatePlan: t.field({
    type: idPayload,
    args: {
      planId: t.arg.id({ required: true }),
      name: t.arg.string({ required: true }),
      description: t.arg.string({ required: true }),
    },
    resolve: resolveWith('mutation.updatePlan', updatePlan),
  }),
  deletePlan: t.field({
    type: idPayload,
    args: { planId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.deletePlan', deletePlan),
  }),
  addPlanExpenseEntries: t.field({
    type: idPayload,
    args: {
      planId: t.arg.id({ required: true }),
      entries: t.arg({ type: [expenseEntry], required: true }),
    },
    resolve: resolveWith('mutation.addPlanExpenseEntries', addExpenseEntries),
  }),
  addPlanRevenueEntries: t.field({
    type: idPayload,
    args: {
      planId: t.arg.id({ required: true }),
      entries: t.arg({ type: [revenueEntry], required: true }),
    },
    resolve: resolveWith('mutation.addPlanRevenueEntries', addRevenueEntries),
  }),
}))

/** Each kind of mapping has a field of its own. */
const COPIED: readonly [name: string, kind: PlanMappingKind][] = [
  ['BusinessUnit', 'BUSINESS_UNITS'],
  ['Department', 'DEPARTMENTS'],
  ['ExpenseCategory', 'EXPENSE_CATEGORIES'],
  ['Location', 'LOCATIONS'],
  ['RevenueCategory', 'REVENUE_CATEGORIES'],
  ['Vendor', 'VENDORS'],
]
for (const [name, kind] of COPIED) {
  const field = `copyPlan${name}Mappings`
  const copy = resolveWith(`mutation.${field}`, copyLinks)
  builder.mutationField(field, (t) =>
    t.field({
      type: idPayload,
      args: { planIdToMap: t.arg.id({ required: true }), planIdToMatchWith: t.arg.id({ required: true }) },
      resolve: (root, { planIdToMap, planIdToMatchWith }, context, info) =>
        copy(root, { kind, planId: planIdToMap, fromPlanId: planIdToMatchWith }, context, info),
    }),
  )
}
