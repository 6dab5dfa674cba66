import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload, pageInfoType } from '../../../transport/graphql/shared-types.ts'
import { planFields } from './graphql-plan.ts'
import {
  type LinkedThing,
  type MappedItem,
  type PlanMappings,
  readItem,
  readItemsOf,
  readMappings,
  readVendorsOf,
  saveItem,
} from './mappings.ts'

/** What the items of plans are in the company, through GraphQL: the same fields for each of the six kinds. */

type ErpMapping = LinkedThing['objects'][number]
const erpMappingType = builder.objectRef<ErpMapping>('PlanErpMapping').implement({
  description: 'What of the accounting system is mapped to it',
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name'), erpId: t.exposeString('erpId') }),
})

const linkedType = builder.objectRef<LinkedThing>('PlanLinkedThing').implement({
  description: 'What an item of a plan is in the company',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    erpMappings: t.field({ type: [erpMappingType], resolve: ({ objects }) => objects }),
  }),
})

const BEHIND = 'The last item of the page before'
const itemArgs = { description: 'At most 40, which it also is if nothing is said' }

/** The types of one kind, and its fields that all kinds have. */
const fieldsOf = (name: string, kind: PlanMappingKind, linked: string) => {
  const items = `plan${name.replace(/y$/, 'ie')}s`
  const item = builder.objectRef<MappedItem>(`Plan${name}`).implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      planId: t.exposeID('planId'),
      [linked]: t.field({ type: [linkedType], resolve: (each) => each.linked }),
    }),
  })
  const plan = builder.objectRef<PlanMappings>(`Plan${name}Mappings`).implement({
    interfaces: [planFields],
    fields: (t) => ({
      [items]: t.field({ type: [item], resolve: (each) => each.items }),
      hasMore: t.exposeBoolean('hasMore', {
        description: 'It has others: ask for them by its planId, after the last one that is here',
      }),
    }),
  })
  const [mappings, byId] = [`plan${name}Mappings`, `plan${name}ById`]
  const [readAll, readOne] = [
    resolveWith(`query.${mappings}`, readMappings),
    resolveWith(`query.${byId}`, readItem(kind)),
  ]
  builder.queryField(mappings, (t) =>
    t.field({
      type: [plan],
      args: { planId: t.arg.id(), first: t.arg.int(itemArgs), after: t.arg.id({ description: BEHIND }) },
      resolve: (root, { planId, first, after }, context, info) =>
        readAll(
          root,
          { kind, ...(planId && { planId }), ...(first !== null && { first }), ...(after && { after }) },
          context,
          info,
        ),
    }),
  )
  builder.queryField(byId, (t) =>
    t.field({
      type: item,
      args: { id: t.arg.id({ required: true }) },
      resolve: readOne,
    }),
  )
  return { item, items }
}

/** Those of one plan. */
const listField = (kind: PlanMappingKind, { item, items }: ReturnType<typeof fieldsOf>) => {
  const read = resolveWith(`query.${items}`, readItemsOf)
  builder.queryField(items, (t) =>
    t.field({
      type: [item],
      args: {
        planId: t.arg.id({ required: true }),
        first: t.arg.int(itemArgs),
        after: t.arg.id({ description: BEHIND }),
      },
      resolve: (root, { planId, first, after }, context, info) =>
        read(root, { kind, planId, ...(first !== null && { first }), ...(after && { after }) }, context, info),
    }),
  )
}

const updateField = (name: string, kind: PlanMappingKind, ids: string) => {
  const field = `updatePlan${name}`
  builder.mutationField(field, (t) =>
    t.field({
      type: idPayload,
      args: {
        id: t.arg.id({ required: true }),
        name: t.arg.string({ required: true }),
        [ids]: t.arg.idList({ required: true }),
      },
      resolve: resolveWith(`mutation.${field}`, saveItem(kind, ids)),
    }),
  )
}

const KINDS = [
  ['BusinessUnit', 'BUSINESS_UNITS', 'businessUnits', 'businessUnitIds'],
  ['ExpenseCategory', 'EXPENSE_CATEGORIES', 'spendCategories', 'spendCategoryIds'],
  ['Location', 'LOCATIONS', 'locations', 'locationIds'],
  ['RevenueCategory', 'REVENUE_CATEGORIES', 'revenueCategories', 'revenueCategoryIds'],
] as const
for (const [name, kind, linked, ids] of KINDS) {
  listField(kind, fieldsOf(name, kind, linked))
  updateField(name, kind, ids)
}

// Departments of a plan are linked to departments of entities, through REST.
fieldsOf('Department', 'DEPARTMENTS', 'departments')

const { item: vendorType } = fieldsOf('Vendor', 'VENDORS', 'vendors')
updateField('Vendor', 'VENDORS', 'vendorIds')

const vendorEdge = builder.objectRef<{ cursor: string; node: MappedItem }>('PlanVendorEdge').implement({
  fields: (t) => ({ cursor: t.exposeString('cursor'), node: t.field({ type: vendorType, resolve: (e) => e.node }) }),
})
const vendorConnection = builder.objectRef<Connection<MappedItem>>('PlanVendorConnection').implement({
  fields: (t) => ({
    edges: t.field({ type: [vendorEdge], resolve: (connection) => connection.edges }),
    pageInfo: t.field({ type: pageInfoType, resolve: (connection) => connection.pageInfo }),
  }),
})
const vendors = resolveWith('query.planVendors', readVendorsOf)
builder.queryField('planVendors', (t) =>
  t.field({
    type: vendorConnection,
    args: { planId: t.arg.id({ required: true }), first: t.arg.int(itemArgs), after: t.arg.string() },
    resolve: (root, { planId, first, after }, context, info) =>
      vendors(root, { planId, ...(first !== null && { first }), ...(after && { cursor: after }) }, context, info),
  }),
)
